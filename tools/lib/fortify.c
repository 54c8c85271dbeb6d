/* glibc's functions that Debian's libevdev.a calls, for programs with musl. The sizes that the checking ones check are ignored. */
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>

#define FORWARD(call) \
  va_list arguments; \
  va_start(arguments, format); \
  int result = call; \
  va_end(arguments); \
  return result

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(file, format, arguments);
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  (void)flag;
  FORWARD(vfprintf(file, format, arguments));
}

int __snprintf_chk(char *text, size_t room, int flag, size_t size, const char *format, ...) {
  (void)flag, (void)size;
  FORWARD(vsnprintf(text, room, format, arguments));
}

int __asprintf_chk(char **text, int flag, const char *format, ...) {
  (void)flag;
  FORWARD(vasprintf(text, format, arguments));
}

/* ioctl(2) of glibc on 32-bit Arm with times of 64 bits, as in Debian 13. */
int __ioctl_time64(int file, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return ioctl(file, (int)request, argument);
}
