// libdrm, and the parts of it that Swift cannot import: ioctl numbers are macros over sizeof, format codes are macros over characters.
#ifndef CDRM_SHIM_H
#define CDRM_SHIM_H

#include <drm_fourcc.h>
#include <errno.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Each function returns 0 or -errno, like libdrm's drmMode functions. drmIoctl itself returns -1 and sets errno.

static inline int cdrm_create_dumb(int fd, struct drm_mode_create_dumb *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, request) ? -errno : 0;
}

static inline int cdrm_map_dumb(int fd, struct drm_mode_map_dumb *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, request) ? -errno : 0;
}

static inline int cdrm_destroy_dumb(int fd, uint32_t handle) {
  struct drm_mode_destroy_dumb request = {.handle = handle};
  return drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &request) ? -errno : 0;
}

/// Calls AddFB2 for a dumb buffer, whose format has one plane.
static inline int cdrm_add_framebuffer(int fd, const struct drm_mode_create_dumb *buffer, uint32_t format, uint32_t *id) {
  uint32_t handles[4] = {buffer->handle}, pitches[4] = {buffer->pitch}, offsets[4] = {0};
  return drmModeAddFB2(fd, buffer->width, buffer->height, format, handles, pitches, offsets, id, 0);
}

/// Unlike drmModeAtomicCommit, this does not allocate or sort.
static inline int cdrm_atomic(int fd, int flags, uint32_t object_count, const uint32_t *objects, const uint32_t *property_counts,
                              const uint32_t *properties, const uint64_t *values, void *cookie) {
  struct drm_mode_atomic request = {
      .flags = (uint32_t)flags,
      .count_objs = object_count,
      .objs_ptr = (uintptr_t)objects,
      .count_props_ptr = (uintptr_t)property_counts,
      .props_ptr = (uintptr_t)properties,
      .prop_values_ptr = (uintptr_t)values,
      .user_data = (uintptr_t)cookie,
  };
  return drmIoctl(fd, DRM_IOCTL_MODE_ATOMIC, &request) ? -errno : 0;
}

static inline int cdrm_set_master(int fd) { return drmSetMaster(fd) ? -errno : 0; }
static inline int cdrm_drop_master(int fd) { return drmDropMaster(fd) ? -errno : 0; }
static inline int cdrm_set_client_cap(int fd, uint64_t capability, uint64_t value) {
  return drmSetClientCap(fd, capability, value) ? -errno : 0;
}

static inline int cdrm_errno(void) { return errno; }

// Names are arrays, which Swift imports as tuples.

static inline const char *_Nonnull cdrm_property_name(const drmModePropertyRes *property) { return property->name; }
static inline const char *_Nonnull cdrm_enum_name(const drmModePropertyRes *property, int index) {
  return property->enums[index].name;
}

static inline uint64_t cdrm_linear(void) { return DRM_FORMAT_MOD_LINEAR; }

#endif
