// FreeType's smooth rasterizer (ftgrays.c) with our own span function, which blends straight into the screen. HarfBuzz shapes its text.
#include "driver.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <hb.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const int peer_can[] = {CAN_RASTER | CAN_PATH | CAN_LINE, CAN_RASTER | CAN_PATH};

static FT_Library library;
static Screen target;
static int star_side;

const char *peer_version(void) {
  static char text[32];
  FT_Library any;
  int major, minor, patch;
  if (FT_Init_FreeType(&any)) abort();
  FT_Library_Version(any, &major, &minor, &patch);
  snprintf(text, sizeof text, "%d.%d.%d", major, minor, patch);
  return text;
}

void peer_open(const Screen *screen, int side) {
  if (FT_Init_FreeType(&library)) abort();
  target = *screen;
  star_side = side;
}

// Mixes two channels at a time: (a * (255 - c) + b * c) / 255, rounded to nearest.
static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t coverage) {
  uint32_t red_blue = (a & 0xff00ff) * (255 - coverage) + (b & 0xff00ff) * coverage + 0x800080;
  uint32_t green = (a >> 8 & 0xff) * (255 - coverage) + (b >> 8 & 0xff) * coverage + 0x80;
  red_blue = (red_blue + (red_blue >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
  green = (green + (green >> 8)) & 0xff00;
  return 0xff000000 | red_blue | green;
}

static void wide_spans(int y, int count, const FT_Span *span, void *user) {
  uint32_t color = *(const uint32_t *)user;
  uint32_t *row = (uint32_t *)target.pixels + (star_side - 1 - y) * (target.pitch / 4);
  for (int i = 0; i < count; i++) {
    uint32_t *pixel = row + span[i].x, *end = pixel + span[i].len;
    if (span[i].coverage == 255) {
      while (pixel < end) *pixel++ = color;
    } else {
      for (; pixel < end; pixel++) *pixel = mix(*pixel, color, span[i].coverage);
    }
  }
}

static uint16_t narrow_of(uint32_t color) { return (color >> 8 & 0xf800) | (color >> 5 & 0x7e0) | (color >> 3 & 0x1f); }

// Mixes all three fields at once in 32nds, the usual method for RGB565.
static inline uint16_t mix_narrow(uint16_t a, uint16_t b, uint32_t coverage) {
  uint32_t mask = 0x07e0f81f, share = (coverage + 4) >> 3;
  uint32_t from = (a | (uint32_t)a << 16) & mask, to = (b | (uint32_t)b << 16) & mask;
  uint32_t mixed = (from + (((to - from) * share) >> 5)) & mask;
  return (uint16_t)(mixed | mixed >> 16);
}

static void narrow_spans(int y, int count, const FT_Span *span, void *user) {
  uint16_t color = narrow_of(*(const uint32_t *)user);
  uint16_t *row = (uint16_t *)target.pixels + (star_side - 1 - y) * (target.pitch / 2);
  for (int i = 0; i < count; i++) {
    uint16_t *pixel = row + span[i].x, *end = pixel + span[i].len;
    if (span[i].coverage == 255) {
      while (pixel < end) *pixel++ = color;
    } else {
      for (; pixel < end; pixel++) *pixel = mix_narrow(*pixel, color, span[i].coverage);
    }
  }
}

static void clear(int from, int to) {
  for (int y = 0; y < star_side; y++) {
    if (target.format == RGB565) {
      uint16_t *row = (uint16_t *)target.pixels + y * (target.pitch / 2);
      for (int x = from; x < to; x++) row[x] = 0xffff;
    } else {
      uint32_t *row = (uint32_t *)target.pixels + y * (target.pitch / 4);
      for (int x = from; x < to; x++) row[x] = WHITE;
    }
  }
}

// Fills the columns `from` ..< `to` of an outline.
static void render(FT_Outline outline, uint32_t color, int from, int to) {
  FT_Raster_Params params = {.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP,
                             .gray_spans = target.format == RGB565 ? narrow_spans : wide_spans,
                             .user = &color,
                             .clip_box = {from, 0, to, star_side}};
  if (FT_Outline_Render(library, &outline, &params)) abort();
}

// Fills the columns `from` ..< `to` of the contours.
static void fill(const Point *const contours[], const int counts[], int count, uint32_t color, int from, int to) {
  FT_Vector points[4 * CORNERS];
  char tags[4 * CORNERS];
  short ends[2];
  int n = 0;
  for (int c = 0; c < count; c++) {
    for (int i = 0; i < counts[c]; i++, n++) {
      points[n].x = lround(contours[c][i].x * 64);
      points[n].y = star_side * 64 - lround(contours[c][i].y * 64);
      tags[n] = FT_CURVE_TAG_ON;
    }
    ends[c] = (short)(n - 1);
  }
  render((FT_Outline){.n_contours = (short)count, .n_points = (short)n, .points = points, .tags = tags, .contours = ends}, color, from,
         to);
}

void peer_path(void) {
  Point curves[3 * CURVES + 1];
  FT_Vector points[3 * CURVES];
  char tags[3 * CURVES];
  short end = 3 * CURVES - 1;
  logo_of(star_side, curves);
  for (int i = 0; i <= end; i++) {
    points[i].x = lround(curves[i].x * 64);
    points[i].y = star_side * 64 - lround(curves[i].y * 64);
    tags[i] = i % 3 ? FT_CURVE_TAG_CUBIC : FT_CURVE_TAG_ON;
  }
  clear(0, star_side);
  render((FT_Outline){.n_contours = 1, .n_points = 3 * CURVES, .points = points, .tags = tags, .contours = &end}, BLACK, 0, star_side);
}

static FT_Face face;
static hb_font_t *shaper;
static hb_buffer_t *glyphs;

void peer_open_line(void) {
  if (FT_New_Face(library, LINE_FONT, 0, &face) || FT_Set_Pixel_Sizes(face, 0, LINE_SIZE)) abort();
  shaper = hb_font_create(hb_face_create(hb_blob_create_from_file(LINE_FONT), 0));
  hb_font_set_scale(shaper, LINE_SIZE * 64, LINE_SIZE * 64);
  glyphs = hb_buffer_create();
  star_side = target.height;
}

void peer_line(void) {
  for (int y = LINE_Y; y < LINE_Y + LINE_HEIGHT; y++) {
    uint32_t *row = (uint32_t *)target.pixels + y * (target.pitch / 4) + LINE_X;
    for (int x = 0; x < LINE_WIDTH; x++) row[x] = WHITE;
  }
  hb_buffer_clear_contents(glyphs);
  hb_buffer_add_utf8(glyphs, LINE_TEXT, -1, 0, -1);
  hb_buffer_guess_segment_properties(glyphs);
  hb_shape(shaper, glyphs, NULL, 0);
  unsigned count;
  hb_glyph_info_t *info = hb_buffer_get_glyph_infos(glyphs, &count);
  hb_glyph_position_t *place = hb_buffer_get_glyph_positions(glyphs, &count);
  uint32_t color = BLACK;
  FT_Raster_Params params = {.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP,
                             .gray_spans = wide_spans,
                             .user = &color,
                             .clip_box = {LINE_X, target.height - LINE_Y - LINE_HEIGHT, LINE_X + LINE_WIDTH, target.height - LINE_Y}};
  FT_Pos pen = LINE_X * 64, baseline = (target.height - BASELINE) * 64;
  for (unsigned i = 0; i < count; i++) {
    if (FT_Load_Glyph(face, info[i].codepoint, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) abort();
    FT_Outline *outline = &face->glyph->outline;
    FT_Outline_Translate(outline, pen + place[i].x_offset, baseline + place[i].y_offset);
    if (FT_Outline_Render(library, outline, &params)) abort();
    pen += place[i].x_advance;
  }
}

static void outline(const Star *star, uint32_t color, int from, int to) {
  Point reversed[CORNERS];
  for (int i = 0; i < CORNERS; i++) reversed[i] = star->inner[CORNERS - 1 - i];
  fill((const Point *const[]){star->outer, reversed}, (int[]){CORNERS, CORNERS}, 2, color, from, to);
}

void peer_part(int from, int to) {
  clear(from, to);
  Star star = star_of(star_side);
  Point clipped[2 * CORNERS];
  int count = clip_star(&star, fill_end(&star, FILL_SHARE), clipped);
  fill((const Point *const[]){clipped}, (int[]){count}, 1, YELLOW, from, to);
  outline(&star, BLACK, from, to);
}

void peer_raster(void) { peer_part(0, star_side); }

void peer_coverage(int part) {
  Star star = star_of(star_side);
  if (part == OUTLINE) {
    outline(&star, WHITE, 0, star_side);
  } else {
    fill((const Point *const[]){star.corners}, (int[]){CORNERS}, 1, WHITE, 0, star_side);
  }
}

void peer_make_tiles(int side) { (void)side; }
void peer_copy(int full, int x, int y, int from, int to) { (void)full, (void)x, (void)y, (void)from, (void)to; }
void peer_mix(int x, int y, int column, int share) { (void)x, (void)y, (void)column, (void)share; }
