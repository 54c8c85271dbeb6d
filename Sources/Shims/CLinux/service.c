#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "service.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int cl_notify(const char *socket_name, const void *message, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t size = strlen(socket_name);
  // Other address families, such as "vsock:" in a virtual machine, are for system managers only.
  if (size < 2 || (socket_name[0] != '/' && socket_name[0] != '@')) return -EAFNOSUPPORT;
  if (size >= sizeof address.sun_path) return -ENAMETOOLONG;
  memcpy(address.sun_path, socket_name, size);
  if (socket_name[0] == '@') address.sun_path[0] = 0;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  // The address size delimits an abstract name; a path includes its NUL.
  socklen_t address_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size + (socket_name[0] == '/'));
  ssize_t sent;
  do {
    sent = sendto(fd, message, length, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, address_size);
  } while (sent < 0 && errno == EINTR);
  int code = sent < 0 ? -errno : 0;
  close(fd);
  return code;
}

int cl_file_identity(int fd, uint64_t *device, uint64_t *inode) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -1;
  *device = status.st_dev;
  *inode = status.st_ino;
  return 0;
}

int cl_clock_watch(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (fd < 0) return -1;
  // The last second of time_t.
  struct itimerspec never = {.it_value = {.tv_sec = sizeof(time_t) == 4 ? INT32_MAX : INT64_MAX / 1000000000 - 1}};
  if (timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) < 0) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}

int cl_clock_was_set(int fd) {
  uint64_t expired;
  ssize_t count;
  do { count = read(fd, &expired, sizeof expired); } while (count < 0 && errno == EINTR);
  if (count >= 0 || errno == EAGAIN) return 0;
  return errno == ECANCELED ? 1 : -1;
}
