// A window of SDL 2, which is loaded when one is opened: no program links it, and none needs its headers to be built. One thread.
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
  /// The surface is another one, perhaps of another size.
  cw_resized,
  /// The desktop has lost the window's content.
  cw_exposed,
  /// The visitor closed the window, or the desktop asks the program to end.
  cw_closed,
};

struct cw_event {
  enum cw_kind kind;
  /// The contact, 0 for the mouse; the key's scancode, as in USB's HID usage tables, page 7.
  int32_t number;
  /// In 1/256 pixel.
  int32_t x, y;
  /// Whether a held key repeats.
  int32_t is_repeat;
};

/// A rectangle, as SDL_Rect.
struct cw_rect {
  int32_t x, y, width, height;
};

/// The memory of a window, in pixels of the screen's hardware. It is valid until the next call of `cw_surface_of`.
struct cw_surface {
  void *_Nullable pixels;
  int32_t pitch, width, height;
  /// The color masks of a pixel of `bytes` bytes.
  uint32_t red, green, blue, bytes;
};

/// The library, and Debian's package with it.
extern const char *_Nonnull const cw_library;
extern const char *_Nonnull const cw_package;

/// Loads SDL if it is not loaded yet. Returns null, or why it cannot be loaded.
const char *_Nullable cw_load(void);

/// Opens a window of `width` x `height` of the desktop's points; if a side is 0, of `usual_width` x `usual_height` or what fits. Returns
/// null if it cannot; `cw_error` says why.
struct cw_window *_Nullable cw_open(
  const char *_Nonnull title, int32_t width, int32_t height, int32_t usual_width, int32_t usual_height);

/// SDL's last error.
const char *_Nonnull cw_error(void);

/// The video driver, as in "x11" or "wayland".
const char *_Nonnull cw_driver(void);

/// Becomes readable when there may be events.
int cw_descriptor(const struct cw_window *_Nonnull window);

/// Fills `event` with the next event. Returns 0 if there is none.
int cw_next(struct cw_window *_Nonnull window, struct cw_event *_Nonnull event);

/// Fills `surface`. Returns 0 if there is none.
int cw_surface_of(struct cw_window *_Nonnull window, struct cw_surface *_Nonnull surface);

/// Shows rectangles of the surface, or with a count of 0 all of it. Returns 0 if the window has another surface now.
int cw_present(struct cw_window *_Nonnull window, const struct cw_rect *_Nullable rects, int count);

void cw_toggle_full_screen(struct cw_window *_Nonnull window);

void cw_close(struct cw_window *_Nonnull window);

#endif
