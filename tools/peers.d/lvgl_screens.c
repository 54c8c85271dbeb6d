// The kiosk screens of star-bench's workload `screen`, written with LVGL's widgets: the first question of Samples/kiosk and its reasons,
// at the same places, with the same words and colors. Only the language button differs: LVGL's Montserrat has no Arabic letters.
//
// LVGL is set up as it is fastest: one buffer, the screen's own memory, in direct mode, so that nothing is copied; opaque pictures of the
// screen's format; no theme and no animation; objects that do not scroll. LVGL's largest font has 48 px, and our headings have 53.
#include <lvgl.h>
#include <math.h>
#include <string.h>

#include "driver.h"

enum { STARS = 5, STAR = 130, STAR_PITCH = 153, STAR_X = 29, STAR_Y = 195, VALUE = 2, LABELS = 4, BUTTONS = 5 };
enum {
  GROUND = 0xf7f5f0, TEXT = 0x1b2430, SECONDARY = 0x5b6673, ACCENT = 0x1e4f91, ACCENT_TEXT = 0xffffff, PRESSED = 0x5479a9,
  STAR_FILL = 0xffb000, STAR_EDGE = 0x8a5a00, EMPTY_FILL = 0xe3e0d8, EMPTY_EDGE = 0x8c8778,
};

typedef struct {
  const char *words;
  const lv_font_t *font;
  uint32_t color;
  // The middle, and the line that letters stand on.
  int x, baseline;
} Label;

// As in ButtonWidget: outlined, outlined in gray, filled.
typedef enum { SECONDARY_BUTTON, QUIET, PRIMARY } Kind;

typedef struct {
  const char *words;
  Kind kind;
  int x, y, width, height, radius;
} Button;

typedef struct {
  Label labels[LABELS];
  Button buttons[BUTTONS];
  int has_stars;
} Layout;

static const Layout question = {
    {{"How was our service?", &lv_font_montserrat_48, TEXT, 401, 146},
     {"Very poor", &lv_font_montserrat_24, SECONDARY, 94, 375},
     {"Poor", &lv_font_montserrat_24, TEXT, 246, 375},
     {"Excellent", &lv_font_montserrat_24, SECONDARY, 705, 375}},
    {{"Start over", QUIET, 28, 400, 237, 52, 13}, {"Arabic", QUIET, 534, 400, 238, 52, 13}},
    1,
};

static const Layout reasons = {
    {{"What went wrong?", &lv_font_montserrat_48, TEXT, 400, 86}},
    {{"The waiting time", SECONDARY_BUTTON, 28, 138, 364, 104, 26},
     {"The staff", SECONDARY_BUTTON, 408, 138, 364, 104, 26},
     {"The prices", SECONDARY_BUTTON, 218, 258, 364, 104, 26},
     {"Start over", QUIET, 28, 400, 237, 52, 13},
     {"Done", PRIMARY, 534, 400, 238, 52, 13}},
    0,
};

static lv_display_t *display;
// The button that is pressed and released, or NULL if whole screens are painted.
static lv_obj_t *pressed;

static void place(lv_obj_t *object, int x, int y, int width, int height) {
  lv_obj_remove_flag(object, LV_OBJ_FLAG_SCROLLABLE);
  lv_obj_set_pos(object, x, y);
  lv_obj_set_size(object, width, height);
}

static void fill(lv_obj_t *object, uint32_t color, lv_style_selector_t state) {
  lv_obj_set_style_bg_color(object, lv_color_hex(color), state);
  lv_obj_set_style_bg_opa(object, LV_OPA_COVER, state);
}

static lv_obj_t *add_words(lv_obj_t *parent, const char *words, const lv_font_t *font) {
  lv_obj_t *label = lv_label_create(parent);
  lv_label_set_text_static(label, words);
  lv_obj_set_style_text_font(label, font, 0);
  return label;
}

static void add_label(lv_obj_t *parent, const Label *label) {
  lv_obj_t *object = add_words(parent, label->words, label->font);
  lv_obj_set_style_text_color(object, lv_color_hex(label->color), 0);
  lv_obj_align(object, LV_ALIGN_TOP_MID, label->x - WIDTH / 2, label->baseline - (label->font->line_height - label->font->base_line));
}

static lv_obj_t *add_button(lv_obj_t *parent, const Button *button) {
  lv_obj_t *object = lv_button_create(parent);
  place(object, button->x, button->y, button->width, button->height);
  lv_obj_set_style_radius(object, button->radius, 0);
  if (button->kind == PRIMARY) {
    fill(object, ACCENT, 0);
  } else {
    lv_obj_set_style_border_width(object, 2, 0);
    lv_obj_set_style_border_color(object, lv_color_hex(button->kind == QUIET ? EMPTY_EDGE : ACCENT), 0);
    // A pressed button is filled. Its border's width stays, so that LVGL need not lay out its words again.
    lv_obj_set_style_border_opa(object, LV_OPA_TRANSP, LV_STATE_PRESSED);
  }
  fill(object, PRESSED, LV_STATE_PRESSED);
  // Words inherit their color.
  const uint32_t colors[] = {TEXT, SECONDARY, ACCENT_TEXT};
  lv_obj_set_style_text_color(object, lv_color_hex(colors[button->kind]), 0);
  lv_obj_set_style_text_color(object, lv_color_hex(ACCENT_TEXT), LV_STATE_PRESSED);
  lv_obj_center(add_words(object, button->words, button->kind == QUIET ? &lv_font_montserrat_24 : &lv_font_montserrat_32));
  return object;
}

static void add_dot(lv_obj_t *parent, int x, int y, int side, uint32_t color) {
  lv_obj_t *dot = lv_obj_create(parent);
  place(dot, x, y, side, side);
  lv_obj_set_style_radius(dot, LV_RADIUS_CIRCLE, 0);
  fill(dot, color, 0);
}

static lv_fpoint_t toward(Point from, Point to, double distance) {
  double share = distance / hypot(to.x - from.x, to.y - from.y);
  return (lv_fpoint_t){(float)(from.x + (to.x - from.x) * share), (float)(from.y + (to.y - from.y) * share)};
}

// The star of Theme+Stars.swift: inner radius 0.49 and corners of radius 0.1 of the outer radius.
static lv_vector_path_t *star_path(double radius) {
  lv_vector_path_t *path = lv_vector_path_create(LV_VECTOR_PATH_QUALITY_HIGH);
  Point corners[CORNERS];
  for (int i = 0; i < CORNERS; i++) {
    double angle = i * M_PI / 5, reach = i % 2 ? 0.49 * radius : radius;
    corners[i] = (Point){STAR / 2.0 + sin(angle) * reach, STAR / 2.0 + radius * 0.094 - cos(angle) * reach};
  }
  for (int i = 0; i < CORNERS; i++) {
    Point before = corners[(i + CORNERS - 1) % CORNERS], corner = corners[i], after = corners[(i + 1) % CORNERS];
    double turn = atan2(before.y - corner.y, before.x - corner.x) - atan2(after.y - corner.y, after.x - corner.x);
    double tangent = 0.1 * radius / fabs(tan(turn / 2));
    lv_fpoint_t from = toward(corner, before, tangent), to = toward(corner, after, tangent);
    lv_fpoint_t middle = {(float)corner.x, (float)corner.y};
    (i ? lv_vector_path_line_to : lv_vector_path_move_to)(path, &from);
    lv_vector_path_quad_to(path, &middle, &to);
  }
  lv_vector_path_close(path);
  return path;
}

// Returns a finished picture of a star on the screen's background.
static lv_draw_buf_t *star_picture(lv_color_format_t format, uint32_t inside, uint32_t edge) {
  lv_draw_buf_t *picture = lv_draw_buf_create(STAR, STAR, format, LV_STRIDE_AUTO);
  lv_obj_t *canvas = lv_canvas_create(lv_screen_active());
  lv_canvas_set_draw_buf(canvas, picture);
  lv_canvas_fill_bg(canvas, lv_color_hex(GROUND), LV_OPA_COVER);
  lv_layer_t layer;
  lv_canvas_init_layer(canvas, &layer);
  lv_draw_vector_dsc_t *task = lv_draw_vector_dsc_create(&layer);
  lv_vector_path_t *path = star_path(STAR * 0.563);
  lv_draw_vector_dsc_set_fill_color(task, lv_color_hex(inside));
  lv_draw_vector_dsc_set_fill_opa(task, LV_OPA_COVER);
  lv_draw_vector_dsc_set_stroke_color(task, lv_color_hex(edge));
  lv_draw_vector_dsc_set_stroke_opa(task, LV_OPA_COVER);
  lv_draw_vector_dsc_set_stroke_width(task, STAR / 48.0f);
  lv_draw_vector_dsc_add_path(task, path);
  lv_draw_vector(task);
  lv_vector_path_delete(path);
  lv_draw_vector_dsc_delete(task);
  lv_canvas_finish_layer(canvas, &layer);
  lv_obj_delete(canvas);
  return picture;
}

static void flush(lv_display_t *on, const lv_area_t *area, uint8_t *pixels) { lv_display_flush_ready(on); }

void peer_open_screen(const Screen *screen, const char *part) {
  lv_color_format_t format = screen->format == RGB565 ? LV_COLOR_FORMAT_RGB565 : LV_COLOR_FORMAT_XRGB8888;
  display = lv_display_get_default();
  lv_display_set_color_format(display, format);
  lv_display_set_buffers_with_stride(display, screen->pixels, NULL, screen->pitch * screen->height, screen->pitch,
                                     LV_DISPLAY_RENDER_MODE_DIRECT);
  lv_display_set_flush_cb(display, flush);
  lv_display_set_theme(display, NULL);
  lv_obj_t *parent = lv_screen_active();
  lv_obj_remove_style_all(parent);
  lv_obj_remove_flag(parent, LV_OBJ_FLAG_SCROLLABLE);
  fill(parent, GROUND, 0);

  const Layout *layout = strcmp(part, "question") == 0 ? &question : &reasons;
  for (int i = 0; i < LABELS && layout->labels[i].words; i++) add_label(parent, &layout->labels[i]);
  if (layout->has_stars) {
    // Stars are given as a whole, so a star is full or empty.
    lv_draw_buf_t *full = star_picture(format, STAR_FILL, STAR_EDGE), *empty = star_picture(format, EMPTY_FILL, EMPTY_EDGE);
    for (int i = 0; i < STARS; i++) {
      lv_obj_t *star = lv_image_create(parent);
      lv_image_set_src(star, i < VALUE ? full : empty);
      lv_obj_set_pos(star, STAR_X + i * STAR_PITCH, STAR_Y);
    }
  }
  for (int i = 0; i < BUTTONS && layout->buttons[i].words; i++) {
    lv_obj_t *button = add_button(parent, &layout->buttons[i]);
    if (i == 0 && strcmp(part, "button") == 0) pressed = button;
  }
  add_dot(parent, 380, 419, 13, ACCENT);
  add_dot(parent, 408, 421, 9, EMPTY_EDGE);
  lv_refr_now(display);
}

void peer_screen(void) {
  if (!pressed) {
    lv_obj_invalidate(lv_screen_active());
  } else if (lv_obj_has_state(pressed, LV_STATE_PRESSED)) {
    lv_obj_remove_state(pressed, LV_STATE_PRESSED);
  } else {
    lv_obj_add_state(pressed, LV_STATE_PRESSED);
  }
  lv_refr_now(display);
}
