// Anti-Grain Geometry: rasterizer_scanline_aa, packed scanlines, solid renderer; its stroker and its geometric clipping.
#include "driver.h"

#include <agg_conv_stroke.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_p.h>

using Format = agg::pixfmt_bgra32_pre;
using Base = agg::renderer_base<Format>;

static agg::rendering_buffer buffer;
static Format format;
static Base base;
static agg::renderer_scanline_aa_solid<Base> renderer;
static agg::rasterizer_scanline_aa<> rasterizer;
static agg::scanline_p8 scanline;
static Star star;

const int peer_can = CAN_RASTER;
const char *peer_version() { return "2.6 (libagg)"; }

void peer_open(const Screen *screen, int side) {
  buffer.attach(reinterpret_cast<agg::int8u *>(screen->pixels), screen->width, screen->height, screen->pitch);
  format.attach(buffer);
  base.attach(format);
  renderer.attach(base);
  star = star_of(side);
}

void peer_raster() {
  base.clear(agg::rgba8(255, 255, 255));
  agg::path_storage path;
  for (int i = 0; i < CORNERS; i++) {
    if (i == 0) {
      path.move_to(star.corners[i].x, star.corners[i].y);
    } else {
      path.line_to(star.corners[i].x, star.corners[i].y);
    }
  }
  path.close_polygon();

  rasterizer.reset();
  rasterizer.clip_box(0, 0, fill_end(&star, FILL_SHARE), star.side);
  rasterizer.add_path(path);
  renderer.color(agg::rgba8(255, 255, 0));
  agg::render_scanlines(rasterizer, scanline, renderer);

  agg::conv_stroke<agg::path_storage> stroke(path);
  stroke.width(LINE);
  stroke.miter_limit(10);
  rasterizer.reset();
  rasterizer.clip_box(0, 0, star.side, star.side);
  rasterizer.add_path(stroke);
  renderer.color(agg::rgba8(0, 0, 0));
  agg::render_scanlines(rasterizer, scanline, renderer);
}

void peer_make_tiles(int) {}
void peer_copy(int, int, int, int, int) {}
void peer_mix(int, int, int, int) {}
