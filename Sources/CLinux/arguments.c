#define _GNU_SOURCE
#include "arguments.h"

#include <errno.h>
#include <getopt.h>

static int count;
static char **vector;

// glibc hands argc and argv to the constructors of static and of dynamic programs alike. Embedded Swift has no
// CommandLine, and a plain Swift build takes the same way, so that there is one.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  vector = argv;
}

int cl_argument_count(void) { return count; }
char **cl_arguments(void) { return vector; }
const char *cl_program_name(void) { return program_invocation_short_name; }

int cl_option_index(void) { return optind; }
int cl_option_letter(void) { return optopt; }
const char *cl_option_value(void) { return optarg; }
