/* film.so - preloaded into a program: appends each frame that it puts on a screen to the file that FILM names. A frame is the time in
 * nanoseconds of the monotonic clock (8 bytes), the width and the height (4 bytes each), and the pixels without padding (4 bytes each), all
 * little-endian.
 *
 * A frame is on the screen when the kernel has accepted an atomic commit that is no test, or a report of damage. Its pixels are read back
 * through the kernel, from the framebuffer that the CRTC scans out.
 */
#include <drm.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int call(int fd, unsigned long request, void *argument) { return (int)syscall(SYS_ioctl, fd, request, argument); }

static int shows(unsigned long request, const void *argument) {
    if (request == DRM_IOCTL_MODE_ATOMIC) return !(((const struct drm_mode_atomic *)argument)->flags & DRM_MODE_ATOMIC_TEST_ONLY);
    return request == DRM_IOCTL_MODE_DIRTYFB;
}

/* Returns the framebuffer of the first CRTC that has one; 0 if none has. */
static uint32_t scanned_out(int fd) {
    uint32_t crtcs[16];
    struct drm_mode_card_res resources = {.crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = 16};
    if (call(fd, DRM_IOCTL_MODE_GETRESOURCES, &resources)) return 0;
    for (uint32_t i = 0; i < resources.count_crtcs && i < 16; i++) {
        struct drm_mode_crtc crtc = {.crtc_id = crtcs[i]};
        if (call(fd, DRM_IOCTL_MODE_GETCRTC, &crtc) == 0 && crtc.fb_id) return crtc.fb_id;
    }
    return 0;
}

static void append(int file, const struct drm_mode_fb_cmd *fb, const char *pixels) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    struct { int64_t time; uint32_t width, height; } head = {time.tv_sec * 1000000000LL + time.tv_nsec, fb->width, fb->height};
    int failed = write(file, &head, sizeof head) != sizeof head;
    for (uint32_t y = 0; y < fb->height && !failed; y++) failed = write(file, pixels + y * fb->pitch, fb->width * 4) != fb->width * 4;
    if (failed) abort();
}

static void record(int fd, int file) {
    struct drm_mode_fb_cmd fb = {.fb_id = scanned_out(fd)};
    if (!fb.fb_id || call(fd, DRM_IOCTL_MODE_GETFB, &fb)) return;
    struct drm_mode_map_dumb map = {.handle = fb.handle};
    if (call(fd, DRM_IOCTL_MODE_MAP_DUMB, &map) == 0) {
        size_t length = (size_t)fb.pitch * fb.height;
        char *pixels = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)map.offset);
        if (pixels != MAP_FAILED) {
            append(file, &fb, pixels);
            munmap(pixels, length);
        }
    }
    struct drm_gem_close done = {.handle = fb.handle};
    call(fd, DRM_IOCTL_GEM_CLOSE, &done);
}

int ioctl(int fd, unsigned long request, ...) {
    static int file = -1;
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int result = call(fd, request, argument);
    if (result == 0 && shows(request, argument)) {
        if (file < 0) file = open(getenv("FILM"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (file >= 0) record(fd, file);
    }
    return result;
}
