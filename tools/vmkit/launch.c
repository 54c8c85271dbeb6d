/* launch PROGRAM [ARGUMENT...] - says how long this process has run so far, nanoseconds, and becomes the program.
 *
 * What the scheduler counts of the program afterwards, without that, is the program's from its first instruction on. The
 * program comes before all others (SCHED_FIFO), so that between two of its readings of the clock there is no work but its own
 * and interrupts: the kernel's worker that finishes a flip would otherwise run within the call that began it, or after it, by
 * how long the program happened to have run before.
 */
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct timespec time;
    if (argc < 2) return 2;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    printf("%lld\n", time.tv_sec * 1000000000LL + time.tv_nsec);
    fflush(stdout);
    struct sched_param first = {.sched_priority = 1};
    /* The system call itself: musl's function refuses, since POSIX means a process by it and Linux a thread. */
    if (syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &first)) {
        perror("SCHED_FIFO");
        return 126;
    }
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
