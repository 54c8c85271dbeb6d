// Pushes events made with SDL's own headers through the shim, which has declarations of its own, and prints what comes out. Without a
// desktop: SDL's driver "dummy".
#include <SDL2/SDL.h>
#include <poll.h>
#include <stdio.h>

#include "CWindow.h"

static void push(SDL_Event event) { SDL_PushEvent(&event); }

static void print(struct cw_window *window) {
  static const char *const names[] = {"began", "moved", "ended", "key", "resized", "exposed", "closed"};
  struct cw_event event;
  struct pollfd readable = {cw_descriptor(window), POLLIN, 0};
  printf("%s", poll(&readable, 1, 0) == 1 ? "woken" : "asleep");
  while (cw_next(window, &event)) {
    printf(", %s %d", names[event.kind], event.number);
    if (event.kind <= cw_ended) printf(" at %g,%g", event.x / 256.0, event.y / 256.0);
    if (event.is_repeat) printf(" again");
  }
  printf("\n");
}

int main(void) {
  const char *reason = cw_load();
  if (reason) return puts(reason), 1;
  struct cw_window *window = cw_open("test", 800, 480, 800, 480);
  if (!window) return puts(cw_error()), 1;
  struct cw_surface surface;
  if (!cw_surface_of(window, &surface)) return puts("no surface"), 1;
  printf("%s %dx%d, %d bytes per pixel\n", cw_driver(), surface.width, surface.height, surface.bytes);
  struct cw_event event;
  while (cw_next(window, &event)) {}
  print(window);
  for (int i = 0; i < 3; i++) {
    int type = (int[]){SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP}[i];
    push((SDL_Event){.tfinger = {.type = type, .touchId = 5, .fingerId = 0, .x = 0.25f, .y = 0.5f}});
    push((SDL_Event){.tfinger = {.type = type, .touchId = 5, .fingerId = 1, .x = 0.75f, .y = 0.5f + 0.125f * i}});
  }
  print(window);
  push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 10, .y = 20}});
  push((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .x = -3, .y = 20}});
  push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .button = SDL_BUTTON_LEFT, .x = 799, .y = 479}});
  print(window);
  // A mouse that only moves, another button, and a mouse that is a finger.
  push((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 10, .y = 20}});
  push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT, .x = 10, .y = 20}});
  push((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .which = SDL_TOUCH_MOUSEID, .button = SDL_BUTTON_LEFT}});
  print(window);
  push((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym.scancode = SDL_SCANCODE_LEFT}});
  push((SDL_Event){.key = {.type = SDL_KEYDOWN, .repeat = 1, .keysym.scancode = SDL_SCANCODE_F12}});
  push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_EXPOSED}});
  push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_SIZE_CHANGED}});
  push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MOVED}});
  push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE}});
  push((SDL_Event){.quit = {.type = SDL_QUIT}});
  print(window);
  print(window);
  cw_close(window);
  return 0;
}
