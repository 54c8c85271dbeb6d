// Opens a window ten times where SDL has no accelerated renderer, as under Wayland without a graphics driver. SDL's driver is "dummy", which
// calls itself "wayland" here. Compiled with the leak sanitizer.
#include "../../Sources/Shims/CWindow/window.c"

static const char *wayland(void) { return "wayland"; }

int main(void) {
  uint32_t (*was_init)(uint32_t);
  const char *missing = cw_load();
  if (missing) return puts(missing), 1;
  sdl.SDL_GetCurrentVideoDriver = wayland;
  *(void **)&was_init = dlsym(dlopen(cw_library, RTLD_NOW), "SDL_WasInit");
  for (int i = 0; i < 10; i++) {
    if (cw_open("test", 800, 480, 800, 480)) return puts("opened"), 1;
    if (was_init(SDL_INIT_VIDEO)) return puts("SDL still holds the desktop"), 1;
  }
  printf("%s\n", cw_error());
}
