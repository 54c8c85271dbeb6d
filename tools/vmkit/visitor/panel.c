/* A touch panel made with uinput. */
#define _GNU_SOURCE
#include "visitor.h"

#include <fcntl.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int panel = -1;
static enum kind kind;

static void emit(int type, int code, int value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(panel, &event, sizeof event) != sizeof event) fail("/dev/uinput");
}

static void axis(int code, int maximum) {
    struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum}};
    if (ioctl(panel, UI_ABS_SETUP, &setup)) fail("add an axis");
}

void plug(enum kind wanted) {
    struct uinput_setup setup = {.id = {.bustype = BUS_I2C, .vendor = 1, .product = 1 + wanted}, .name = "star panel"};
    kind = wanted;
    panel = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (panel < 0) fail("/dev/uinput");
    ioctl(panel, UI_SET_EVBIT, EV_KEY);
    ioctl(panel, UI_SET_KEYBIT, BTN_TOUCH);
    ioctl(panel, UI_SET_EVBIT, EV_ABS);
    ioctl(panel, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    if (kind != TYPE_A) axis(ABS_X, width - 1), axis(ABS_Y, height - 1);
    if (kind != SINGLE) axis(ABS_MT_POSITION_X, width - 1), axis(ABS_MT_POSITION_Y, height - 1);
    if (kind == TYPE_B) axis(ABS_MT_SLOT, 9), axis(ABS_MT_TRACKING_ID, 65535);
    if (ioctl(panel, UI_DEV_SETUP, &setup) || ioctl(panel, UI_DEV_CREATE)) fail("create a panel");
}

void unplug(void) { close(panel); }

void touch(int x, int y, int begins) {
    static int contact;
    if (kind == TYPE_B && begins) emit(EV_ABS, ABS_MT_TRACKING_ID, contact = (contact + 1) % 65536);
    if (kind != SINGLE) emit(EV_ABS, ABS_MT_POSITION_X, x), emit(EV_ABS, ABS_MT_POSITION_Y, y);
    if (kind == TYPE_A) emit(EV_SYN, SYN_MT_REPORT, 0);
    else emit(EV_ABS, ABS_X, x), emit(EV_ABS, ABS_Y, y);
    if (begins) emit(EV_KEY, BTN_TOUCH, 1);
    emit(EV_SYN, SYN_REPORT, 0);
}

void lift(void) {
    if (kind == TYPE_B) emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
    if (kind == TYPE_A) emit(EV_SYN, SYN_MT_REPORT, 0);
    emit(EV_KEY, BTN_TOUCH, 0);
    emit(EV_SYN, SYN_REPORT, 0);
}

/* Gives a value by a tap or, as often, by a drag from another star. */
void give(int value) {
    int from = below(2) ? value : 1 + below(STARS), steps = from == value ? 0 : 1 + below(8);
    touch(star_x(from), height / 2, 1);
    pause_ms(10 + below(60));
    for (int step = 1; step <= steps; step++) {
        touch(star_x(from) + (star_x(value) - star_x(from)) * step / steps, height / 2, 0);
        pause_ms(10);
    }
    lift();
}

void tap(int value) {
    touch(star_x(value), height / 2, 1);
    pause_ms(50);
    lift();
}
