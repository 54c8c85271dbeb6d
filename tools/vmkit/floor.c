/* floor EVENT WAY WIDTH HEIGHT - measures a drag without drawing.
 *
 * Reads the same touches through libevdev and presents at each position as star-kiosk does, but writes no pixel. This is
 * the share of the kernel and the libraries. WAY is "dirty" (one buffer, DIRTYFB of a WIDTH x HEIGHT rectangle) or
 * "flip" (two buffers, non-blocking atomic commits). At SIGTERM it prints a line for each frame, as star-kiosk --trace:
 * when poll returned, when the present began and when it returned, nanoseconds of the monotonic clock.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum { FRAMES = 4096 };

static int card;
static uint32_t connector, crtc, plane, plane_fb;
static uint32_t buffers[2];
static int shown, pending, flips;
static drmModeClip clip;
static int64_t moments[FRAMES][3];
static int frames;

static _Noreturn void fail(const char *what) {
    perror(what);
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static uint32_t make_buffer(uint32_t width, uint32_t height) {
    struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = 32};
    uint32_t buffer;
    if (drmIoctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb) < 0) fail("create a buffer");
    if (drmModeAddFB(card, width, height, 24, 32, dumb.pitch, dumb.handle, &buffer)) fail("add a buffer");
    struct drm_mode_map_dumb map = {.handle = dumb.handle};
    if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map) < 0) fail("map a buffer");
    void *pixels = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, map.offset);
    if (pixels == MAP_FAILED) fail("map a buffer");
    memset(pixels, 0x80, dumb.size);
    return buffer;
}

static uint32_t property(uint32_t object, uint32_t kind, const char *name) {
    drmModeObjectProperties *list = drmModeObjectGetProperties(card, object, kind);
    uint32_t found = 0;
    for (uint32_t i = 0; list && i < list->count_props; i++) {
        drmModePropertyRes *one = drmModeGetProperty(card, list->props[i]);
        if (one && !strcmp(one->name, name)) found = one->prop_id;
        drmModeFreeProperty(one);
    }
    return found;
}

/* Uses the first connected connector, its first mode, the first CRTC and the first plane: these machines have one of each. */
static void open_screen(int wants_flips) {
    card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (card < 0 || drmSetMaster(card)) fail("/dev/dri/card0");
    drmSetClientCap(card, DRM_CLIENT_CAP_ATOMIC, 1);
    drmModeRes *resources = drmModeGetResources(card);
    connector = resources->connectors[0];
    crtc = resources->crtcs[0];
    plane = drmModeGetPlaneResources(card)->planes[0];
    plane_fb = property(plane, DRM_MODE_OBJECT_PLANE, "FB_ID");
    drmModeModeInfo mode = drmModeGetConnector(card, connector)->modes[0];
    for (int i = 0; i <= wants_flips; i++) buffers[i] = make_buffer(mode.hdisplay, mode.vdisplay);
    if (drmModeSetCrtc(card, crtc, buffers[0], 0, 0, &connector, 1, &mode)) fail("set the mode");
}

static int flip(void) {
    uint32_t count = 1;
    uint64_t value = buffers[!shown];
    struct drm_mode_atomic commit = {
        .flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, .count_objs = 1, .objs_ptr = (uintptr_t)&plane,
        .count_props_ptr = (uintptr_t)&count, .props_ptr = (uintptr_t)&plane_fb, .prop_values_ptr = (uintptr_t)&value,
    };
    if (drmIoctl(card, DRM_IOCTL_MODE_ATOMIC, &commit) < 0) return -1;
    shown = !shown;
    pending = 1;
    return 0;
}

static void flipped(int fd, unsigned sequence, unsigned s, unsigned us, void *data) { pending = 0; }

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    flips = !strcmp(argv[2], "flip");
    clip = (drmModeClip){.x1 = 100, .y1 = 100, .x2 = 100 + atoi(argv[3]), .y2 = 100 + atoi(argv[4])};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    open_screen(flips);
    int event = open(argv[1], O_RDONLY | O_NONBLOCK);
    struct libevdev *device;
    if (event < 0 || libevdev_new_from_fd(event, &device) < 0) fail(argv[1]);
    libevdev_grab(device, LIBEVDEV_GRAB);
    drmEventContext context = {.version = 2, .page_flip_handler = flipped};
    struct pollfd watched[] = {{signalfd(-1, &signals, SFD_CLOEXEC), POLLIN, 0}, {event, POLLIN, 0}, {card, POLLIN, 0}};
    int wanted = 0;
    printf("ready\n");
    fflush(stdout);
    while (!(watched[0].revents & POLLIN)) {
        if (ppoll(watched, flips ? 3 : 2, NULL, NULL) < 0) fail("poll");
        int64_t woken = now();
        if (flips && watched[2].revents) drmHandleEvent(card, &context);
        if (watched[1].revents) {
            struct input_event record;
            while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &record) == LIBEVDEV_READ_STATUS_SUCCESS)
                if (record.type == EV_ABS) wanted = 1;
        }
        if (!wanted || pending) continue;
        int64_t begun = now();
        if (flips ? flip() : drmModeDirtyFB(card, buffers[0], &clip, 1)) fail("present");
        wanted = 0;
        moments[frames % FRAMES][0] = woken;
        moments[frames % FRAMES][1] = begun;
        moments[frames++ % FRAMES][2] = now();
    }
    for (int i = frames > FRAMES ? frames - FRAMES : 0; i < frames; i++)
        printf("%lld %lld %lld\n", (long long)moments[i % FRAMES][0], (long long)moments[i % FRAMES][1],
               (long long)moments[i % FRAMES][2]);
    return 0;
}
