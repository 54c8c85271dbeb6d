/* What the display controller scans out, read from the buffer that the CRTC shows. */
#define _GNU_SOURCE
#include "visitor.h"

#include <fcntl.h>
#include <libdrm/drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EMPTY = 0xffffff, SPACING = 5 };

int width, height;

static int card;

/* Opens the card without controlling it: the first process to open a card becomes its master. */
void open_screen(void) {
    card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
    if (card < 0) fail("/dev/dri/card0");
    ioctl(card, DRM_IOCTL_DROP_MASTER, 0);
    look();
}

int star_x(int value) {
    int margin = width / 26;
    double cell = (width - 2 * margin - SPACING * (STARS - 1)) / (double)STARS;
    return margin + (value - 1) * (cell + SPACING) + cell / 2;
}

/* Returns the value that the pixels in the middle of the stars show. */
static int thanked(const uint32_t *row) {
    int value = 0;
    while (value < STARS && (row[star_x(value + 1)] & 0xffffff) == THANKS) value++;
    for (int star = value + 1; star <= STARS; star++)
        if ((row[star_x(star)] & 0xffffff) != EMPTY) return -1;
    return value;
}

int look(void) {
    uint32_t crtc_id = 0;
    struct drm_mode_card_res all = {.crtc_id_ptr = (uintptr_t)&crtc_id, .count_crtcs = 1};
    if (ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &all)) fail("list the CRTCs");
    struct drm_mode_crtc crtc = {.crtc_id = crtc_id};
    if (ioctl(card, DRM_IOCTL_MODE_GETCRTC, &crtc)) fail("read the CRTC");
    struct drm_mode_fb_cmd buffer = {.fb_id = crtc.fb_id};
    if (!crtc.fb_id || ioctl(card, DRM_IOCTL_MODE_GETFB, &buffer)) return -1;
    width = buffer.width, height = buffer.height;
    struct drm_mode_map_dumb map = {.handle = buffer.handle};
    size_t size = (size_t)buffer.pitch * height;
    int seen = -1;
    if (!ioctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) {
        char *pixels = mmap(NULL, size, PROT_READ, MAP_SHARED, card, map.offset);
        if (pixels == MAP_FAILED) fail("map the screen");
        seen = thanked((const uint32_t *)(pixels + (size_t)buffer.pitch * (height / 2)));
        munmap(pixels, size);
    }
    struct drm_gem_close close = {.handle = buffer.handle};
    ioctl(card, DRM_IOCTL_GEM_CLOSE, &close);
    return seen;
}

void expect_home(const char *when) {
    for (int64_t limit = now() + RECOVERY * INT64_C(1000000); look() != 0; pause_ms(5))
        if (now() > limit) return problem("no empty stars after %s", when);
}
