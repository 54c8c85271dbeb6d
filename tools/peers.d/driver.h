// What every peer draws, so that all of them draw the same: the star of Sources/Control/StarSlider/Shape.swift with the placement
// of Face.swift, the drag and the page of averages of star-bench. A peer is one file with the functions below.
#ifndef DRIVER_H
#define DRIVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CORNERS = 10, WIDTH = 800, HEIGHT = 480, DRAG_STAR = 144, MANY_STAR = 24, GAP = 5, FRAMES = 1000 };

typedef struct {
  double x, y;
} Point;

enum { XRGB8888, RGB565 };

typedef struct {
  void *pixels;
  int width, height;
  // Bytes from row to row.
  int pitch;
  // XRGB8888 or RGB565.
  int format;
} Screen;

typedef struct {
  int side;
  // Clockwise, pixels of the star's square.
  Point corners[CORNERS];
  // The outline's outer and inner border, 2 px apart.
  Point outer[CORNERS], inner[CORNERS];
  // From the square's edge to the box that fills, and the box's width.
  double inset, box;
} Star;

Star star_of(int side);
// Where a fill of so many 256ths of a star ends, pixels of its square.
double fill_end(const Star *star, int share);
// The star's part with x below `end`; the number of corners, at most 2 * CORNERS.
int clip_star(const Star *star, double end, Point out[2 * CORNERS]);

enum { WHITE = 0xffffffff, YELLOW = 0xffffff00, BLACK = 0xff000000, FILL_SHARE = 154, LINE = 2 };

// Each peer's own. Those that it cannot do are left out: bit by bit in `peer_can`.
enum { CAN_RASTER = 1, CAN_DRAG = 2, CAN_MANY = 4 };
// What of a star's coverage is asked for.
enum { INSIDE, OUTLINE };
extern const int peer_can;
const char *peer_version(void);

// Once, before anything else. The screen stays; stars of `side` are drawn at (0, 0).
void peer_open(const Screen *screen, int side);
// One star from its corners: background, fill clipped to FILL_SHARE, outline.
void peer_raster(void);
// The same, but only the columns `from` ..< `to` are drawn; the rest of the screen stays as it is.
void peer_part(int from, int to);
// White on the black screen: the inside (INSIDE) or the outline (OUTLINE), unclipped; so that pixels are coverage.
void peer_coverage(int part);
// Renders finished pictures, empty and full, of stars of `side`.
void peer_make_tiles(int side);
// Copies a full or empty star's columns `from` ..< `to` to the screen; the star's square begins at (x, y).
void peer_copy(int full, int x, int y, int from, int to);
// Draws one column as a mix: `share` of 256 of the full picture over the empty one.
void peer_mix(int x, int y, int column, int share);

#ifdef __cplusplus
}
#endif
#endif
