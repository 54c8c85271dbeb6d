// Five stars on LVGL's linux_drm and evdev, as its users would write them, for tools/peers --end-to-end.
//
//   stars EVENT-DEVICE
//
// The pictures of an empty and a full star are compiled in, so nothing is rasterized at the start. A full star is clipped by a container
// whose width is the fill. A finger changes the containers that its move concerns, and LVGL repaints these. At the end the program
// prints, for each frame caused by a touch, the run time from the wakeup that read the touch to the commit, in nanoseconds.
#include <lvgl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "pictures.h"  // EMPTY, FULL: SIDE x SIDE pixels of four bytes

enum { STARS = 5, GAP = 5, LEFT = 30, TOP = 168, FRAMES = 4096 };

static lv_obj_t *fills[STARS];
static int widths[STARS];
static int64_t woken, touched, costs[FRAMES];
static int frames;
static volatile sig_atomic_t is_ending;

static void end(int signal) { is_ending = 1; }

static int64_t run_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static lv_image_dsc_t picture(const uint8_t *pixels) {
  return (lv_image_dsc_t){
      .header = {.magic = LV_IMAGE_HEADER_MAGIC, .cf = LV_COLOR_FORMAT_XRGB8888, .w = SIDE, .h = SIDE, .stride = SIDE * 4},
      .data_size = SIDE * SIDE * 4,
      .data = pixels,
  };
}

static void touch(lv_event_t *event) {
  lv_point_t point;
  lv_indev_get_point(lv_indev_active(), &point);
  for (int i = 0; i < STARS; i++) {
    int width = LV_CLAMP(0, point.x - (LEFT + i * (SIDE + GAP)), SIDE);
    if (width == widths[i]) continue;
    widths[i] = width;
    lv_obj_set_width(fills[i], width);
    if (!touched) touched = woken;
  }
}

static void flushed(lv_event_t *event) {
  if (!touched || !lv_display_flush_is_last(lv_event_get_current_target(event))) return;
  costs[frames++ % FRAMES] = run_time() - touched;
  touched = 0;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  signal(SIGTERM, end);
  lv_init();
  lv_display_t *display = lv_linux_drm_create();
  if (!display || lv_linux_drm_set_file(display, "/dev/dri/card0", -1) != LV_RESULT_OK) {
    fprintf(stderr, "stars: cannot use /dev/dri/card0\n");
    return 1;
  }
  lv_display_add_event_cb(display, flushed, LV_EVENT_FLUSH_FINISH, NULL);
  lv_indev_t *finger = lv_evdev_create(LV_INDEV_TYPE_POINTER, argv[1]);
  if (!finger) {
    fprintf(stderr, "stars: cannot use %s\n", argv[1]);
    return 1;
  }
  lv_obj_t *screen = lv_screen_active();
  lv_obj_set_style_bg_color(screen, lv_color_white(), 0);
  lv_obj_remove_flag(screen, LV_OBJ_FLAG_SCROLLABLE);
  lv_obj_add_event_cb(screen, touch, LV_EVENT_PRESSED, NULL);
  lv_obj_add_event_cb(screen, touch, LV_EVENT_PRESSING, NULL);
  lv_image_dsc_t empty = picture(EMPTY), full = picture(FULL);
  for (int i = 0; i < STARS; i++) {
    lv_obj_t *star = lv_image_create(screen);
    lv_image_set_src(star, &empty);
    lv_obj_set_pos(star, LEFT + i * (SIDE + GAP), TOP);
    fills[i] = lv_obj_create(screen);
    lv_obj_remove_style_all(fills[i]);
    lv_obj_remove_flag(fills[i], LV_OBJ_FLAG_CLICKABLE | LV_OBJ_FLAG_SCROLLABLE);
    lv_obj_set_pos(fills[i], LEFT + i * (SIDE + GAP), TOP);
    lv_obj_set_size(fills[i], 0, SIDE);
    lv_image_set_src(lv_image_create(fills[i]), &full);
  }
  while (!is_ending) {
    woken = run_time();
    uint32_t pause = lv_timer_handler();
    usleep((pause == LV_NO_TIMER_READY ? LV_DEF_REFR_PERIOD : pause) * 1000);
  }
  for (int i = frames > FRAMES ? frames - FRAMES : 0; i < frames; i++) printf("%lld\n", (long long)costs[i % FRAMES]);
  return 0;
}
