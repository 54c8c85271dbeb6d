#ifndef VISITOR_H
#define VISITOR_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

enum { STARS = 5 };
enum { THANKS = 0x00a000 };      /* the color of stars that thank */
enum { BETWEEN = 150 };          /* ms between two visits; the kiosk drops answers within 100 ms after another */
enum { PATIENCE = 1500 };        /* ms within which a visitor expects thanks */
enum { RECOVERY = 10000 };       /* ms within which the kiosk shows its stars after a fault */
enum { MOST_ON_A_FULL_DISK = 400 }; /* answers; the kiosk's reserve takes about 140 */
enum kind { TYPE_B, TYPE_A, SINGLE, KINDS };

/* common.c */
extern int visits;               /* to be made */
extern int rough;                /* so many of them with kills, restarts and full disks in between */
extern int number;               /* of the current visit, from 0 */
extern const char *folder;       /* of the journal */
_Noreturn void fail(const char *what);
void draw_from(uint64_t seed);   /* starts the random numbers */
int below(int limit);            /* a random number from 0 */
int64_t now(void);               /* ns of the monotonic clock */
void pause_ms(int ms);
void write_file(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
void problem(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* screen.c */
extern int width, height;
void open_screen(void);
int star_x(int value);           /* the middle of a star, px */
int look(void);                  /* the number of stars that thank; 0 for an empty row, -1 for anything else */
void expect_home(const char *when);

/* panel.c */
void plug(enum kind kind);
void unplug(void);
void touch(int x, int y, int begins);
void lift(void);
void give(int value);
void tap(int value);

/* kiosk.c */
extern pid_t kiosk;
extern char **command;
void configure(int thanks_ms);
void start(void);
int reap(void);                  /* waits for the kiosk's end; its wait status */
int has_ended(void);
void end(void);                  /* asks it to end */
void expect_touchscreen(int is_present);
void report_defects(void);       /* logs the faults of the panel that the status names */

/* visits.c */
int end_visit(const char *class, int value, int64_t begun, int ms);
int visit(const char *class, int ms);
void plain_visit(void);

/* faults.c */
extern const struct fault *only; /* the only fault; NULL for all */
extern int is_panel_defective;   /* whether it is a defect of the panel */
void choose_faults(const char *name);
void disturb(void);

/* measure.c */
void measure(void);

#endif
