#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/// Silences libevdev, because a library should not print. (This is a function because the log function's type contains a va_list, which
/// some Swift compilers cannot import.)
static inline void cev_be_silent(void) { libevdev_set_log_function(NULL, NULL); }

/// Returns an event's time in microseconds. The names of the event's time fields depend on the size of time_t.
static inline int64_t cev_time(struct input_event event) {
  return (int64_t)((uint64_t)event.input_event_sec * 1000000 + (uint64_t)event.input_event_usec);
}

// A touchscreen for one finger, made with uinput, whose requests are macros over sizeof. Each function returns 0 or the negated errno.

/// Sets the range of an axis to 0...maximum.
static inline int cev_uinput_axis(int fd, int code, int maximum) {
  struct uinput_abs_setup setup = {.code = (uint16_t)code, .absinfo = {.maximum = maximum}};
  return ioctl(fd, UI_SET_ABSBIT, code) < 0 || ioctl(fd, UI_ABS_SETUP, &setup) < 0 ? -errno : 0;
}

/// Creates the touchscreen on an open /dev/uinput. Its positions range from 0 to `right` and to `bottom`.
static inline int cev_uinput_create(int fd, const char *name, int right, int bottom) {
  const int axes[][2] = {{ABS_MT_SLOT, 1}, {ABS_MT_TRACKING_ID, 65535}, {ABS_MT_POSITION_X, right}, {ABS_MT_POSITION_Y, bottom}};
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}};
  if (ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0) return -errno;
  if (ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH) < 0 || ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0) return -errno;
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
    int code = cev_uinput_axis(fd, axes[i][0], axes[i][1]);
    if (code < 0) return code;
  }
  strncpy(setup.name, name, sizeof setup.name - 1);
  return ioctl(fd, UI_DEV_SETUP, &setup) < 0 || ioctl(fd, UI_DEV_CREATE) < 0 ? -errno : 0;
}

/// Stores the name of the device's folder in /sys/devices/virtual/input, such as "input7".
static inline int cev_uinput_folder(int fd, char *name, size_t size) {
  return ioctl(fd, UI_GET_SYSNAME(size), name) < 0 ? -errno : 0;
}

/// Reports that the finger with the number `contact` is at a position, or lifts it if the number is -1. This is one packet, with the
/// kernel's time.
static inline int cev_uinput_touch(int fd, int contact, int x, int y) {
  const int down[][3] = {{EV_ABS, ABS_MT_TRACKING_ID, contact}, {EV_ABS, ABS_MT_POSITION_X, x}, {EV_ABS, ABS_MT_POSITION_Y, y},
                         {EV_KEY, BTN_TOUCH, 1}, {EV_SYN, SYN_REPORT, 0}};
  const int up[][3] = {{EV_ABS, ABS_MT_TRACKING_ID, -1}, {EV_KEY, BTN_TOUCH, 0}, {EV_SYN, SYN_REPORT, 0}};
  struct input_event packet[5];
  size_t count = contact < 0 ? 3 : 5;
  memset(packet, 0, sizeof packet);
  for (size_t i = 0; i < count; i++) {
    const int *record = contact < 0 ? up[i] : down[i];
    packet[i].type = (uint16_t)record[0];
    packet[i].code = (uint16_t)record[1];
    packet[i].value = record[2];
  }
  ssize_t written = write(fd, packet, count * sizeof *packet);
  return written == (ssize_t)(count * sizeof *packet) ? 0 : written < 0 ? -errno : -EIO;
}
