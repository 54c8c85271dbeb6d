// Pixman: finished pictures and rectangles. It has no paths, so cairo draws the pictures once.
#include "driver.h"

#include <cairo.h>
#include <pixman.h>
#include <stdlib.h>

const int peer_can[] = {CAN_DRAG | CAN_MANY, CAN_DRAG | CAN_MANY};
const char *peer_version(void) { return pixman_version_string(); }

static pixman_image_t *target, *tiles[2], *shares[256];
static int star_side, is_narrow;

void peer_open(const Screen *screen, int side) {
  star_side = side;
  is_narrow = screen->format == RGB565;
  target = pixman_image_create_bits(is_narrow ? PIXMAN_r5g6b5 : PIXMAN_x8r8g8b8, screen->width, screen->height,
                                    screen->pixels, screen->pitch);
  for (int i = 0; i < 256; i++) {
    pixman_color_t color = {.alpha = (uint16_t)(i << 8 | i)};
    shares[i] = pixman_image_create_solid_fill(&color);
  }
}

void peer_raster(void) {}
void peer_part(int from, int to) { (void)from, (void)to; }
void peer_coverage(int part) { (void)part; }

void peer_make_tiles(int side) {
  Star star = star_of(side);
  for (int full = 0; full < 2; full++) {
    cairo_format_t format = is_narrow ? CAIRO_FORMAT_RGB16_565 : CAIRO_FORMAT_RGB24;
    int pitch = cairo_format_stride_for_width(format, side);
    uint32_t *pixels = calloc((size_t)pitch, side);
    cairo_surface_t *surface = cairo_image_surface_create_for_data((unsigned char *)pixels, format, side, side, pitch);
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
    tiles[full] = pixman_image_create_bits(is_narrow ? PIXMAN_r5g6b5 : PIXMAN_x8r8g8b8, side, side, pixels, pitch);
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
