/* kdmode [TTY]      - prints the mode of a virtual console, "text" or "graphics", and the active console.
 * kdmode reset TTY  - makes it a text console again.
 *
 * A kiosk puts its console into KD_GRAPHICS so that no cursor blinks through its picture, and must
 * restore it in every case. No standard tool can check that.
 * Prints, for example, "graphics auto 1 off": display mode, switching mode (auto, process), active console, keyboard.
 */
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

static int reset(const char *path) {
    struct vt_mode automatic = {.mode = VT_AUTO};
    int console = open(path, O_RDONLY | O_NOCTTY);
    if (console < 0 || ioctl(console, VT_SETMODE, &automatic) || ioctl(console, KDSKBMODE, K_UNICODE)
        || ioctl(console, KDSETMODE, KD_GRAPHICS)  // in text mode the kernel would leave the console blank
        || ioctl(console, KDSETMODE, KD_TEXT)) {
        perror(path);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "reset")) return reset(argv[2]);
    const char *path = argc > 1 ? argv[1] : "/dev/tty0";
    int mode, console = open(path, O_RDONLY | O_NOCTTY);
    struct vt_mode switching;
    struct vt_stat state;
    static const char *const keyboards[] = {"raw", "xlate", "medium-raw", "unicode", "off"};
    unsigned keyboard;
    if (console < 0 || ioctl(console, KDGETMODE, &mode) || ioctl(console, VT_GETMODE, &switching)
        || ioctl(console, VT_GETSTATE, &state) || ioctl(console, KDGKBMODE, &keyboard)) {
        perror(path);
        return 1;
    }
    printf("%s %s %d %s\n", mode == KD_GRAPHICS ? "graphics" : "text",
           switching.mode == VT_PROCESS ? "process" : "auto", state.v_active,
           keyboard < 5 ? keyboards[keyboard] : "?");
    return 0;
}
