/* visitor SEED VISITS FOLDER FAULT|all KIOSK [OPTION...] - visits a kiosk with faults in between, and logs what a visitor saw.
 *
 * Starts KIOSK, gives values drawn from SEED, and reads the thanks from the pixels on the screen: the log knows nothing
 * of the journal in FOLDER, a small file system of its own. tools/vmkit/soak.py compares both. Lines of the log:
 *
 *   visit N CLASS VALUE SEEN BEGUN   VALUE was given from BEGUN on (ns of the monotonic clock), and the screen thanked for
 *                                    SEEN, 0 for none. CLASS is what was expected: plain, thanks; never, none;
 *                                    cut, either, since a fault came before, while or after the answer was stored
 *   fault KIND                       a fault was made
 *   full N                           the Nth answer on an almost full disk got no thanks
 *   measure PID NAME=NUMBER...       what the kiosk holds, and how often it woke up
 *   found FAULT                      the kiosk's status names this fault of the panel in the end
 *   problem TEXT                     the kiosk did what it must not do
 *   end                              all visits were made
 *
 * In the first fifth of the visits the kiosk is also killed and restarted. One process survives all other visits. With the
 * name of a fault there is no other, and no visit without it. Defects of the panel are chosen only by name.
 */
#define _GNU_SOURCE
#include "visitor.h"

#include <sys/stat.h>

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    draw_from(strtoull(argv[1], NULL, 10));
    visits = atoi(argv[2]), folder = argv[3], command = argv + 5;
    choose_faults(argv[4]);
    setlinebuf(stdout);
    mkdir("/tmp/soak", 0755);
    open_screen();
    plug(TYPE_B);
    configure(500);
    start();
    int step = visits / 10, next_measure = visits / 50;
    rough = visits / 4;
    while (number < visits) {
        if (!is_panel_defective && number >= rough + next_measure) measure(), next_measure += step;
        if (!only && below(6)) plain_visit();
        else disturb();
    }
    if (!is_panel_defective) measure();
    report_defects();
    end();
    puts("end");
    return 0;
}
