/* unprivileged PROGRAM [ARGUMENT...] - runs a program as user 65534, in no group.
 *
 * Replaces setpriv(1), which a foreign architecture's busybox implements only in part.
 */
#define _GNU_SOURCE
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

enum { NOBODY = 65534 };

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    if (setgroups(0, NULL) < 0 || setresgid(NOBODY, NOBODY, NOBODY) < 0 || setresuid(NOBODY, NOBODY, NOBODY) < 0) {
        perror("nobody");
        return 126;
    }
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
