// Preloaded into a program, its promises are empty: whatever it asks to have on the disk stays in the kernel's memory.
// A check for lost answers that finds none of this program's is no check.

int fsync(int fd) {
  (void)fd;
  return 0;
}

int fdatasync(int fd) {
  (void)fd;
  return 0;
}
