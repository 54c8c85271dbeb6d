#include "CFuzzer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int fuzzer_read_behind(int count) {
  char *volatile block = malloc(count);
  memset(block, 1, count);
  int byte = block[count];
  free(block);
  return byte;
}

int fuzzer_overflow(int number) { return INT_MAX + number; }

void fuzzer_leak(void) {
  char *volatile block = malloc(64);
  block[0] = 1;
  block = NULL;
}
