// The star that all peers draw.
#include "driver.h"

#include <math.h>

// From Sources/Control/StarSlider/Shapes, in thousandths of the box.
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

// Placed once per size: a program that draws many stars would not place each anew.
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
