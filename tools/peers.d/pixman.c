// Pixman alone: finished pictures and rectangles. It has no paths, so the pictures come from cairo, once.
#include "driver.h"

#include <cairo.h>
#include <pixman.h>
#include <stdlib.h>

const int peer_can = CAN_DRAG | CAN_MANY;
const char *peer_version(void) { return pixman_version_string(); }

static pixman_image_t *target, *tiles[2], *shares[256];
static int star_side;

void peer_open(const Screen *screen, int side) {
  star_side = side;
  target = pixman_image_create_bits(PIXMAN_x8r8g8b8, screen->width, screen->height, screen->pixels, screen->pitch);
  for (int i = 0; i < 256; i++) {
    pixman_color_t color = {.alpha = (uint16_t)(i << 8 | i)};
    shares[i] = pixman_image_create_solid_fill(&color);
  }
}

void peer_raster(void) {}

void peer_make_tiles(int side) {
  Star star = star_of(side);
  for (int full = 0; full < 2; full++) {
    uint32_t *pixels = calloc((size_t)side * side, 4);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_RGB24, side, side, side * 4);
    cairo_t *to = cairo_create(surface);
    cairo_set_source_rgb(to, 1, 1, 1);
    cairo_paint(to);
    for (int i = 0; i < CORNERS; i++) cairo_line_to(to, star.corners[i].x, star.corners[i].y);
    cairo_close_path(to);
    cairo_set_source_rgb(to, 1, 1, full ? 0 : 1);
    cairo_fill_preserve(to);
    cairo_set_source_rgb(to, 0, 0, 0);
    cairo_set_line_width(to, LINE);
    cairo_stroke(to);
    cairo_destroy(to);
    cairo_surface_destroy(surface);
    tiles[full] = pixman_image_create_bits(PIXMAN_x8r8g8b8, side, side, pixels, side * 4);
  }
}

void peer_copy(int full, int x, int y, int from, int to) {
  if (from >= to) return;
  pixman_image_composite32(PIXMAN_OP_SRC, tiles[full], NULL, target, from, 0, 0, 0, x + from, y, to - from, star_side);
}

void peer_mix(int x, int y, int column, int share) {
  peer_copy(0, x, y, column, column + 1);
  pixman_image_composite32(PIXMAN_OP_OVER, tiles[1], shares[share], target, column, 0, 0, 0, x + column, y, 1, star_side);
}
