#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t cl_spawn(const char *path, char *const arguments[], int output, int errors) {
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return -code;
  code = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (code == 0 && errors < 0) code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (code == 0 && errors > 0) code = posix_spawn_file_actions_adddup2(&actions, errors, 2);
  pid_t process = 0;
  if (code == 0) code = posix_spawn(&process, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? process : -code;
}

int cl_wait(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int cl_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }

void cl_usage(int64_t *processor, int64_t *preempted) {
  *processor = *preempted = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage usage;
    getrusage(i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage);
    *processor += ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
                  ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
    *preempted += usage.ru_nivcsw;
  }
}

enum { MOST_ABANDONED = 16 };
static pid_t abandoned[MOST_ABANDONED];

static void reap_abandoned(void) {
  for (int i = 0; i < MOST_ABANDONED; i++) {
    if (abandoned[i] > 0 && waitpid(abandoned[i], NULL, WNOHANG) != 0) abandoned[i] = 0;
  }
}

void cl_abandon(pid_t process) {
  kill(process, SIGKILL);
  // The programs that it has started, if it leads a group (cl_become_program).
  kill(-process, SIGKILL);
  reap_abandoned();
  if (waitpid(process, NULL, WNOHANG) != 0) return;
  for (int i = 0; i < MOST_ABANDONED; i++) {
    if (abandoned[i] != 0) continue;
    abandoned[i] = process;
    return;
  }
}

pid_t cl_fork(int64_t memory) {
  reap_abandoned();
  pid_t parent = getpid();
  pid_t process = fork();
  if (process != 0) return process < 0 ? -errno : process;
  struct rlimit limit = {(rlim_t)memory, (rlim_t)memory};
  // The parent may have ended before the first call.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent || setrlimit(RLIMIT_DATA, &limit) < 0) _exit(1);
  return 0;
}

int cl_memory_file(const void *bytes, size_t size) {
  int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return -errno;
  for (size_t done = 0; done < size;) {
    ssize_t written = write(file, (const char *)bytes + done, size - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      int code = errno;
      close(file);
      return -code;
    }
    done += (size_t)written;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

void cl_become_program(const char *path, int input) {
  sigset_t none;
  sigemptyset(&none);
  if (setpgid(0, 0) < 0 || dup2(input, 0) < 0 || sigprocmask(SIG_SETMASK, &none, NULL) < 0) return;
  // No connection of this process is the program's business. Without the call (before Linux 5.9), those without O_CLOEXEC stay open.
  (void)syscall(SYS_close_range, 3, ~0U, 0);
  execl(path, path, (char *)NULL);
}

void cl_lower_priority(void) { (void)setpriority(PRIO_PROCESS, 0, 19); }

int cl_end(pid_t process, int *signal) {
  int status = 0;
  pid_t ended;
  do { ended = waitpid(process, &status, WNOHANG); } while (ended < 0 && errno == EINTR);
  if (ended <= 0) return -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

int cl_act_as(uid_t user, gid_t group) {
  if (setgroups(1, &group) == 0 && setegid(group) == 0 && seteuid(user) == 0) return 0;
  int code = errno;
  cl_act_as_root();
  errno = code;
  return -1;
}

int cl_become(uid_t user, gid_t group, const gid_t *groups, size_t count) {
  return setgroups(count, groups) == 0 && setresgid(group, group, group) == 0 && setresuid(user, user, user) == 0 ? 0 : -1;
}

void cl_act_as_root(void) {
  // seteuid(0) succeeds only if the saved user ID is that of root.
  if (geteuid() == 0 || seteuid(0) == 0) (void)!setegid(getgid());
}

int cl_run_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set) < 0 ? -errno : 0;
}
