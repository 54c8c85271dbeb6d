// Draws stars from finished pictures: copies the columns that change and mixes one.
#include "scene.h"

#include <math.h>

#include "driver.h"

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

// Draws only the columns that change between two fill edges.
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

// The slider's rule: a hit cell extends half a gap beyond its star, and the box inside the star fills.
static int64_t value_at(double x) {
  double along = x - ROW_X;
  int i = (int)((along + GAP / 2.0) / (DRAG_STAR + GAP));
  if (i < 0) i = 0;
  if (i > STARS - 1) i = STARS - 1;
  double share = (along - i * (DRAG_STAR + GAP) - star.inset) / star.box;
  return (int64_t)((i + (share < 0 ? 0 : share > 1 ? 1 : share)) * 1e6 + 0.5);
}

static int star_x(int i) { return ROW_X + i * (DRAG_STAR + GAP); }

void drag_frame(int frame) {
  int i = frame % FRAMES, step = i < 500 ? i : 999 - i;
  int64_t next = value_at(ROW_X + ROW * (double)step / 499);
  if (next == value) return;
  int64_t low = next < value ? next : value, high = next < value ? value : next;
  for (int s = (int)(low / 1000000); s < (int)((high + 999999) / 1000000); s++) {
    change_star(star_x(s), ROW_Y, boundary(star_value(value, s)), boundary(star_value(next, s)));
  }
  value = next;
}

void paint_drag(void) {
  for (int s = 0; s < STARS; s++) paint_star(star_x(s), ROW_Y, boundary(star_value(value, s)));
}

void open_drag(void) {
  star = star_of(DRAG_STAR);
  peer_make_tiles(DRAG_STAR);
  paint_drag();
}

void open_many(void) {
  star = star_of(MANY_STAR);
  peer_make_tiles(MANY_STAR);
}

void many(void) {
  for (int i = 0; i < 100; i++) {
    int64_t average = i * 5000000ll / 99;
    int x = i % 5 * (5 * MANY_STAR + 20), y = i / 5 * MANY_STAR;
    for (int s = 0; s < 5; s++) paint_star(x + s * MANY_STAR, y, boundary(star_value(average, s)));
  }
}
