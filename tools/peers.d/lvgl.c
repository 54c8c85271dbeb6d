// LVGL's software renderer on a layer over the screen's memory: ThorVG for paths, images of the same format for finished
// pictures. This is what a canvas does, without its refresh. Whole screens, with widgets and their refresh, are in lvgl_screens.c.
#include "driver.h"

#include <lvgl.h>
#include <lvgl_private.h>
#include <stdio.h>

enum { CAN = CAN_RASTER | CAN_DRAG | CAN_MANY | CAN_SCREEN };
const int peer_can[] = {CAN, CAN};

const char *peer_version(void) {
  static char words[32];
  snprintf(words, sizeof words, "%d.%d.%d", LVGL_VERSION_MAJOR, LVGL_VERSION_MINOR, LVGL_VERSION_PATCH);
  return words;
}

static lv_display_t *display;
static lv_draw_buf_t target;
static lv_draw_buf_t *tiles[2];
static lv_color_format_t format;
static Star star;

void peer_open(const Screen *screen, int side) {
  lv_init();
  display = lv_display_create(screen->width, screen->height);
  format = screen->format == RGB565 ? LV_COLOR_FORMAT_RGB565 : LV_COLOR_FORMAT_XRGB8888;
  lv_draw_buf_init(&target, screen->width, screen->height, format, screen->pitch, screen->pixels, screen->pitch * screen->height);
  star = star_of(side);
}

static void begin(lv_layer_t *layer, lv_draw_buf_t *on, lv_area_t clip) {
  lv_layer_init(layer);
  layer->draw_buf = on;
  layer->color_format = on->header.cf;
  layer->buf_area = (lv_area_t){0, 0, on->header.w - 1, on->header.h - 1};
  layer->_clip_area = layer->phy_clip_area = clip;
}

static void finish(lv_layer_t *layer) {
  layer->all_tasks_added = true;
  while (layer->draw_task_head) {
    lv_draw_dispatch_wait_for_request();
    if (!lv_draw_dispatch_layer(display, layer)) {
      lv_draw_wait_for_finish();
      lv_draw_dispatch_request();
    }
  }
}

static lv_vector_path_t *path_of(const Point *points, int count) {
  lv_vector_path_t *path = lv_vector_path_create(LV_VECTOR_PATH_QUALITY_HIGH);
  for (int i = 0; i < count; i++) {
    lv_fpoint_t point = {(float)points[i].x, (float)points[i].y};
    (i ? lv_vector_path_line_to : lv_vector_path_move_to)(path, &point);
  }
  lv_vector_path_close(path);
  return path;
}

static void add_fill(lv_draw_vector_dsc_t *task, const Point *points, int count, uint32_t color) {
  lv_vector_path_t *path = path_of(points, count);
  lv_draw_vector_dsc_set_fill_color(task, lv_color_hex(color & 0xffffff));
  lv_draw_vector_dsc_set_fill_opa(task, LV_OPA_COVER);
  lv_draw_vector_dsc_set_stroke_opa(task, LV_OPA_TRANSP);
  lv_draw_vector_dsc_add_path(task, path);
  lv_vector_path_delete(path);
}

static void add_outline(lv_draw_vector_dsc_t *task, uint32_t color) {
  lv_vector_path_t *path = path_of(star.corners, CORNERS);
  lv_draw_vector_dsc_set_fill_opa(task, LV_OPA_TRANSP);
  lv_draw_vector_dsc_set_stroke_color(task, lv_color_hex(color & 0xffffff));
  lv_draw_vector_dsc_set_stroke_opa(task, LV_OPA_COVER);
  lv_draw_vector_dsc_set_stroke_width(task, LINE);
  lv_draw_vector_dsc_set_stroke_join(task, LV_VECTOR_STROKE_JOIN_MITER);
  lv_draw_vector_dsc_set_stroke_miter_limit(task, 10);
  lv_draw_vector_dsc_add_path(task, path);
  lv_vector_path_delete(path);
}

static void draw(lv_draw_buf_t *on, int from, int to, double end) {
  lv_layer_t layer;
  begin(&layer, on, (lv_area_t){from, 0, to - 1, star.side - 1});
  lv_draw_fill_dsc_t background;
  lv_draw_fill_dsc_init(&background);
  background.color = lv_color_white();
  lv_draw_fill(&layer, &background, &(lv_area_t){0, 0, star.side - 1, star.side - 1});
  lv_draw_vector_dsc_t *task = lv_draw_vector_dsc_create(&layer);
  if (end >= star.side) {
    add_fill(task, star.corners, CORNERS, YELLOW);
  } else if (end > 0) {
    Point cut[2 * CORNERS];
    add_fill(task, cut, clip_star(&star, end, cut), YELLOW);
  }
  add_outline(task, BLACK);
  lv_draw_vector(task);
  lv_draw_vector_dsc_delete(task);
  finish(&layer);
}

void peer_part(int from, int to) { draw(&target, from, to, fill_end(&star, FILL_SHARE)); }

void peer_raster(void) { peer_part(0, star.side); }

void peer_coverage(int part) {
  lv_layer_t layer;
  begin(&layer, &target, (lv_area_t){0, 0, star.side - 1, star.side - 1});
  lv_draw_vector_dsc_t *task = lv_draw_vector_dsc_create(&layer);
  if (part == OUTLINE) {
    add_outline(task, WHITE);
  } else {
    add_fill(task, star.corners, CORNERS, WHITE);
  }
  lv_draw_vector(task);
  lv_draw_vector_dsc_delete(task);
  finish(&layer);
}

void peer_make_tiles(int side) {
  star = star_of(side);
  for (int full = 0; full < 2; full++) {
    tiles[full] = lv_draw_buf_create(side, side, format, LV_STRIDE_AUTO);
    draw(tiles[full], 0, side, full ? side : 0);
  }
}

static void copy(int full, int x, int y, int from, int to, lv_opa_t opacity) {
  lv_layer_t layer;
  begin(&layer, &target, (lv_area_t){x + from, y, x + to - 1, y + star.side - 1});
  lv_draw_image_dsc_t image;
  lv_draw_image_dsc_init(&image);
  image.src = tiles[full];
  image.opa = opacity;
  lv_draw_image(&layer, &image, &(lv_area_t){x, y, x + star.side - 1, y + star.side - 1});
  finish(&layer);
}

void peer_copy(int full, int x, int y, int from, int to) {
  if (from < to) copy(full, x, y, from, to, LV_OPA_COVER);
}

void peer_mix(int x, int y, int column, int share) {
  copy(0, x, y, column, column + 1, LV_OPA_COVER);
  copy(1, x, y, column, column + 1, (lv_opa_t)(share * 255 / 256));
}
