// Runs one peer: PEER time|count|picture raster SIDE|drag|many [N|FILE], or PEER version.
//
//   time     prints nanoseconds per star, frame or scene: one warm batch
//   count N  runs it N times without a clock, for callgrind
//   picture  writes what it drew as PPM
#include "driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static void make_screen(int width, int height) {
  screen = (Screen){.width = width, .height = height, .pitch = width * 4};
  screen.pixels = aligned_alloc(64, (size_t)(screen.pitch * height + 63) / 64 * 64);
  if (!screen.pixels) fail("no memory");
  memset(screen.pixels, 0xff, (size_t)screen.pitch * height);
}

static Star star;

// A star's fill in 256ths of a pixel at a value in millionths of a star.
static int boundary(int64_t steps) {
  if (steps <= 0) return 0;
  if (steps >= 1000000) return star.side * 256;
  return (int)lround((star.inset + star.box * steps / 1e6) * 256);
}

static void paint_star(int x, int y, int end) {
  int whole = end >> 8;
  peer_copy(1, x, y, 0, whole);
  peer_copy(0, x, y, whole, star.side);
  if (end & 255) peer_mix(x, y, whole, end & 255);
}

// Only the columns that change between two boundaries.
static void change_star(int x, int y, int old, int new) {
  if (old == new) return;
  int a = old >> 8, b = new >> 8;
  if (new > old) {
    peer_copy(1, x, y, a, b);
  } else {
    int from = b + ((new & 255) ? 1 : 0), to = a + ((old & 255) ? 1 : 0);
    if (from < to) peer_copy(0, x, y, from, to);
  }
  if (new & 255) peer_mix(x, y, b, new & 255);
}

enum { STARS = 5, ROW = STARS * DRAG_STAR + (STARS - 1) * GAP, ROW_X = 30, ROW_Y = 168 };

static int64_t value;

static int64_t star_value(int64_t all, int i) {
  int64_t rest = all - i * 1000000ll;
  return rest < 0 ? 0 : rest > 1000000 ? 1000000 : rest;
}

// The slider's rule in short: cells reach half a gap beyond their star, and the box inside the star fills.
static int64_t value_at(double x) {
  double along = x - ROW_X;
  int i = (int)((along + GAP / 2.0) / (DRAG_STAR + GAP));
  if (i < 0) i = 0;
  if (i > STARS - 1) i = STARS - 1;
  double share = (along - i * (DRAG_STAR + GAP) - star.inset) / star.box;
  return (int64_t)((i + (share < 0 ? 0 : share > 1 ? 1 : share)) * 1e6 + 0.5);
}

static void drag_frame(int frame) {
  int i = frame % FRAMES, step = i < 500 ? i : 999 - i;
  int64_t next = value_at(ROW_X + ROW * (double)step / 499);
  if (next == value) return;
  int64_t low = next < value ? next : value, high = next < value ? value : next;
  for (int s = (int)(low / 1000000); s < (int)((high + 999999) / 1000000); s++) {
    change_star(ROW_X + s * (DRAG_STAR + GAP), ROW_Y, boundary(star_value(value, s)), boundary(star_value(next, s)));
  }
  value = next;
}

static void open_drag(void) {
  make_screen(WIDTH, HEIGHT);
  peer_open(&screen, DRAG_STAR);
  star = star_of(DRAG_STAR);
  peer_make_tiles(DRAG_STAR);
  for (int s = 0; s < STARS; s++) paint_star(ROW_X + s * (DRAG_STAR + GAP), ROW_Y, 0);
}

static void open_many(void) {
  make_screen(WIDTH, HEIGHT);
  peer_open(&screen, MANY_STAR);
  star = star_of(MANY_STAR);
  peer_make_tiles(MANY_STAR);
}

static void many(void) {
  for (int i = 0; i < 100; i++) {
    int64_t average = i * 5000000ll / 99;
    int x = i % 5 * (5 * MANY_STAR + 20), y = i / 5 * MANY_STAR;
    for (int s = 0; s < 5; s++) paint_star(x + s * MANY_STAR, y, boundary(star_value(average, s)));
  }
}

enum { RASTER, DRAG, MANY };

static void run(int workload, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    switch (workload) {
      case RASTER: peer_raster(); break;
      case DRAG: drag_frame((int)i); break;
      case MANY: many(); break;
    }
  }
}

static void write_picture(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write the picture");
  fprintf(file, "P6\n%d %d\n255\n", screen.width, screen.height);
  for (int i = 0; i < screen.width * screen.height; i++) {
    uint32_t p = screen.pixels[i];
    fputc(p >> 16 & 255, file);
    fputc(p >> 8 & 255, file);
    fputc(p & 255, file);
  }
  if (fclose(file) != 0) fail("cannot write the picture");
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "version") == 0) {
    printf("%s\n", peer_version());
    return 0;
  }
  if (argc < 3) fail("usage: PEER time|count|picture raster SIDE|drag|many [N|FILE]");
  int workload = strcmp(argv[2], "raster") == 0 ? RASTER : strcmp(argv[2], "drag") == 0 ? DRAG : MANY;
  if (!(peer_can & 1 << workload)) return 77;
  const char *rest = workload == RASTER ? argv[4] : argv[3];
  if (workload == RASTER) {
    if (argc < 4) fail("raster wants a side");
    int side = atoi(argv[3]);
    make_screen(side, side);
    peer_open(&screen, side);
  } else if (workload == DRAG) {
    open_drag();
  } else {
    open_many();
  }
  if (strcmp(argv[1], "picture") == 0) {
    run(workload, workload == DRAG ? 301 : 1);
    write_picture(rest);
  } else if (strcmp(argv[1], "count") == 0) {
    run(workload, atoll(rest));
  } else {
    // A drag is timed whole; others as often as takes about 2 ms. One batch warms up.
    int64_t count = FRAMES;
    if (workload != DRAG) {
      for (count = 1;; count *= 2) {
        int64_t start = now();
        run(workload, count);
        if (now() - start > 1000000) break;
      }
    }
    run(workload, count);
    int64_t start = now();
    run(workload, count);
    printf("%.3f\n", (double)(now() - start) / (double)count);
  }
  return 0;
}
