/* unprivileged PROGRAM [ARGUMENT...] - runs a program as user 65534, in no group.
 *
 * Replaces setpriv(1), which a foreign architecture's busybox implements only in part.
 */
#define _GNU_SOURCE
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

enum { UNPRIVILEGED = 65534 };

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    if (setgroups(0, NULL) < 0 || setresgid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED) < 0 || setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED) < 0) {
        perror("unprivileged");
        return 126;
    }
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
