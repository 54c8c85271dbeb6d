/* Faults, in an order drawn from the seed. After each of them the kiosk must show the empty row again. */
#define _GNU_SOURCE
#include "visitor.h"

#include <fcntl.h>
#include <linux/vt.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Unplugs the panel, with or without a finger on it, and plugs in another kind of panel. */
static void replug(void) {
    int value = 1 + below(STARS), is_touched = below(2);
    expect_home("a visit");
    int64_t begun = now();
    if (is_touched) touch(star_x(value), height / 2, 1), pause_ms(below(50));
    unplug();
    expect_touchscreen(0);
    if (is_touched) end_visit("never", value, begun, 50);
    pause_ms(below(3000));
    plug(below(KINDS));
    expect_touchscreen(1);
}

static void change_console(int console) {
    int tty = open("/dev/tty0", O_RDWR | O_CLOEXEC);
    if (tty < 0 || ioctl(tty, VT_ACTIVATE, console) || ioctl(tty, VT_WAITACTIVE, console)) fail("switch consoles");
    close(tty);
}

/* Touches while another console is shown, which must not give an answer. */
static void switch_consoles(void) {
    if (below(2)) expect_home("a visit");
    change_console(2);
    pause_ms(below(500));
    visit("never", 50);
    change_console(1);
}

/* Sets the wall clock to a moment between 2001 and 2033. */
static void set_clock(void) {
    struct timeval time = {1000000000 + below(1000000000), 0};
    if (settimeofday(&time, NULL)) fail("set the clock");
}

/* Writes a new configuration. One in three is invalid. */
static void reload(void) {
    if (below(3)) configure(300 + below(500));
    else write_file("/tmp/soak/kiosk.conf", "[kiosk]\nthanks = soon\n");
    kill(kiosk, SIGHUP);
    if (below(2)) pause_ms(below(300));
}

/* Stops the program. A touch counts only if the visitor sees a reaction within 2 s. */
static void stop(void) {
    int value = 1 + below(STARS), is_long = below(2);
    expect_home("a visit");
    kill(kiosk, SIGSTOP);
    int64_t begun = now();
    give(value);
    pause_ms(is_long ? 2200 + below(5000) : below(1000));
    kill(kiosk, SIGCONT);
    end_visit(is_long ? "never" : "plain", value, begun, is_long ? 100 : PATIENCE);
    pause_ms(BETWEEN);
}

/* Freezes all programs in the kernel as for a suspend, and thaws them, while a finger is down. */
static void freeze(void) {
    int value = 1 + below(STARS);
    expect_home("a visit");
    write_file("/sys/module/suspend/parameters/pm_test_delay", "0"); /* s, spent in a busy loop */
    write_file("/sys/power/pm_test", "freezer");
    int64_t begun = now();
    touch(star_x(value), height / 2, 1);
    write_file("/sys/power/state", "freeze");
    pause_ms(10); /* again and again at one place, contacts of no duration would be phantoms */
    lift();
    end_visit("plain", value, begun, PATIENCE);
    pause_ms(BETWEEN);
}

/* Moves the finger off the stars before lifting it, which must not give an answer. */
static void abandon(void) {
    int value = 1 + below(STARS);
    expect_home("a visit");
    int64_t begun = now();
    touch(star_x(value), height / 2, 1);
    pause_ms(20);
    touch(star_x(value), height - 1, 0);
    pause_ms(20);
    lift();
    end_visit("never", value, begun, 50);
}

/* Kills the kiosk up to 30 ms after a release, or between visits. */
static void kill_kiosk(void) {
    int value = 1 + below(STARS), is_visited = below(2);
    expect_home("a visit");
    int64_t begun = now();
    if (is_visited) {
        give(value);
        struct timespec time = {0, below(30000000)};
        nanosleep(&time, NULL);
    }
    kill(kiosk, SIGKILL);
    if (is_visited) end_visit("cut", value, begun, 0);
    reap();
    start();
}

static void restart(void) {
    end();
    start();
}

/* Leaves up to 400 KB, gives answers until one gets no thank-you screen, for which the kiosk's reserve must be full as well, and frees
 * the disk. These visits are in addition to the others. */
static void fill_disk(void) {
    char path[256];
    struct statvfs disk;
    snprintf(path, sizeof path, "%s/other", folder);
    expect_home("a visit");
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || fstatvfs(file, &disk)) fail(path);
    off_t room = (off_t)disk.f_bfree * disk.f_bsize;
    while (room > 0 && fallocate(file, 0, 0, room)) room -= 4096; /* the file system keeps a reserve */
    room -= below(400000);
    if (room > 0 && ftruncate(file, room)) fail(path);
    int given = 1;
    while (given < MOST_ON_A_FULL_DISK && visit("cut", PATIENCE)) expect_home("a visit"), given++;
    visits += given, rough += given;
    printf("full %d\n", given);
    close(file);
    unlink(path);
    if (has_ended()) reap(), start();
    pause_ms(6000); /* a kiosk that is out of order tries again every 5 s */
    expect_home("the disk is free");
}

/* Taps a star near its middle, on a panel that reports another place. */
static void tap_beside(int value, int down) {
    int x = star_x(value) + below(21) - 10, y = height / 2 + below(21) - 10 + down;
    int64_t begun = now();
    touch(x, y, 1);
    pause_ms(50);
    lift();
    end_visit("plain", value, begun, PATIENCE);
    pause_ms(BETWEEN);
}

/* The panel reports no touch of the third star. */
static void miss_stripe(void) {
    int value = 1 + below(STARS);
    if (value != 3) tap_beside(value, 0);
}

/* From the 100th visit on, touches are reported further down, up to 20 px. */
static void drift(void) {
    int down = number < 100 ? 0 : (number - 100) / 2;
    tap_beside(1 + below(STARS), down < 20 ? down : 20);
}

static const struct fault {
    const char *name;
    void (*make)(void);
} faults[] = {
    {"unplug", replug}, {"switch", switch_consoles}, {"clock", set_clock}, {"reload", reload}, {"stop", stop},
    {"freeze", freeze}, {"abandon", abandon}, {"kill", kill_kiosk}, {"restart", restart}, {"full-disk", fill_disk},
};
/* Defects of the panel, which only a name chooses. */
static const struct fault defects[] = {{"stripe", miss_stripe}, {"drift", drift}};
enum { FAULTS = sizeof faults / sizeof *faults, DEFECTS = sizeof defects / sizeof *defects, SURVIVED = 7 /* by the process */ };

const struct fault *only;
int is_panel_defective;

void choose_faults(const char *name) {
    for (int i = 0; i < FAULTS; i++)
        if (!strcmp(faults[i].name, name)) only = &faults[i];
    for (int i = 0; i < DEFECTS; i++)
        if (!strcmp(defects[i].name, name)) only = &defects[i], is_panel_defective = 1;
    if (!only && strcmp(name, "all")) fail(name);
}

/* Draws a fault like a card from a deck: each kind comes once before any kind is repeated. After the rough visits there is another
 * deck. */
static const struct fault *draw(void) {
    static int deck[FAULTS], left, kinds;
    int wanted = number < rough ? FAULTS : SURVIVED;
    if (!left || kinds != wanted) {
        left = kinds = wanted;
        for (int i = 0; i < left; i++) {
            int other = below(i + 1);
            deck[i] = deck[other];
            deck[other] = i;
        }
    }
    return &faults[deck[--left]];
}

void disturb(void) {
    const struct fault *fault = only ? only : draw();
    printf("fault %s\n", fault->name);
    fault->make();
    if (has_ended()) {
        problem("the fault %s ended the kiosk with wait status %d", fault->name, reap());
        start();
    }
    expect_home(fault->name);
}
