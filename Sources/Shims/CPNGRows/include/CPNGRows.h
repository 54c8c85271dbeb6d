#ifndef CPNGROWS_H
#define CPNGROWS_H

#include <stddef.h>
#include <stdint.h>

/* PNG files in memory, decoded a few rows at a time to four bytes per pixel: red, green, blue, alpha, as libpng's simplified interface
   does. libpng reports errors by longjmp(3), which never leaves these functions. */

typedef struct cpngrows_reader cpngrows_reader;

/* Reads a file's header. The file stays at its address until cpngrows_close. Returns NULL if memory is exhausted. If
   libpng rejects the file, the reader has an error. */
cpngrows_reader *cpngrows_open(const uint8_t *file, size_t count);

/* The last error or warning, or an empty string. */
const char *cpngrows_message(const cpngrows_reader *reader);

uint32_t cpngrows_width(const cpngrows_reader *reader);
uint32_t cpngrows_height(const cpngrows_reader *reader);

/* Allocates what decoding needs. Returns whether there is an error. */
int cpngrows_start(cpngrows_reader *reader);

/* Decodes at most `rows` rows into a whole picture. An interlaced file stores some rows of the picture in several parts, each of
   which counts as a row. Returns 1 if more follow, 0 after the last one, -1 on an error. */
int cpngrows_read(cpngrows_reader *reader, uint8_t *picture, uint32_t rows);

void cpngrows_close(cpngrows_reader *reader);

#endif
