// The program's arguments, for programs whose main function is not in C.
#ifndef CLINUX_ARGUMENTS_H
#define CLINUX_ARGUMENTS_H

/// The argc and argv of main.
int cl_argument_count(void);
char **cl_arguments(void);

/// Replaces the arguments, so that a test can parse again. The caller keeps `vector`, which ends with a NULL.
void cl_set_arguments(int count, char **vector);

/// Returns the program's name without its folder.
const char *cl_program_name(void);

/// Return the global variables of getopt(3), which Swift 6 rejects as unsafe: optind, optopt and optarg.
int cl_option_index(void);
int cl_option_letter(void);
const char *cl_option_value(void);

#endif
