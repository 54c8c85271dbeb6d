/* What all files use: the run, random numbers, time, files and the log. */
#define _GNU_SOURCE
#include "visitor.h"

#include <stdarg.h>
#include <time.h>

int visits, rough, number;
const char *folder;

static uint64_t state;

_Noreturn void fail(const char *what) {
    perror(what);
    exit(1);
}

void draw_from(uint64_t seed) { state = seed * 2654435769u + 88172645463325252u; }

int below(int limit) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state >> 11) % limit;
}

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

void pause_ms(int ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

void write_file(const char *path, const char *format, ...) {
    va_list words;
    FILE *file = fopen(path, "w");
    if (!file) fail(path);
    va_start(words, format);
    vfprintf(file, format, words);
    va_end(words);
    if (fclose(file)) fail(path);
}

void problem(const char *format, ...) {
    va_list words;
    va_start(words, format);
    printf("problem visit %d: ", number);
    vprintf(format, words);
    putchar('\n');
    va_end(words);
}
