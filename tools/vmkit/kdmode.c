/* kdmode [TTY] - says what a virtual console shows: "text" or "graphics", and which one is active.
 *
 * A kiosk puts its console into KD_GRAPHICS so that no cursor blinks through its picture, and must
 * put it back whatever happens. No standard tool can tell whether it did.
 * Prints e.g. "graphics auto 1": display mode, switching mode (auto, process), active console.
 */
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "/dev/tty0";
    int mode, console = open(path, O_RDONLY | O_NOCTTY);
    struct vt_mode switching;
    struct vt_stat state;
    if (console < 0 || ioctl(console, KDGETMODE, &mode) || ioctl(console, VT_GETMODE, &switching)
        || ioctl(console, VT_GETSTATE, &state)) {
        perror(path);
        return 1;
    }
    printf("%s %s %d\n", mode == KD_GRAPHICS ? "graphics" : "text",
           switching.mode == VT_PROCESS ? "process" : "auto", state.v_active);
    return 0;
}
