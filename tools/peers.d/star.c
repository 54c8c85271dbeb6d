// The star that all peers draw.
#include "driver.h"

#include <math.h>

// From Sources/Control/StarSlider/Slider/Shapes, in thousandths of the box.
static const int thousandths[CORNERS][2] = {{500, 25}, {654, 338}, {1000, 388}, {750, 631}, {809, 975},
                                            {500, 813}, {191, 975}, {250, 631},  {0, 388},   {346, 338}};

// The shape's coordinates have 16 fractional bits.
static double unit(int thousandths) { return round(thousandths * 65.536) / 65536; }

static double to_grid(double x) { return round(x * 256) / 256; }

// Returns the mitre point of a corner, LINE / 2 to the `side` (+1: left) of the contour.
static Point border(const Point *points, int i, double side) {
  Point a = points[(i + CORNERS - 1) % CORNERS], b = points[i], c = points[(i + 1) % CORNERS];
  double l0 = hypot(b.x - a.x, b.y - a.y), l1 = hypot(c.x - b.x, c.y - b.y);
  double x0 = (b.y - a.y) / l0, y0 = -(b.x - a.x) / l0, x1 = (c.y - b.y) / l1, y1 = -(c.x - b.x) / l1;
  double scale = side * LINE / 2.0 / (1 + x0 * x1 + y0 * y1);
  return (Point){b.x + (x0 + x1) * scale, b.y + (y0 + y1) * scale};
}

static void place(Star *star, double inset, double box) {
  for (int i = 0; i < CORNERS; i++) {
    star->corners[i] = (Point){to_grid(inset + box * unit(thousandths[i][0])), to_grid(inset + box * unit(thousandths[i][1]))};
  }
  for (int i = 0; i < CORNERS; i++) {
    star->outer[i] = border(star->corners, i, 1);
    star->inner[i] = border(star->corners, i, -1);
  }
  star->inset = inset;
  star->box = box;
}

static Star placed_star(int side) {
  Star star = {.side = side};
  // The overhang of the mitres beyond the box. Even corners point outwards.
  place(&star, 0, 1000);
  double reach = LINE / 2.0;
  for (int i = 0; i < CORNERS; i += 2) {
    reach = fmax(reach, fmax(fabs(star.outer[i].x - star.corners[i].x), fabs(star.outer[i].y - star.corners[i].y)));
  }
  reach = to_grid(reach);
  place(&star, reach, side - 2 * reach);
  return star;
}

// Placed once per size, because a program that draws many stars would not place each of them again.
Star star_of(int side) {
  static Star star;
  if (star.side != side) star = placed_star(side);
  return star;
}

double fill_end(const Star *star, int share) { return to_grid(star->inset + star->box * share / 256); }

int clip_star(const Star *star, double end, Point out[2 * CORNERS]) {
  int count = 0;
  for (int i = 0; i < CORNERS; i++) {
    Point a = star->corners[i], b = star->corners[(i + 1) % CORNERS];
    if (a.x <= end) out[count++] = a;
    if ((a.x <= end) != (b.x <= end)) out[count++] = (Point){end, a.y + (b.y - a.y) * (end - a.x) / (b.x - a.x)};
  }
  return count;
}

// The same whole numbers as in star-bench's PathWorkload.swift, 1/2^30.
static int64_t product(int64_t a, int64_t b) { return (a * b + (1 << 29)) >> 30; }

typedef struct {
  int64_t x, y;
} Vector;

static Vector turned(Vector v, Vector by) {
  return (Vector){product(v.x, by.x) - product(v.y, by.y), product(v.x, by.y) + product(v.y, by.x)};
}

static Point placed(int side, int64_t x, int64_t y) {
  return (Point){side * ((1 << 23) + ((x + 64) >> 7)) / 16777216.0, side * ((1 << 23) + ((y + 64) >> 7)) / 16777216.0};
}

void logo_of(int side, Point points[3 * CURVES + 1]) {
  const int64_t one = 1 << 30, third = 11244198;
  Vector u = {one, 0}, petal = {one, 0}, hook = {one, 0};
  for (int i = 0; i <= CURVES; i++) {
    int64_t radius = one * 65 / 100 + petal.x * 3 / 10, shift = hook.y * 7 / 100;
    int64_t out = petal.y * -24 / 10 - shift, along = radius + hook.x * 112 / 100;
    int64_t x = product(radius, u.x) - product(shift, u.y), y = product(radius, u.y) + product(shift, u.x);
    int64_t dx = product(product(out, u.x) - product(along, u.y), third), dy = product(product(out, u.y) + product(along, u.x), third);
    if (i > 0) points[3 * i - 1] = placed(side, x - dx, y - dy);
    points[3 * i] = placed(side, x, y);
    if (i < CURVES) points[3 * i + 1] = placed(side, x + dx, y + dy);
    u = turned(u, (Vector){1073211997, 33727046});
    petal = turned(petal, (Vector){1040008250, 267028733});
    hook = turned(hook, (Vector){940927133, 517279069});
  }
}
