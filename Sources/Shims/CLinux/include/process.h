// Child processes: posix_spawn(3), waitpid(2).
#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program in this environment. Its standard output is `output`; its standard error is discarded if `silent` is not 0.
/// Returns the process ID, or the negated errno.
pid_t cl_spawn(const char *path, char *const arguments[], int output, int silent);

/// Waits until a process terminates. Returns its exit status (128 + the signal that killed it), or the negated errno.
int cl_wait(pid_t process);

/// Creates a pipe whose ends close on exec. Returns 0, or the negated errno.
int cl_pipe(int ends[2]);

/// Stores the processor time of this process and its terminated children, in nanoseconds, and how often they were preempted.
void cl_usage(int64_t *processor, int64_t *preempted);

#endif
