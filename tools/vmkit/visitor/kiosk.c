/* The kiosk's process, its configuration and its status file. */
#define _GNU_SOURCE
#include "visitor.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t kiosk;
char **command;

void configure(int thanks_ms) {
    write_file("/tmp/soak/kiosk.conf", "[kiosk]\nthanks = %d\nvisits-per-hour = 36000\nanimation = no\n"
               "repeat-interval = 0\n[theme]\nthanks = #%06x\n", thanks_ms, THANKS);
}

void start(void) {
    kiosk = fork();
    if (kiosk == 0) {
        int log = open("/out/kiosk.log", O_WRONLY | O_CREAT | O_APPEND, 0666), none = open("/dev/null", O_RDWR);
        dup2(none, 0), dup2(none, 1), dup2(log, 2);
        setenv("RUNTIME_DIRECTORY", "/tmp/soak", 1);
        setenv("STATE_DIRECTORY", folder, 1);
        execv(command[0], command);
        _exit(127);
    }
    expect_home("the start");
    expect_touchscreen(1);
}

int reap(void) {
    int status = 0;
    waitpid(kiosk, &status, 0);
    return status;
}

int has_ended(void) {
    siginfo_t info = {0};
    return waitid(P_PID, kiosk, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == kiosk;
}

void end(void) {
    kill(kiosk, SIGTERM);
    int status = reap();
    if (status) problem("SIGTERM ended the kiosk with wait status %d", status);
}

static int status_has(const char *text) {
    char words[4096];
    int file = open("/tmp/soak/status.json", O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, words, sizeof words - 1);
    if (file >= 0) close(file);
    if (size < 0) return 0;
    words[size] = 0;
    return strstr(words, text) != NULL;
}

void expect_touchscreen(int is_present) {
    char pid[32];
    snprintf(pid, sizeof pid, "\"pid\":%d,", kiosk);
    int64_t limit = now() + RECOVERY * INT64_C(1000000);
    for (; !status_has(pid) || status_has("no_touchscreen") == is_present; pause_ms(5))
        if (now() > limit) return problem("the status does not report the touchscreen as %s", is_present ? "present" : "gone");
}

void report_defects(void) {
    static const char *const names[] = {"dead_stripe", "touch_drift", "touch_noise", "repeated_touches", "phantom_touches"};
    expect_home("the last visit");
    pause_ms(100);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (status_has(names[i])) printf("found %s\n", names[i]);
}
