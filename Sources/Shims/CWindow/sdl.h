// The part of SDL 2's interface that is used here. No later version of SDL 2 may change it. Tests/Windows also compiles this folder with
// SDL's own headers in place of these types (CW_SDL_HEADERS), so that a difference does not compile.
#ifndef CW_SDL_H
#define CW_SDL_H

#include <stddef.h>
#include <stdint.h>

#ifdef CW_SDL_HEADERS
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#else

typedef struct SDL_Window SDL_Window;
typedef struct SDL_Renderer SDL_Renderer;
typedef struct SDL_Texture SDL_Texture;
typedef enum { SDL_FALSE, SDL_TRUE } SDL_bool;
typedef struct { int x, y, w, h; } SDL_Rect;

typedef struct {
  uint32_t format;
  void *palette;
  uint8_t BitsPerPixel, BytesPerPixel, padding[2];
  uint32_t Rmask, Gmask, Bmask, Amask;
} SDL_PixelFormat;

typedef struct {
  uint32_t flags;
  SDL_PixelFormat *format;
  int w, h, pitch;
  void *pixels;
} SDL_Surface;

typedef struct { uint32_t type, timestamp, windowID; uint8_t event, padding[3]; int32_t data1, data2; } SDL_WindowEvent;
typedef struct { int scancode; int32_t sym; uint16_t mod; uint32_t unused; } SDL_Keysym;
typedef struct {
  uint32_t type, timestamp, windowID;
  uint8_t state, repeat, padding[2];
  SDL_Keysym keysym;
} SDL_KeyboardEvent;
typedef struct { uint32_t type, timestamp, windowID, which, state; int32_t x, y, xrel, yrel; } SDL_MouseMotionEvent;
typedef struct {
  uint32_t type, timestamp, windowID, which;
  uint8_t button, state, clicks, padding;
  int32_t x, y;
} SDL_MouseButtonEvent;
typedef struct {
  uint32_t type, timestamp;
  int64_t touchId, fingerId;
  float x, y, dx, dy, pressure;
  uint32_t windowID;
} SDL_TouchFingerEvent;
typedef union {
  uint32_t type;
  SDL_WindowEvent window;
  SDL_KeyboardEvent key;
  SDL_MouseMotionEvent motion;
  SDL_MouseButtonEvent button;
  SDL_TouchFingerEvent tfinger;
  uint8_t padding[56];
} SDL_Event;
typedef int (*SDL_EventFilter)(void *, SDL_Event *);

typedef struct { uint8_t major, minor, patch; } SDL_version;
typedef struct {
  SDL_version version;
  int subsystem;
  union {
    struct { void *display; unsigned long window; } x11;
    struct { void *display; void *surface; } wl;
    uint8_t dummy[64];
  } info;
} SDL_SysWMinfo;

enum {
  SDL_INIT_VIDEO = 0x20,
  SDL_WINDOW_RESIZABLE = 0x20, SDL_WINDOW_ALLOW_HIGHDPI = 0x2000, SDL_WINDOW_FULLSCREEN_DESKTOP = 0x1001,
  SDL_QUIT = 0x100, SDL_WINDOWEVENT = 0x200, SDL_KEYDOWN = 0x300,
  SDL_MOUSEMOTION = 0x400, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP,
  SDL_FINGERDOWN = 0x700, SDL_FINGERUP, SDL_FINGERMOTION,
  SDL_WINDOWEVENT_EXPOSED = 3, SDL_WINDOWEVENT_SIZE_CHANGED = 6, SDL_WINDOWEVENT_CLOSE = 14,
  SDL_BUTTON_LEFT = 1, SDL_BUTTON_LMASK = 1,
  SDL_SYSWM_X11 = 2, SDL_SYSWM_WAYLAND = 6,
  SDL_RENDERER_ACCELERATED = 2, SDL_TEXTUREACCESS_STREAMING = 1, SDL_PIXELFORMAT_RGB888 = 0x16161804,
};
#define SDL_TOUCH_MOUSEID UINT32_MAX
#define SDL_WINDOWPOS_UNDEFINED 0x1FFF0000u

#endif

// The functions that are loaded. SDL's headers declare them as well, and a declaration that differs does not compile.
int SDL_Init(uint32_t flags);
void SDL_Quit(void);
const char *SDL_GetError(void);
const char *SDL_GetCurrentVideoDriver(void);
SDL_bool SDL_SetHint(const char *name, const char *value);
int SDL_GetDisplayUsableBounds(int display, SDL_Rect *bounds);
SDL_Window *SDL_CreateWindow(const char *title, int x, int y, int width, int height, uint32_t flags);
void SDL_DestroyWindow(SDL_Window *window);
void SDL_SetWindowMinimumSize(SDL_Window *window, int width, int height);
void SDL_GetWindowSize(SDL_Window *window, int *width, int *height);
void SDL_GetWindowSizeInPixels(SDL_Window *window, int *width, int *height);
uint32_t SDL_GetWindowFlags(SDL_Window *window);
int SDL_SetWindowFullscreen(SDL_Window *window, uint32_t flags);
SDL_Surface *SDL_GetWindowSurface(SDL_Window *window);
int SDL_UpdateWindowSurface(SDL_Window *window);
int SDL_UpdateWindowSurfaceRects(SDL_Window *window, const SDL_Rect *rects, int count);
SDL_Renderer *SDL_CreateRenderer(SDL_Window *window, int index, uint32_t flags);
void SDL_DestroyRenderer(SDL_Renderer *renderer);
SDL_Texture *SDL_CreateTexture(SDL_Renderer *renderer, uint32_t format, int access, int width, int height);
void SDL_DestroyTexture(SDL_Texture *texture);
int SDL_UpdateTexture(SDL_Texture *texture, const SDL_Rect *rect, const void *pixels, int pitch);
int SDL_RenderCopy(SDL_Renderer *renderer, SDL_Texture *texture, const SDL_Rect *from, const SDL_Rect *to);
void SDL_RenderPresent(SDL_Renderer *renderer);
SDL_bool SDL_GetWindowWMInfo(SDL_Window *window, SDL_SysWMinfo *info);
void SDL_GetVersion(SDL_version *version);
void SDL_PumpEvents(void);
int SDL_PollEvent(SDL_Event *event);
void SDL_AddEventWatch(SDL_EventFilter filter, void *data);
void SDL_DelEventWatch(SDL_EventFilter filter, void *data);
void SDL_StopTextInput(void);

#define CW_FUNCTIONS(F)                                                                                          \
  F(SDL_Init) F(SDL_Quit) F(SDL_GetError) F(SDL_GetCurrentVideoDriver) F(SDL_SetHint)                            \
  F(SDL_GetDisplayUsableBounds) F(SDL_CreateWindow) F(SDL_DestroyWindow) F(SDL_SetWindowMinimumSize)             \
  F(SDL_GetWindowSize) F(SDL_GetWindowSizeInPixels) F(SDL_GetWindowFlags) F(SDL_SetWindowFullscreen)             \
  F(SDL_GetWindowSurface) F(SDL_UpdateWindowSurface) F(SDL_UpdateWindowSurfaceRects) F(SDL_GetWindowWMInfo)      \
  F(SDL_CreateRenderer) F(SDL_DestroyRenderer) F(SDL_CreateTexture) F(SDL_DestroyTexture) F(SDL_UpdateTexture)   \
  F(SDL_RenderCopy) F(SDL_RenderPresent)                                                                         \
  F(SDL_GetVersion) F(SDL_PumpEvents) F(SDL_PollEvent) F(SDL_AddEventWatch) F(SDL_DelEventWatch) F(SDL_StopTextInput)

#define CW_AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), #type "." #field)
#define CW_IS(name, value) _Static_assert((name) == (value), #name)
CW_AT(SDL_WindowEvent, event, 12);
CW_AT(SDL_KeyboardEvent, repeat, 13);
CW_AT(SDL_KeyboardEvent, keysym.scancode, 16);
CW_AT(SDL_MouseMotionEvent, which, 12);
CW_AT(SDL_MouseMotionEvent, state, 16);
CW_AT(SDL_MouseMotionEvent, y, 24);
CW_AT(SDL_MouseButtonEvent, button, 16);
CW_AT(SDL_MouseButtonEvent, y, 24);
CW_AT(SDL_TouchFingerEvent, fingerId, 16);
CW_AT(SDL_TouchFingerEvent, y, 28);
_Static_assert(sizeof(SDL_Event) == 56, "SDL_Event");
_Static_assert(sizeof(SDL_Rect) == 16, "SDL_Rect");
CW_AT(SDL_Surface, pitch, 2 * sizeof(void *) + 8);
CW_AT(SDL_Surface, pixels, 4 * sizeof(void *) - (sizeof(void *) == 4 ? -4 : 0));
CW_AT(SDL_PixelFormat, BytesPerPixel, 2 * sizeof(void *) + 1);
CW_AT(SDL_PixelFormat, Rmask, 2 * sizeof(void *) + 4);
CW_AT(SDL_SysWMinfo, subsystem, 4);
CW_AT(SDL_SysWMinfo, info.x11.display, 8);
CW_AT(SDL_SysWMinfo, info.wl.display, 8);
_Static_assert(sizeof(SDL_SysWMinfo) == 72, "SDL_SysWMinfo");
CW_IS(SDL_INIT_VIDEO, 0x20);
CW_IS(SDL_WINDOW_RESIZABLE, 0x20);
CW_IS(SDL_WINDOW_ALLOW_HIGHDPI, 0x2000);
CW_IS(SDL_WINDOW_FULLSCREEN_DESKTOP, 0x1001);
CW_IS(SDL_WINDOWPOS_UNDEFINED, 0x1FFF0000u);
CW_IS(SDL_QUIT, 0x100);
CW_IS(SDL_WINDOWEVENT, 0x200);
CW_IS(SDL_KEYDOWN, 0x300);
CW_IS(SDL_MOUSEMOTION, 0x400);
CW_IS(SDL_MOUSEBUTTONUP, 0x402);
CW_IS(SDL_FINGERMOTION, 0x702);
CW_IS(SDL_WINDOWEVENT_EXPOSED, 3);
CW_IS(SDL_WINDOWEVENT_SIZE_CHANGED, 6);
CW_IS(SDL_WINDOWEVENT_CLOSE, 14);
CW_IS(SDL_BUTTON_LMASK, 1);
CW_IS(SDL_TOUCH_MOUSEID, UINT32_MAX);
CW_IS(SDL_RENDERER_ACCELERATED, 2);
CW_IS(SDL_TEXTUREACCESS_STREAMING, 1);
CW_IS(SDL_PIXELFORMAT_RGB888, 0x16161804);
CW_IS(SDL_SYSWM_X11, 2);
CW_IS(SDL_SYSWM_WAYLAND, 6);

#endif
