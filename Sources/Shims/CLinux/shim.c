#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "CLinux.h"
#include <limits.h>
#include <link.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/utsname.h>

void *cl_map(int fd, int64_t offset, size_t length, int writable) {
  void *base = mmap(NULL, length, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, (off_t)offset);
  return base == MAP_FAILED ? NULL : base;
}

void cl_detach(void *base, size_t length) {
  mmap(base, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void cl_unmap(void *base, size_t length) {
#ifdef DEBUG
  if (mmap(base, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED) return;
#endif
  munmap(base, length);
}

int cl_mark(int fd) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  return fcntl(fd, F_OFD_SETLK, &lock);
}

int cl_is_marked(int fd) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return fcntl(fd, F_OFD_GETLK, &lock) < 0 ? -1 : lock.l_type != F_UNLCK;
}

// Like gnulib's stdopen. Each stream is opened in the direction in which it is not used, so that using it stays an error (EBADF). open(2)
// returns the lowest free number.
void cl_hold_standard_streams(void) {
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

// poll(2) refuses more descriptors than this process may open, even if it has opened them: the limit may be lowered while it runs
// (prlimit(1)). pselect(2) has no such check.
static int select_instead(struct pollfd *watched, nfds_t count, const struct timespec *time) {
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int end = 0;
  for (nfds_t i = 0; i < count; i++) {
    if (watched[i].fd >= FD_SETSIZE) {
      errno = EINVAL;
      return -1;
    }
    if (watched[i].events & POLLIN) FD_SET(watched[i].fd, &readable);
    if (watched[i].events & POLLOUT) FD_SET(watched[i].fd, &writable);
    if (watched[i].fd >= end) end = watched[i].fd + 1;
  }
  int ready = pselect(end, &readable, &writable, NULL, time, NULL);
  if (ready < 0) return -1;
  ready = 0;
  for (nfds_t i = 0; i < count; i++) {
    // A descriptor whose other end is gone counts as readable; the following read reports the reason.
    watched[i].revents = (short)((FD_ISSET(watched[i].fd, &readable) ? POLLIN : 0) | (FD_ISSET(watched[i].fd, &writable) ? POLLOUT : 0));
    ready += watched[i].revents != 0;
  }
  return ready;
}

int cl_poll(struct pollfd *watched, nfds_t count, int64_t timeout) {
  struct timespec time = {.tv_sec = (time_t)(timeout / 1000000000), .tv_nsec = (long)(timeout % 1000000000)};
  int ready = ppoll(watched, count, timeout < 0 ? NULL : &time, NULL);
  if (ready >= 0 || errno != EINVAL) return ready;
  return select_instead(watched, count, timeout < 0 ? NULL : &time);
}

static volatile sig_atomic_t never_waits;

void cl_never_wait_for_errors(void) { never_waits = 1; }

ssize_t cl_write(int fd, const void *bytes, size_t length) {
  if (fd == 2 && never_waits) {
    struct pollfd watched = {.fd = fd, .events = POLLOUT};
    if (poll(&watched, 1, 0) == 0) {
      errno = EAGAIN;
      return -1;
    }
    // A pipe that is writable has room for this many bytes.
    if (length > PIPE_BUF) length = PIPE_BUF;
  }
  return write(fd, bytes, length);
}

void cl_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= 1024) return;
  limit.rlim_cur = limit.rlim_max < 1024 ? limit.rlim_max : 1024;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int cl_signal_source(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int cl_character_device(int fd, unsigned int *major_number, unsigned int *minor_number) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -1;
  if (!S_ISCHR(status.st_mode)) {
    errno = ENOTTY;
    return -1;
  }
  *major_number = major(status.st_rdev);
  *minor_number = minor(status.st_rdev);
  return 0;
}

const char *cl_machine(void) {
  static struct utsname names;
  return uname(&names) < 0 ? "" : names.machine;
}

void cl_return_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// A segment without write permission contains only pages of its file: code has no relocations, and data that becomes read-only after
// relocation (RELRO) belongs to a writable segment.
static int drop_segments(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  uintptr_t page = *(uintptr_t *)page_size;
  // The headers are in the dropped pages, and reading them would load those pages again.
  ElfW(Phdr) segments[32];
  int count = object->dlpi_phnum < 32 ? object->dlpi_phnum : 32;
  for (int i = 0; i < count; i++) segments[i] = object->dlpi_phdr[i];
  for (int i = 0; i < count; i++) {
    if (segments[i].p_type != PT_LOAD || segments[i].p_flags & PF_W) continue;
    uintptr_t start = object->dlpi_addr + segments[i].p_vaddr, end = start + segments[i].p_memsz;
    start &= -page;
    end &= -page;
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void cl_drop_program_pages(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(drop_segments, &page);
}

int cl_clock_is_synchronised(void) {
  struct timex time = {.modes = 0};
  int state = adjtimex(&time);
  return state >= 0 && state != TIME_ERROR && !(time.status & STA_UNSYNC);
}

// The crash guard. The handler only makes system calls: it does not allocate memory or lock.

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { CRASH_SIGNALS = sizeof crash_signals / sizeof crash_signals[0] };
static struct sigaction before[CRASH_SIGNALS];
static volatile sig_atomic_t guarded_fd = -1;
static volatile sig_atomic_t guarded_keyboard;
// The handler's own stack, because after a stack overflow the normal one cannot be used.
static char handler_stack[16384];

// The beginning and the end of the program's code in memory, defined by the linker.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[];
static char trap_text[80];

static void say_trap(const void *place) {
  uintptr_t address = (uintptr_t)place, start = (uintptr_t)__ehdr_start;
  int is_ours = address >= start && address < (uintptr_t)etext;
  if (is_ours) address -= start;
  const char *end = is_ours ? " in the program; this is a bug\n" : "; this is a bug\n";
  char line[160];
  char *to = stpcpy(stpcpy(line, trap_text), "0x");
  int shift = 8 * (int)sizeof address - 4;
  while (shift > 0 && address >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[address >> shift & 15];
  to = stpcpy(to, end);
  (void)!write(2, line, (size_t)(to - line));
}

static void restore_and_die(int number, siginfo_t *info, void *context) {
  (void)context;
  int fd = guarded_fd;
  if (fd >= 0) {
    guarded_fd = -1;
    struct vt_mode automatic = {.mode = VT_AUTO};
    ioctl(fd, VT_SETMODE, &automatic);
    ioctl(fd, KDSKBMODE, (long)guarded_keyboard);
    ioctl(fd, KDSETMODE, (long)KD_TEXT);
  }
  // Codes above 0 come from the kernel, not from another program's signal.
  if ((number == SIGILL || number == SIGTRAP) && info->si_code > 0 && trap_text[0]) say_trap(info->si_addr);
  // SA_RESETHAND has restored the default action, so this time the signal kills. A core dump shows the faulting frame below.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

static const struct sigaction handler = {.sa_sigaction = restore_and_die, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK};

void cl_report_traps(const char *text) {
  if (strlen(text) >= sizeof trap_text) return;
  strcpy(trap_text, text);
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  const int traps[] = {SIGILL, SIGTRAP};
  for (int i = 0; i < 2; i++) {
    struct sigaction known;
    // The runtime of a host build has its own handler, which prints more.
    if (sigaction(traps[i], NULL, &known) < 0 || known.sa_handler != SIG_DFL) return;
    sigaltstack(&stack, NULL);
    sigaction(traps[i], &handler, NULL);
  }
}

void cl_guard_console(int fd, int keyboard) {
  int armed = guarded_fd >= 0;
  guarded_keyboard = keyboard;
  guarded_fd = fd;
  if (armed) return;
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
  for (int i = 0; i < CRASH_SIGNALS; i++) sigaction(crash_signals[i], &handler, &before[i]);
}

void cl_unguard_console(void) {
  if (guarded_fd < 0) return;
  guarded_fd = -1;
  for (int i = 0; i < CRASH_SIGNALS; i++) sigaction(crash_signals[i], &before[i], NULL);
}
