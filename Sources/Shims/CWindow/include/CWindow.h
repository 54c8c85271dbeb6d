// A window of SDL 2, for use by one thread. SDL is loaded when a window is opened: programs are not linked to it, and building needs no SDL
// headers.
#ifndef CWINDOW_H
#define CWINDOW_H

#include <stddef.h>
#include <stdint.h>

struct cw_window;

/// What happened to a window.
enum cw_kind {
  cw_began,
  cw_moved,
  cw_ended,
  /// A key was pressed; held keys repeat.
  cw_key,
  /// The surface was replaced, perhaps by one of another size.
  cw_resized,
  /// The desktop has lost the window's content.
  cw_exposed,
  /// The visitor closed the window, or the desktop requested the program to end.
  cw_closed,
};

struct cw_event {
  enum cw_kind kind;
  /// The contact, 0 for the mouse; or the key's scancode, according to the USB HID usage tables, page 7.
  int32_t number;
  /// The position in 1/256 pixel.
  int32_t x, y;
  /// Whether this is the repetition of a held key.
  int32_t is_repeat;
};

/// A rectangle with the layout of SDL_Rect.
struct cw_rect {
  int32_t x, y, width, height;
};

/// The memory of a window, in the screen's pixel format. It is valid until the next call of `cw_surface_of`.
struct cw_surface {
  void *_Nullable pixels;
  int32_t pitch, width, height;
  /// The color masks of a pixel, and its number of bytes.
  uint32_t red, green, blue, bytes;
};

/// The names of the library and of the Debian package that contains it.
extern const char *_Nonnull const cw_library;
extern const char *_Nonnull const cw_package;

/// Loads SDL if it is not loaded yet. Returns null, or the reason why it cannot be loaded.
const char *_Nullable cw_load(void);

/// Opens a window of `width` x `height` in the desktop's points. If a side is 0, the size is `usual_width` x `usual_height`,
/// reduced to what fits.
/// Returns null on failure; `cw_error` then returns the reason.
struct cw_window *_Nullable cw_open(
  const char *_Nonnull title, int32_t width, int32_t height, int32_t usual_width, int32_t usual_height);

/// Returns SDL's last error.
const char *_Nonnull cw_error(void);

/// Returns the name of the video driver, such as "x11" or "wayland".
const char *_Nonnull cw_driver(void);

/// Returns a descriptor that becomes readable when there may be events.
int cw_descriptor(const struct cw_window *_Nonnull window);

/// Fills `event` with the next event. Returns 0 if there is none.
int cw_next(struct cw_window *_Nonnull window, struct cw_event *_Nonnull event);

/// Stores the window's surface. Returns 0 if there is none.
int cw_surface_of(struct cw_window *_Nonnull window, struct cw_surface *_Nonnull surface);

/// Shows rectangles of the surface, or all of it if `count` is 0. Returns 0 if the window has another surface now.
int cw_present(struct cw_window *_Nonnull window, const struct cw_rect *_Nullable rects, int count);

void cw_toggle_full_screen(struct cw_window *_Nonnull window);

void cw_close(struct cw_window *_Nonnull window);

#endif
