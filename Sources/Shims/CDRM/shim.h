// libdrm, and the parts that Swift cannot import: ioctl numbers are macros over sizeof, format codes are macros over characters.
#ifndef CDRM_SHIM_H
#define CDRM_SHIM_H

#include <drm_fourcc.h>
#include <errno.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Each function returns 0 or -errno, as drmMode* does. drmIoctl itself returns -1 and sets errno.

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

/// Unlike drmModeAtomicCommit, this does not allocate or sort.
static inline int cdrm_atomic(int fd, struct drm_mode_atomic *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_ATOMIC, request) ? -errno : 0;
}

static inline int cdrm_set_master(int fd) { return drmSetMaster(fd) ? -errno : 0; }
static inline int cdrm_drop_master(int fd) { return drmDropMaster(fd) ? -errno : 0; }
static inline int cdrm_set_client_cap(int fd, uint64_t capability, uint64_t value) {
  return drmSetClientCap(fd, capability, value) ? -errno : 0;
}

static inline int cdrm_errno(void) { return errno; }

/// `name` is an array, which Swift imports as a tuple.
static inline const char *cdrm_enum_name(const drmModePropertyRes *property, int index) {
  return property->enums[index].name;
}

static inline uint64_t cdrm_linear(void) { return DRM_FORMAT_MOD_LINEAR; }

#endif
