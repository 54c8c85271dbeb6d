/* job N - runs the script "command" in the folder /run/vm/N and reports on descriptor 3.
 *
 * A shell's background processes ignore SIGINT and SIGQUIT forever, but
 * the tests check a kiosk's clean-up on these signals. So a job gets its own session, default signal handlers,
 * and no descriptors but its output files.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { channel = 3 };

static void redirect(int descriptor, const char *path, int flags) {
    int file = open(path, flags, 0666);
    if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
    close(file);
}

int main(int argc, char **argv) {
    char folder[64];
    int status;
    if (argc != 2) return 2;
    snprintf(folder, sizeof folder, "/run/vm/%s", argv[1]);

    pid_t child = fork();
    if (child == 0) {
        for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
        setsid();
        if (chdir(folder)) _exit(126);
        redirect(0, "/dev/null", O_RDONLY);
        redirect(1, "stdout", O_WRONLY | O_CREAT | O_APPEND);
        redirect(2, "stderr", O_WRONLY | O_CREAT | O_APPEND);
        close(channel);
        execl("/vm/sh", "sh", "command", (char *)NULL);
        _exit(127);
    }
    dprintf(channel, "started %s %d\n", argv[1], child);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 1;
    dprintf(channel, "ended %s %d\n", argv[1], WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    return 0;
}
