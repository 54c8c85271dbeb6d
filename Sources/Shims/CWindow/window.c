#include "CWindow.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sdl.h"

_Static_assert(sizeof(struct cw_rect) == sizeof(SDL_Rect), "rectangles are passed on as they are");

const char *const cw_library = "libSDL2-2.0.so.0";
const char *const cw_package = "libsdl2-2.0-0";

static struct {
#define POINTER(function) __typeof__(function) *function;
  CW_FUNCTIONS(POINTER)
} sdl;
static unsigned char is_loaded;

struct cw_window {
  SDL_Window *window;
  // An epoll descriptor for the connection to the display server and for `bell`.
  int descriptor;
  // An eventfd that is written for each event in SDL's queue. It is needed because an event that arrived while SDL talked to the server is
  // already in the queue, and the connection is then not readable.
  int bell;
  // Under Wayland, SDL's window surface is in the desktop's points, which the compositor would scale. A texture is in pixels.
  SDL_Renderer *renderer;
  SDL_Texture *texture;
  struct cw_surface memory;
};

// Returns the text of dlerror(3). If the library is missing, the text begins with its name, which is removed.
static const char *reason(void) {
  const char *words = dlerror();
  size_t length = strlen(cw_library);
  return strncmp(words, cw_library, length) == 0 && strncmp(words + length, ": ", 2) == 0 ? words + length + 2 : words;
}

const char *cw_load(void) {
  if (is_loaded) return NULL;
  void *handle = dlopen(cw_library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return reason();
#define LOAD(function)                                                \
  *(void **)&sdl.function = dlsym(handle, #function);                 \
  if (!sdl.function) return reason();
  CW_FUNCTIONS(LOAD)
  is_loaded = 1;
  return NULL;
}

// Why the last window could not be opened; empty if SDL_GetError has the reason.
static char failure[256];

const char *cw_error(void) { return failure[0] ? failure : sdl.SDL_GetError(); }

const char *cw_driver(void) {
  const char *name = sdl.SDL_GetCurrentVideoDriver();
  return name ? name : "none";
}

// Calls a function, such as XConnectionNumber, of a library that SDL has loaded. Returns -1 if it does not exist.
static int connection(const char *library, const char *function, void *display) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  int (*number)(void *) = handle ? (int (*)(void *))dlsym(handle, function) : NULL;
  return number ? number(display) : -1;
}

static int connection_of(SDL_Window *window) {
  SDL_SysWMinfo info;
  memset(&info, 0, sizeof info);
  sdl.SDL_GetVersion(&info.version);
  if (!sdl.SDL_GetWindowWMInfo(window, &info)) return -1;
  if ((int)info.subsystem == SDL_SYSWM_X11) return connection("libX11.so.6", "XConnectionNumber", info.info.x11.display);
  if ((int)info.subsystem == SDL_SYSWM_WAYLAND) {
    return connection("libwayland-client.so.0", "wl_display_get_fd", info.info.wl.display);
  }
  return -1;
}

static int ring(void *bell, SDL_Event *event) {
  (void)event;
  eventfd_write(*(int *)bell, 1);
  return 0;
}

static void set_hints(void) {
  // A driver without a desktop is never used. XWayland's windows are blurred on high-density screens, so Wayland comes first. The user's
  // environment takes precedence.
  sdl.SDL_SetHint("SDL_VIDEODRIVER", getenv("WAYLAND_DISPLAY") ? "wayland,x11" : "x11");
  sdl.SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  sdl.SDL_SetHint("SDL_VIDEO_ALLOW_SCREENSAVER", "1");
  // With sentinels, SDL_PollEvent would return 0 while events are left.
  sdl.SDL_SetHint("SDL_POLL_SENTINEL", "0");
  // A finger must not act as a mouse, nor a mouse as a finger.
  sdl.SDL_SetHint("SDL_TOUCH_MOUSE_EVENTS", "0");
  sdl.SDL_SetHint("SDL_MOUSE_TOUCH_EVENTS", "0");
  // The click that gives the window the focus counts, like the touch of a finger.
  sdl.SDL_SetHint("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1");
}

static int least(int one, int other) { return one < other ? one : other; }

struct cw_window *cw_open(const char *title, int32_t width, int32_t height, int32_t usual_width, int32_t usual_height) {
  failure[0] = 0;
  set_hints();
  if (sdl.SDL_Init(SDL_INIT_VIDEO) != 0) return NULL;
  int is_wayland = strcmp(cw_driver(), "wayland") == 0;
  // An X11 server accepts rectangles of memory, so a texture would only be an extra step.
  if (!is_wayland) sdl.SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0");
  if (width == 0 || height == 0) {
    SDL_Rect usable = {0, 0, usual_width, usual_height};
    if (sdl.SDL_GetDisplayUsableBounds(0, &usable) != 0 || usable.w <= 0 || usable.h <= 0) usable.w = usable.h = INT32_MAX;
    width = least(usual_width, usable.w);
    height = least(usual_height, usable.h);
  }
  struct cw_window *opened = calloc(1, sizeof *opened);
  SDL_Window *window = opened ? sdl.SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
    SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI) : NULL;
  if (window && is_wayland) opened->renderer = sdl.SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED);
  if (!window || (is_wayland && !opened->renderer)) {
    // The reason is copied, because SDL_Quit discards it.
    snprintf(failure, sizeof failure, "%s", opened ? sdl.SDL_GetError() : "out of memory");
    if (window) sdl.SDL_DestroyWindow(window);
    sdl.SDL_Quit();
    free(opened);
    return NULL;
  }
  // The smallest size for which screens are laid out is 320x240.
  sdl.SDL_SetWindowMinimumSize(window, least(width, 320), least(height, 240));
  sdl.SDL_StopTextInput();
  opened->window = window;
  opened->descriptor = epoll_create1(EPOLL_CLOEXEC);
  opened->bell = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event readable = {.events = EPOLLIN};
  int server = connection_of(window);
  if (server >= 0) epoll_ctl(opened->descriptor, EPOLL_CTL_ADD, server, &readable);
  epoll_ctl(opened->descriptor, EPOLL_CTL_ADD, opened->bell, &readable);
  sdl.SDL_AddEventWatch(ring, &opened->bell);
  return opened;
}

int cw_descriptor(const struct cw_window *window) { return window->descriptor; }

// Stores the window's size in the screen's pixels.
static void size_of(const struct cw_window *window, int *width, int *height) {
  sdl.SDL_GetWindowSizeInPixels(window->window, width, height);
}

// Sets a position in 1/256 pixel, at the middle of a point or a pixel.
static void set_position(struct cw_event *event, const struct cw_window *window, int x, int y) {
  int points_x, points_y, width, height;
  sdl.SDL_GetWindowSize(window->window, &points_x, &points_y);
  size_of(window, &width, &height);
  event->x = (int32_t)((256 * (int64_t)x + 128) * width / (points_x > 0 ? points_x : 1));
  event->y = (int32_t)((256 * (int64_t)y + 128) * height / (points_y > 0 ? points_y : 1));
}

// Translates an event. Returns 0 if the event is not used.
static int translate(const struct cw_window *window, const SDL_Event *from, struct cw_event *event) {
  memset(event, 0, sizeof *event);
  switch (from->type) {
    case SDL_QUIT:
      event->kind = cw_closed;
      return 1;
    case SDL_WINDOWEVENT:
      switch (from->window.event) {
        case SDL_WINDOWEVENT_CLOSE: event->kind = cw_closed; return 1;
        case SDL_WINDOWEVENT_SIZE_CHANGED: event->kind = cw_resized; return 1;
        case SDL_WINDOWEVENT_EXPOSED: event->kind = cw_exposed; return 1;
        default: return 0;
      }
    case SDL_KEYDOWN:
      event->kind = cw_key;
      event->number = (int32_t)from->key.keysym.scancode;
      event->is_repeat = from->key.repeat;
      return 1;
    case SDL_MOUSEMOTION:
      if (from->motion.which == SDL_TOUCH_MOUSEID || !(from->motion.state & SDL_BUTTON_LMASK)) return 0;
      event->kind = cw_moved;
      set_position(event, window, from->motion.x, from->motion.y);
      return 1;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      if (from->button.which == SDL_TOUCH_MOUSEID || from->button.button != SDL_BUTTON_LEFT) return 0;
      event->kind = from->type == SDL_MOUSEBUTTONDOWN ? cw_began : cw_ended;
      set_position(event, window, from->button.x, from->button.y);
      return 1;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP: {
      int width, height;
      size_of(window, &width, &height);
      event->kind = from->type == SDL_FINGERDOWN ? cw_began : from->type == SDL_FINGERUP ? cw_ended : cw_moved;
      event->number = (int32_t)(from->tfinger.fingerId & 0xffffff) + 1;
      event->x = (int32_t)(from->tfinger.x * 256 * width);
      event->y = (int32_t)(from->tfinger.y * 256 * height);
      return 1;
    }
    default: return 0;
  }
}

int cw_next(struct cw_window *window, struct cw_event *event) {
  SDL_Event from;
  while (sdl.SDL_PollEvent(&from)) {
    if (translate(window, &from, event)) return 1;
  }
  // The queue is empty, including the events that this call read from the connection.
  eventfd_t count;
  eventfd_read(window->bell, &count);
  return 0;
}

// Creates a texture and memory of the window's size, unless they exist.
static int texture_of(struct cw_window *window) {
  int width, height;
  struct cw_surface *memory = &window->memory;
  size_of(window, &width, &height);
  if (memory->pixels && memory->width == width && memory->height == height) return 1;
  if (window->texture) sdl.SDL_DestroyTexture(window->texture);
  free(memory->pixels);
  window->texture = sdl.SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING, width, height);
  void *pixels = calloc((size_t)height, 4 * (size_t)width);
  *memory = (struct cw_surface){pixels, 4 * width, width, height, 0xff0000, 0xff00, 0xff, 4};
  return window->texture && pixels;
}

static void present_texture(struct cw_window *window, const SDL_Rect *rects, int count) {
  const struct cw_surface *memory = &window->memory;
  if (count == 0) sdl.SDL_UpdateTexture(window->texture, NULL, memory->pixels, memory->pitch);
  for (int i = 0; i < count; i++) {
    const char *first = (const char *)memory->pixels + (size_t)rects[i].y * memory->pitch + 4 * (size_t)rects[i].x;
    sdl.SDL_UpdateTexture(window->texture, &rects[i], first, memory->pitch);
  }
  sdl.SDL_RenderCopy(window->renderer, window->texture, NULL, NULL);
  sdl.SDL_RenderPresent(window->renderer);
}

int cw_surface_of(struct cw_window *window, struct cw_surface *surface) {
  if (window->renderer) {
    int is_ready = texture_of(window);
    *surface = window->memory;
    return is_ready;
  }
  SDL_Surface *from = sdl.SDL_GetWindowSurface(window->window);
  if (!from || !from->pixels) return 0;
  *surface = (struct cw_surface){
    from->pixels, from->pitch, from->w, from->h, from->format->Rmask, from->format->Gmask, from->format->Bmask,
    from->format->BytesPerPixel};
  return 1;
}

int cw_present(struct cw_window *window, const struct cw_rect *rects, int count) {
  if (window->renderer) {
    present_texture(window, (const SDL_Rect *)rects, count);
    sdl.SDL_PumpEvents();
    return 1;
  }
  int status = count == 0 ? sdl.SDL_UpdateWindowSurface(window->window)
                          : sdl.SDL_UpdateWindowSurfaceRects(window->window, (const SDL_Rect *)rects, count);
  // The server's answer may have included events.
  sdl.SDL_PumpEvents();
  return status == 0;
}

void cw_toggle_full_screen(struct cw_window *window) {
  uint32_t flags = sdl.SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
  sdl.SDL_SetWindowFullscreen(window->window, flags ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void cw_close(struct cw_window *window) {
  sdl.SDL_DelEventWatch(ring, &window->bell);
  if (window->texture) sdl.SDL_DestroyTexture(window->texture);
  if (window->renderer) sdl.SDL_DestroyRenderer(window->renderer);
  free(window->memory.pixels);
  sdl.SDL_DestroyWindow(window->window);
  sdl.SDL_Quit();
  close(window->bell);
  close(window->descriptor);
  free(window);
}
