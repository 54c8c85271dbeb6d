// Runs one peer:
//
//   PEER version                                                the library's version
//   PEER star SIDE                                              the star's corners, both borders, and the fill edge
//   PEER time FORMAT raster|path SIDE|screen PART|drag|many|line
//                                                              nanoseconds of one operation: the fastest of nine warm batches
//   PEER count FORMAT raster|path SIDE|screen PART|drag|many|line N  N repetitions without a clock, for callgrind
//   PEER picture FORMAT raster|path|inside|outline SIDE FILE    writes the picture as PPM
//   PEER picture FORMAT screen PART FILE
//   PEER picture FORMAT drag|many FILE
//   PEER partial FORMAT raster SIDE|drag                        the greatest difference between drawing in parts and at once
//
// FORMAT is XRGB8888 or RGB565. PART is question, reasons or button. Exit status 77: the library does not support the workload.
#include "driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scene.h"

static Screen screen;

static void fail(const char *words) {
  fprintf(stderr, "%s\n", words);
  exit(2);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static size_t screen_bytes(void) { return (size_t)screen.pitch * screen.height; }

static void make_screen(int width, int height, int format) {
  screen = (Screen){.width = width, .height = height, .pitch = width * (format == RGB565 ? 2 : 4), .format = format};
  // Cairo and pixman require rows at multiples of four bytes.
  screen.pitch = (screen.pitch + 3) / 4 * 4;
  screen.pixels = aligned_alloc(64, (screen_bytes() + 63) / 64 * 64);
  if (!screen.pixels) fail("no memory");
  memset(screen.pixels, 0xff, screen_bytes());
}

// programs.py has the same number for star-bench.
enum { BATCHES = 9 };
enum { RASTER, DRAG, MANY, PATH, SCREEN, LINE_OF_TEXT, COVERAGE };

// Peers that do not support a workload leave its functions out; they are not called.
__attribute__((weak)) void peer_path(void) { abort(); }
__attribute__((weak)) void peer_open_screen(const Screen *screen, const char *part) { abort(); }
__attribute__((weak)) void peer_screen(void) { abort(); }
__attribute__((weak)) void peer_open_line(void) { abort(); }
__attribute__((weak)) void peer_line(void) { abort(); }

static void run(int workload, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    switch (workload) {
      case RASTER: peer_raster(); break;
      case DRAG: drag_frame((int)i); break;
      case MANY: many(); break;
      case PATH: peer_path(); break;
      case LINE_OF_TEXT: peer_line(); break;
      case SCREEN: peer_screen(); break;
    }
  }
}

// Red, green and blue of 0 ... 255; fields of five and six bits are widened by repeating their bits, as displays do.
static void channels(const void *pixels, int x, int y, uint8_t out[3]) {
  const char *row = (const char *)pixels + y * screen.pitch;
  if (screen.format == XRGB8888) {
    uint32_t p = ((const uint32_t *)row)[x];
    out[0] = p >> 16, out[1] = p >> 8, out[2] = p;
  } else {
    unsigned p = ((const uint16_t *)row)[x], r = p >> 11, g = p >> 5 & 63, b = p & 31;
    out[0] = r << 3 | r >> 2, out[1] = g << 2 | g >> 4, out[2] = b << 3 | b >> 2;
  }
}

static void write_picture(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write the picture");
  fprintf(file, "P6\n%d %d\n255\n", screen.width, screen.height);
  for (int y = 0; y < screen.height; y++) {
    for (int x = 0; x < screen.width; x++) {
      uint8_t rgb[3];
      channels(screen.pixels, x, y, rgb);
      fwrite(rgb, 1, 3, file);
    }
  }
  if (fclose(file) != 0) fail("cannot write the picture");
}

static int most_difference(const void *other) {
  int most = 0;
  if (memcmp(other, screen.pixels, screen_bytes()) == 0) return 0;
  for (int y = 0; y < screen.height; y++) {
    for (int x = 0; x < screen.width; x++) {
      uint8_t a[3], b[3];
      channels(other, x, y, a), channels(screen.pixels, x, y, b);
      for (int i = 0; i < 3; i++) most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    }
  }
  return most;
}

// Compares a star drawn three columns at a time, and a drag's frames, with the same drawn at once.
static int partial(int workload) {
  int most = 0;
  void *copy = malloc(screen_bytes());
  if (!copy) fail("no memory");
  if (workload == RASTER) {
    peer_raster();
    memcpy(copy, screen.pixels, screen_bytes());
    for (int x = 0; x < screen.width; x += 3) peer_part(x, x + 3 < screen.width ? x + 3 : screen.width);
    most = most_difference(copy);
  } else {
    for (int i = 0; i < FRAMES; i++) {
      drag_frame(i);
      if (i % 9 != 0) continue;
      memcpy(copy, screen.pixels, screen_bytes());
      paint_drag();
      int differs = most_difference(copy);
      if (differs > most) most = differs;
      memcpy(screen.pixels, copy, screen_bytes());
    }
  }
  free(copy);
  return most;
}

static void print_star(int side) {
  Star star = star_of(side);
  for (int i = 0; i < CORNERS; i++) {
    printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", star.corners[i].x, star.corners[i].y, star.outer[i].x,
           star.outer[i].y, star.inner[i].x, star.inner[i].y);
  }
  printf("%.17g %.17g\n", fill_end(&star, FILL_SHARE), star.inset + star.box);
}

// A drag's batch is the whole drag; other workloads repeat for about 2 ms. One batch warms up. Other programs and the host can only delay a
// batch, so the fastest counts.
static double time_of(int workload) {
  int64_t count = FRAMES;
  if (workload != DRAG) {
    for (count = 1;; count *= 2) {
      int64_t start = now();
      run(workload, count);
      if (now() - start > 1000000) break;
    }
  }
  run(workload, count);
  int64_t fastest = INT64_MAX;
  for (int i = 0; i < BATCHES; i++) {
    int64_t start = now();
    run(workload, count);
    int64_t time = now() - start;
    if (time < fastest) fastest = time;
  }
  return (double)fastest / (double)count;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "version") == 0) return printf("%s\n", peer_version()) < 0;
  if (argc == 3 && strcmp(argv[1], "star") == 0) return print_star(atoi(argv[2])), 0;
  if (argc < 4) fail("usage: PEER time|count|picture|partial XRGB8888|RGB565 raster|path|inside|outline SIDE|screen PART|drag|many|line [N|FILE]");
  const char *command = argv[1], *word = argv[3];
  int format = strcmp(argv[2], "RGB565") == 0 ? RGB565 : XRGB8888;
  int workload = strcmp(word, "raster") == 0 ? RASTER : strcmp(word, "drag") == 0 ? DRAG : strcmp(word, "many") == 0 ? MANY
                 : strcmp(word, "path") == 0 ? PATH : strcmp(word, "screen") == 0 ? SCREEN
                 : strcmp(word, "line") == 0 ? LINE_OF_TEXT : COVERAGE;
  if (!(peer_can[format] & (workload == COVERAGE ? CAN_RASTER : 1 << workload))) return 77;
  int is_star = workload == RASTER || workload == PATH || workload == COVERAGE;
  int words = is_star || workload == SCREEN ? 5 : 4;
  if (argc < words) fail("the workload requires a side or a part");
  const char *rest = argc > words ? argv[words] : "";
  int side = is_star ? atoi(argv[4]) : workload == DRAG ? DRAG_STAR : MANY_STAR;
  make_screen(is_star ? side : WIDTH, is_star ? side : HEIGHT, format);
  peer_open(&screen, side);
  if (workload == DRAG) open_drag();
  if (workload == MANY) open_many();
  if (workload == SCREEN) peer_open_screen(&screen, argv[4]);
  if (workload == LINE_OF_TEXT) peer_open_line();
  if (workload == COVERAGE) {
    memset(screen.pixels, 0, screen_bytes());
    peer_coverage(strcmp(word, "outline") == 0 ? OUTLINE : INSIDE);
  }
  if (strcmp(command, "picture") == 0) {
    run(workload, workload == DRAG ? 301 : 1);
    write_picture(rest);
  } else if (strcmp(command, "count") == 0) {
    run(workload, atoll(rest));
  } else if (strcmp(command, "partial") == 0) {
    printf("%d\n", partial(workload));
  } else {
    printf("%.3f\n", time_of(workload));
  }
  return 0;
}
