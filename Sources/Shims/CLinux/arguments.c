#define _GNU_SOURCE
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <unistd.h>

static int count;
static char **vector;

// Embedded Swift has no CommandLine, and a plain Swift build takes the same way, so that there is one.
#ifdef __GLIBC__
// glibc hands argc and argv to the constructors of static and of dynamic programs alike.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  vector = argv;
}
#else
// musl hands them nothing. The environment is still where the kernel put it, behind argc, the arguments and a NULL: the first
// word before that NULL that tells how many were passed on the way is argc. (No pointer is as small as that.)
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

int cl_option_index(void) { return optind; }
int cl_option_letter(void) { return optopt; }
const char *cl_option_value(void) { return optarg; }
