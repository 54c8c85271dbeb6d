// Cairo's image backend, as GTK uses it: one surface and one context for the screen, finished pictures as surfaces.
#include "driver.h"

#include <cairo.h>

const int peer_can[] = {CAN_RASTER | CAN_DRAG | CAN_MANY, CAN_RASTER | CAN_DRAG | CAN_MANY};
const char *peer_version(void) { return cairo_version_string(); }

static cairo_surface_t *tiles[2];
static cairo_t *context;
static cairo_format_t format;
static Star star;

static cairo_surface_t *surface_of(const Screen *screen) {
  return cairo_image_surface_create_for_data(screen->pixels, format, screen->width, screen->height, screen->pitch);
}

void peer_open(const Screen *screen, int side) {
  format = screen->format == RGB565 ? CAIRO_FORMAT_RGB16_565 : CAIRO_FORMAT_RGB24;
  context = cairo_create(surface_of(screen));
  star = star_of(side);
}

static void add_path(cairo_t *to) {
  cairo_new_path(to);
  for (int i = 0; i < CORNERS; i++) cairo_line_to(to, star.corners[i].x, star.corners[i].y);
  cairo_close_path(to);
}

static void stroke(cairo_t *to) {
  cairo_set_line_width(to, LINE);
  cairo_set_miter_limit(to, 10);
  cairo_stroke(to);
}

static void draw(cairo_t *to, double end) {
  cairo_set_source_rgb(to, 1, 1, 1);
  cairo_paint(to);
  if (end > 0) {
    cairo_save(to);
    cairo_rectangle(to, 0, 0, end, star.side);
    cairo_clip(to);
    add_path(to);
    cairo_set_source_rgb(to, 1, 1, 0);
    cairo_fill(to);
    cairo_restore(to);
  }
  add_path(to);
  cairo_set_source_rgb(to, 0, 0, 0);
  stroke(to);
}

void peer_raster(void) { draw(context, fill_end(&star, FILL_SHARE)); }

void peer_part(int from, int to) {
  cairo_save(context);
  cairo_rectangle(context, from, 0, to - from, star.side);
  cairo_clip(context);
  peer_raster();
  cairo_restore(context);
}

void peer_coverage(int part) {
  cairo_set_source_rgb(context, 1, 1, 1);
  add_path(context);
  if (part == OUTLINE) {
    stroke(context);
  } else {
    cairo_fill(context);
  }
}

void peer_make_tiles(int side) {
  star = star_of(side);
  for (int full = 0; full < 2; full++) {
    tiles[full] = cairo_image_surface_create(format, side, side);
    cairo_t *to = cairo_create(tiles[full]);
    draw(to, full ? side : 0);
    cairo_destroy(to);
  }
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
}

void peer_copy(int full, int x, int y, int from, int to) {
  if (from >= to) return;
  cairo_set_source_surface(context, tiles[full], x, y);
  cairo_rectangle(context, x + from, y, to - from, star.side);
  cairo_fill(context);
}

void peer_mix(int x, int y, int column, int share) {
  peer_copy(0, x, y, column, column + 1);
  cairo_save(context);
  cairo_rectangle(context, x + column, y, 1, star.side);
  cairo_clip(context);
  cairo_set_operator(context, CAIRO_OPERATOR_OVER);
  cairo_set_source_surface(context, tiles[1], x, y);
  cairo_paint_with_alpha(context, share / 256.0);
  cairo_restore(context);
}
