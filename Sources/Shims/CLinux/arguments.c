#define _GNU_SOURCE
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <unistd.h>

static int count;
static char **vector;

// Embedded Swift has no CommandLine. The host build uses the same code.
#ifdef __GLIBC__
// glibc passes argc and argv to constructors.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  vector = argv;
}
#else
// musl passes nothing to constructors. The kernel stores argc, the arguments, a NULL and the environment in this order. This counts
// the words backwards from the NULL until one equals the count. That word is argc, because no pointer has so small a value.
__attribute__((constructor)) static void find(void) {
  vector = environ - 1;
  while ((uintptr_t)vector[-1] != (uintptr_t)count) {
    vector--;
    count++;
  }
}
#endif

int cl_argument_count(void) { return count; }
char **cl_arguments(void) { return vector; }
const char *cl_program_name(void) { return program_invocation_short_name; }

void cl_set_arguments(int new_count, char **new_vector) {
  count = new_count;
  vector = new_vector;
  optind = 0;  // makes getopt_long(3) start again
}

int cl_option_index(void) { return optind; }
int cl_option_letter(void) { return optopt; }
const char *cl_option_value(void) { return optarg; }
