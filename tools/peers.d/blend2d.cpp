// Blend2D: one rendering context over the screen's memory, its own stroker; finished pictures as images of the same format.
// It has no RGB565.
#include "driver.h"

#include <blend2d/blend2d.h>
#include <stdio.h>
#include <stdlib.h>

const int peer_can[] = {CAN_RASTER | CAN_DRAG | CAN_MANY | CAN_PATH | CAN_LINE, 0};

const char *peer_version() {
  static char words[32];
  BLRuntimeBuildInfo build;
  BLRuntime::query_build_info(&build);
  snprintf(words, sizeof words, "%u.%u.%u", build.major_version, build.minor_version, build.patch_version);
  return words;
}

static BLImage target, tiles[2];
static BLContext context;
static Star star;

void peer_open(const Screen *screen, int side) {
  target.create_from_data(screen->width, screen->height, BL_FORMAT_XRGB32, screen->pixels, screen->pitch);
  context.begin(target);
  star = star_of(side);
}

static BLPath path_of(const Point *points, int count) {
  BLPath path;
  path.move_to(points[0].x, points[0].y);
  for (int i = 1; i < count; i++) path.line_to(points[i].x, points[i].y);
  path.close();
  return path;
}

static void stroke(BLContext &to, const BLPath &path, uint32_t color) {
  to.set_stroke_width(LINE);
  to.set_stroke_join(BL_STROKE_JOIN_MITER_CLIP);
  to.set_stroke_miter_limit(10);
  to.stroke_path(path, BLRgba32(color));
}

static void draw(BLContext &to, double end) {
  BLPath path = path_of(star.corners, CORNERS);
  to.fill_rect(BLRectI(0, 0, star.side, star.side), BLRgba32(WHITE));
  if (end >= star.side) {
    to.fill_path(path, BLRgba32(YELLOW));
  } else if (end > 0) {
    Point cut[2 * CORNERS];
    int count = clip_star(&star, end, cut);
    to.fill_path(path_of(cut, count), BLRgba32(YELLOW));
  }
  stroke(to, path, BLACK);
}

void peer_raster() { draw(context, fill_end(&star, FILL_SHARE)); }

void peer_path() {
  Point points[3 * CURVES + 1];
  logo_of(star.side, points);
  BLPath path;
  path.move_to(points[0].x, points[0].y);
  for (int i = 1; i < 3 * CURVES; i += 3) {
    path.cubic_to(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y, points[i + 2].x, points[i + 2].y);
  }
  path.close();
  context.fill_rect(BLRectI(0, 0, star.side, star.side), BLRgba32(WHITE));
  context.fill_path(path, BLRgba32(BLACK));
}

static BLFont font;

void peer_open_line() {
  BLFontFace face;
  if (face.create_from_file(LINE_FONT) || font.create_from_face(face, LINE_SIZE)) abort();
}

void peer_line() {
  context.fill_rect(BLRectI(LINE_X, LINE_Y, LINE_WIDTH, LINE_HEIGHT), BLRgba32(WHITE));
  context.fill_utf8_text(BLPoint(LINE_X, BASELINE), font, LINE_TEXT, SIZE_MAX, BLRgba32(BLACK));
}

void peer_part(int from, int to) {
  context.clip_to_rect(BLRectI(from, 0, to - from, star.side));
  peer_raster();
  context.restore_clipping();
}

void peer_coverage(int part) {
  BLPath path = path_of(star.corners, CORNERS);
  if (part == OUTLINE) {
    stroke(context, path, WHITE);
  } else {
    context.fill_path(path, BLRgba32(WHITE));
  }
}

void peer_make_tiles(int side) {
  star = star_of(side);
  for (int full = 0; full < 2; full++) {
    tiles[full].create(side, side, BL_FORMAT_XRGB32);
    BLContext to(tiles[full]);
    draw(to, full ? side : 0);
  }
  context.set_comp_op(BL_COMP_OP_SRC_COPY);
}

void peer_copy(int full, int x, int y, int from, int to) {
  if (from < to) context.blit_image(BLPointI(x + from, y), tiles[full], BLRectI(from, 0, to - from, star.side));
}

void peer_mix(int x, int y, int column, int share) {
  peer_copy(0, x, y, column, column + 1);
  // With an alpha below 1 this operator also mixes.
  context.set_global_alpha(share / 256.0);
  peer_copy(1, x, y, column, column + 1);
  context.set_global_alpha(1);
}
