#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "service.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
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
  // The last second that time_t can hold.
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

int cl_device_watch(void) {
  int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  // Group 1 carries the kernel's messages, group 2 udev's.
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || fcntl(fd, F_SETOWN, getpid()) < 0
      || fcntl(fd, F_SETFL, O_NONBLOCK | O_ASYNC) < 0) {
    close(fd);
    return -1;
  }
  return fd;
}

static int is_of(const char *line, const char *subsystems) {
  static const char key[] = "SUBSYSTEM=";
  if (strncmp(line, key, sizeof key - 1) != 0) return 0;
  const char *name = line + sizeof key - 1;
  size_t length = strlen(name);
  for (const char *wanted = subsystems; *wanted; wanted += strspn(wanted, " ")) {
    size_t end = strcspn(wanted, " ");
    if (end == length && strncmp(wanted, name, length) == 0) return 1;
    wanted += end;
  }
  return 0;
}

int cl_device_has_changed(int fd, const char *subsystems) {
  char message[8192];  // the kernel's own limit is 2 KiB and the path
  int found = 0;
  while (1) {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t size = recvfrom(fd, message, sizeof message - 1, 0, (struct sockaddr *)&sender, &length);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno != ENOBUFS) return found;
    if (size < 0) found = 1;
    if (size < 0 || sender.nl_pid != 0) continue;  // 0 is the kernel
    // The message consists of lines that end with NUL: "change@/devices/..." and then NAME=VALUE.
    message[size] = 0;
    for (char *line = message; line < message + size; line += strlen(line) + 1) found |= is_of(line, subsystems);
  }
}

void cl_repeat_alarm(int seconds) {
  struct itimerval timer = {.it_interval.tv_sec = seconds, .it_value.tv_sec = seconds};
  setitimer(ITIMER_REAL, &timer, NULL);
}
