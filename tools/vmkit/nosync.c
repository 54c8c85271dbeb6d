// Preloaded into a program, this library turns its syncs into no-operations: data stay in the kernel's memory.
// A check for lost answers must find losses with it.

int fsync(int fd) {
  (void)fd;
  return 0;
}

int fdatasync(int fd) {
  (void)fd;
  return 0;
}
