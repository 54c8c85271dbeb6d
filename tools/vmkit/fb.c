/* fb info            - prints the fields of /dev/fb0, one "name value" per line
 * fb set NAME=N ...  - changes fields of its variable information, then prints the same
 * fb pan X Y         - shows the part of the framebuffer that begins there, then prints the same
 *
 * busybox has no fbset, and Debian's does not notice when a driver
 * accepts FBIOPUT_VSCREENINFO but changes nothing. So `set` reads back and compares.
 */
#include <fcntl.h>
#include <linux/fb.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static const struct { const char *name; size_t offset; } fields[] = {
#define FIELD(name) { #name, offsetof(struct fb_var_screeninfo, name) }
    FIELD(xres), FIELD(yres), FIELD(xres_virtual), FIELD(yres_virtual), FIELD(xoffset), FIELD(yoffset),
    FIELD(bits_per_pixel), FIELD(red.offset), FIELD(red.length), FIELD(green.offset), FIELD(green.length),
    FIELD(blue.offset), FIELD(blue.length), FIELD(transp.offset), FIELD(transp.length),
};
enum { count = sizeof fields / sizeof *fields };

static __u32 *field(struct fb_var_screeninfo *var, int i) {
    return (__u32 *)((char *)var + fields[i].offset);
}

/* Returns the index of the field in "NAME=N", or -1. */
static int find(const char *assignment) {
    size_t length = strcspn(assignment, "=");
    for (int i = 0; assignment[length] && i < count; i++)
        if (strlen(fields[i].name) == length && !memcmp(fields[i].name, assignment, length)) return i;
    return -1;
}

static unsigned value(const char *assignment) { return strtoul(strchr(assignment, '=') + 1, NULL, 0); }

static int fail(const char *what) { perror(what); return 1; }

int main(int argc, char **argv) {
    struct fb_var_screeninfo var, wanted;
    struct fb_fix_screeninfo fix;
    int fb = open("/dev/fb0", O_RDWR);
    if (fb < 0) return fail("/dev/fb0");
    if (ioctl(fb, FBIOGET_VSCREENINFO, &var)) return fail("FBIOGET_VSCREENINFO");

    if (argc > 2 && !strcmp(argv[1], "set")) {
        wanted = var;
        for (int a = 2; a < argc; a++) {
            int i = find(argv[a]);
            if (i < 0) return fprintf(stderr, "fb: what is %s?\n", argv[a]), 2;
            *field(&wanted, i) = value(argv[a]);
        }
        wanted.activate = FB_ACTIVATE_NOW;
        if (ioctl(fb, FBIOPUT_VSCREENINFO, &wanted)) return fail("FBIOPUT_VSCREENINFO");
        if (ioctl(fb, FBIOGET_VSCREENINFO, &var)) return fail("FBIOGET_VSCREENINFO");
        for (int a = 2; a < argc; a++) {
            unsigned got = *field(&var, find(argv[a]));
            if (got != value(argv[a])) return fprintf(stderr, "fb: asked for %s, got %u\n", argv[a], got), 1;
        }
    }

    if (argc == 4 && !strcmp(argv[1], "pan")) {
        var.xoffset = strtoul(argv[2], NULL, 0);
        var.yoffset = strtoul(argv[3], NULL, 0);
        if (ioctl(fb, FBIOPAN_DISPLAY, &var)) return fail("FBIOPAN_DISPLAY");
    }

    if (ioctl(fb, FBIOGET_FSCREENINFO, &fix)) return fail("FBIOGET_FSCREENINFO");
    printf("id %.16s\nline_length %u\nsmem_len %u\n", fix.id, fix.line_length, fix.smem_len);
    for (int i = 0; i < count; i++) printf("%s %u\n", fields[i].name, *field(&var, i));
    return 0;
}
