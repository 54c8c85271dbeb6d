// Anti-Grain Geometry: rasterizer_scanline_aa, packed scanlines, solid renderer; its stroker and its geometric clipping.
#include "driver.h"

#include <agg_conv_stroke.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgb_packed.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_p.h>

static agg::rendering_buffer buffer;
static agg::rasterizer_scanline_aa<> rasterizer;
static agg::scanline_p8 scanline;
static Star star;
static int format;

// A pixel format is a type in AGG, so there is one canvas for each.
template <class Format>
struct Canvas {
  using Base = agg::renderer_base<Format>;
  Format format;
  Base base;
  agg::renderer_scanline_aa_solid<Base> renderer;

  Canvas() : format(buffer), base(format), renderer(base) {}

  // Attaches the buffer's memory.
  void attach() { base.attach(format); }

  template <class Source>
  void fill(Source &source, double left, double right, agg::rgba8 color) {
    if (left >= right) return;
    rasterizer.reset();
    rasterizer.clip_box(left, 0, right, star.side);
    rasterizer.add_path(source);
    renderer.color(color);
    agg::render_scanlines(rasterizer, scanline, renderer);
  }
};

static Canvas<agg::pixfmt_bgra32_pre> wide;
static Canvas<agg::pixfmt_rgb565> narrow;

const int peer_can[] = {CAN_RASTER, CAN_RASTER};
const char *peer_version() { return "2.6 (libagg)"; }

void peer_open(const Screen *screen, int side) {
  buffer.attach(static_cast<agg::int8u *>(screen->pixels), screen->width, screen->height, screen->pitch);
  format = screen->format;
  if (format == RGB565) {
    narrow.attach();
  } else {
    wide.attach();
  }
  star = star_of(side);
}

static agg::path_storage path_of_star() {
  agg::path_storage path;
  path.move_to(star.corners[0].x, star.corners[0].y);
  for (int i = 1; i < CORNERS; i++) path.line_to(star.corners[i].x, star.corners[i].y);
  path.close_polygon();
  return path;
}

struct Stroke : agg::conv_stroke<agg::path_storage> {
  explicit Stroke(agg::path_storage &path) : conv_stroke(path) {
    width(LINE);
    miter_limit(10);
  }
};

template <class Format>
static void draw(Canvas<Format> &canvas, int from, int to) {
  if (to - from == star.side) {
    canvas.base.clear(agg::rgba8(255, 255, 255));
  } else {
    canvas.base.copy_bar(from, 0, to - 1, star.side - 1, agg::rgba8(255, 255, 255));
  }
  agg::path_storage path = path_of_star();
  double end = fill_end(&star, FILL_SHARE);
  canvas.fill(path, from, end < to ? end : to, agg::rgba8(255, 255, 0));
  Stroke stroke(path);
  canvas.fill(stroke, from, to, agg::rgba8(0, 0, 0));
}

void peer_part(int from, int to) {
  if (format == RGB565) {
    draw(narrow, from, to);
  } else {
    draw(wide, from, to);
  }
}

void peer_raster() { peer_part(0, star.side); }

void peer_coverage(int part) {
  agg::path_storage path = path_of_star();
  Stroke stroke(path);
  if (part == OUTLINE) {
    wide.fill(stroke, 0, star.side, agg::rgba8(255, 255, 255));
  } else {
    wide.fill(path, 0, star.side, agg::rgba8(255, 255, 255));
  }
}

void peer_make_tiles(int) {}
void peer_copy(int, int, int, int, int) {}
void peer_mix(int, int, int, int) {}
