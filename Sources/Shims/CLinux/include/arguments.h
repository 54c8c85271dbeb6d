// The program's arguments, for programs whose main function is not in C and has none of them to see.
#ifndef CLINUX_ARGUMENTS_H
#define CLINUX_ARGUMENTS_H

/// As main's argc and argv; argv ends with NULL.
int cl_argument_count(void);
char **cl_arguments(void);

/// The program's name without its folders.
const char *cl_program_name(void);

/// getopt(3)'s global variables, which Swift 6 does not let through: optind, optopt and optarg.
int cl_option_index(void);
int cl_option_letter(void);
const char *cl_option_value(void);

#endif
