// Programs that are started and measured: what Swift cannot import of posix_spawn(3) and waitpid(2).
#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program with this environment; its standard output goes to `output`, its standard error to nowhere where
/// `silent` is not 0. The process, or minus the errno.
pid_t cl_spawn(const char *path, char *const arguments[], int output, int silent);

/// Waits for a process to end. Its status as an exit code (128 + the signal where one killed it), or minus the errno.
int cl_wait(pid_t process);

/// A pipe whose ends close on exec: 0, or minus the errno.
int cl_pipe(int ends[2]);

/// This process and its ended children so far: processor time in nanoseconds, and how often another was given their place.
void cl_usage(int64_t *processor, int64_t *preempted);

#endif
