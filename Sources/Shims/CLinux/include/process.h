// Processes and their users: posix_spawn(3), fork(2), waitpid(2), seteuid(2).
#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts a program in this environment. Its standard output is `output`. Its standard error is `errors`, discarded if that is -1, or
/// that of this process if it is 0. Returns the process ID, or the negated errno.
pid_t cl_spawn(const char *path, char *const arguments[], int output, int errors);

/// Waits until a process terminates. Returns its exit status (128 + the signal that killed it), or the negated errno.
int cl_wait(pid_t process);

/// Creates a pipe whose ends close on exec. Returns 0, or the negated errno.
int cl_pipe(int ends[2]);

/// Calls fork(2). The child has at most `memory` bytes of private memory (RLIMIT_DATA), and the kernel kills it when its parent ends.
/// Returns 0 in the child; in the parent, the child's ID or the negated errno.
pid_t cl_fork(int64_t memory);

/// Creates a file in memory with this content, read from its beginning, which closes on exec: memfd_create(2). Returns its descriptor, or
/// the negated errno.
int cl_memory_file(const void *bytes, size_t size);

/// Replaces this process by a program whose standard input is `input`, in a process group of its own. No other file but the standard ones
/// stays open, and no signal stays blocked. Returns only if that fails.
void cl_become_program(const char *path, int input);

/// Gives this process the lowest priority (nice 19), if the system permits that.
void cl_lower_priority(void);

/// Returns the exit status of a child, and stores the signal that killed it, or 0. Returns -1 while the child is running. Never blocks.
int cl_end(pid_t process, int *signal);

/// Kills a child whose exit status is not needed, and its process group if it leads one. Never blocks. If the child has not ended yet, a later call of this function or of cl_fork
/// reaps it.
void cl_abandon(pid_t process);

/// Makes a process of root act as another user with one group: setgroups(2), setegid(2), seteuid(2). Returns 0, or -1 and sets errno.
int cl_act_as(uid_t user, gid_t group);
/// Permanently changes the user and the groups of a process that runs as root. Returns 0, or -1 and sets errno.
int cl_become(uid_t user, gid_t group, const gid_t *groups, size_t count);
/// Makes the process act as root again.
void cl_act_as_root(void);

/// Stores the processor time of this process and its terminated children in nanoseconds, and the number of times they were preempted.
void cl_usage(int64_t *processor, int64_t *preempted);

/// Restricts this process, and those that it starts from now on, to one processor: sched_setaffinity(2). Returns 0 or the negated errno.
int cl_run_on(int processor);

#endif
