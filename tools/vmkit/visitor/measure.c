/* The resources that the kiosk uses between visits, and how often it wakes up. */
#define _GNU_SOURCE
#include "visitor.h"

#include <string.h>
#include <sys/stat.h>

/* Returns the number behind `key` in a file of the kiosk's process. */
static long fact(const char *name, const char *key) {
    char path[64], line[256];
    long found = -1;
    snprintf(path, sizeof path, "/proc/%d/%s", kiosk, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, strlen(key))) found = strtol(line + strlen(key), NULL, 10);
    if (file) fclose(file);
    return found;
}

static long wakeups(void) { return fact("status", "voluntary_ctxt_switches:"); }

static int descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 1024; fd++) {
        char path[64];
        struct stat entry;
        snprintf(path, sizeof path, "/proc/%d/fd/%d", kiosk, fd);
        count += !lstat(path, &entry);
    }
    return count;
}

/* Logs the wakeups of an idle minute and of ten equal visits, and the resources that the kiosk uses after them. */
void measure(void) {
    expect_home("a visit");
    pause_ms(55000); /* an abandoned touch is forgotten after 45 s, which takes a wakeup */
    long before = wakeups();
    pause_ms(60000);
    long idle = wakeups() - before;
    for (int i = 0; i < 10; i++) {
        expect_home("a visit");
        int64_t begun = now();
        tap(3);
        end_visit("plain", 3, begun, PATIENCE);
    }
    expect_home("a visit");
    pause_ms(5000);
    long visited = wakeups() - before - idle;
    printf("measure %d visit=%d descriptors=%d threads=%ld private_kib=%ld resident_kib=%ld idle_wakeups=%ld visit_wakeups=%ld\n",
           kiosk, number, descriptors(), fact("status", "Threads:"), fact("smaps_rollup", "Private_Dirty:"),
           fact("smaps_rollup", "Rss:"), idle, visited);
}
