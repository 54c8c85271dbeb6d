/* Visits without a fault. */
#include "visitor.h"

/* Logs a visit that began at `begun`, with the value that the thank-you screen shows within `ms`, and returns that value. Some screens
 * have one buffer, into which the kiosk may be painting: a picture counts if it is still there after 3 ms. */
int end_visit(const char *class, int value, int64_t begun, int ms) {
    int seen = look(), before = -1;
    for (int64_t limit = now() + ms * INT64_C(1000000); (seen <= 0 || seen != before) && now() < limit; seen = look()) {
        before = seen;
        pause_ms(3);
    }
    if (seen < 0 || (ms == 0 && seen != value)) seen = 0; /* a killed kiosk leaves half a picture */
    printf("visit %d %s %d %d %lld\n", number++, class, value, seen, (long long)begun);
    return seen;
}

int visit(const char *class, int ms) {
    int value = 1 + below(STARS);
    int64_t begun = now();
    give(value);
    int seen = end_visit(class, value, begun, ms);
    pause_ms(BETWEEN);
    return seen;
}

/* One in four visitors does not wait until the previous visitor's thank-you screen is over. */
void plain_visit(void) {
    if (below(4)) expect_home("a visit");
    visit("plain", PATIENCE);
}
