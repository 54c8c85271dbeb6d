// A preloaded library that makes a program's syncs do nothing, so that data stay in the kernel's memory. A check for lost answers must
// find losses with it.

int fsync(int fd) {
  (void)fd;
  return 0;
}

int fdatasync(int fd) {
  (void)fd;
  return 0;
}
