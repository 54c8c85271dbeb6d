// The scenes that every peer draws: the star of Sources/Control/StarSlider/Slider/Shapes with the placement of its faces, and
// star-bench's drag and page of averages. A peer is one file that defines the functions below.
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
  // The corners, clockwise, in pixels of the star's square.
  Point corners[CORNERS];
  // The outline's outer and inner border, 2 px apart.
  Point outer[CORNERS], inner[CORNERS];
  // The distance from the square's edge to the box that fills, and the box's width.
  double inset, box;
} Star;

// The star in a square of `side` pixels, placed once per size.
Star star_of(int side);
// The fill edge for a fill of `share` 256ths, in pixels of the star's square.
double fill_end(const Star *star, int share);
// Clips the star to x below `end`. Returns the number of corners, at most 2 * CORNERS.
int clip_star(const Star *star, double end, Point out[2 * CORNERS]);

// A logo of CURVES cubic curves in a square of `side` pixels: three points for each, and the first one again.
enum { CURVES = 200 };
void logo_of(int side, Point points[3 * CURVES + 1]);

// A line of text, as star-bench's workload `line` draws it: size in pixels per em, box and baseline in pixels. programs.py names the same font.
#define LINE_TEXT "How was our service?"
#define LINE_FONT "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
enum { LINE_SIZE = 40, LINE_X = 20, LINE_Y = 20, LINE_WIDTH = 420, LINE_HEIGHT = 60, BASELINE = 63 };

enum { WHITE = 0xffffffff, YELLOW = 0xffffff00, BLACK = 0xff000000, FILL_SHARE = 154, LINE = 2 };

// Each peer defines these. `peer_can` has a bit for each workload that the library supports, by format.
enum { CAN_RASTER = 1, CAN_DRAG = 2, CAN_MANY = 4, CAN_PATH = 8, CAN_SCREEN = 16, CAN_LINE = 32 };
// The parts of a star whose coverage is compared.
enum { INSIDE, OUTLINE };
extern const int peer_can[2];
const char *peer_version(void);

// Called once, before anything else. Stars of `side` pixels are drawn at (0, 0) of the screen.
void peer_open(const Screen *screen, int side);
// Draws one star from its corners: background, fill clipped to FILL_SHARE, outline.
void peer_raster(void);
// Draws the logo, black on white, from its curves. Only for CAN_PATH.
void peer_path(void);
// Shows a screen of star-bench's sample kiosk: "question", "reasons", or "button", which is the reasons with a button to press. Only for
// CAN_SCREEN, as the next function.
void peer_open_screen(const Screen *screen, const char *part);
// Paints the whole screen, or presses or releases the button and paints what changed.
void peer_screen(void);
// Opens the line's font, and draws the line, black on white, from its characters. Only for CAN_LINE.
void peer_open_line(void);
void peer_line(void);
// Draws only the columns `from` ..< `to` of the same star.
void peer_part(int from, int to);
// Draws the inside or the outline, unclipped, in white on black, so that pixels are coverage.
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
