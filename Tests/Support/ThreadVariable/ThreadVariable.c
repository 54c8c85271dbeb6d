// An executable's getenv replaces libc's for every library in the process. secure_getenv(3) does the same unless a program runs with
// another user's rights.
#define _GNU_SOURCE
#include "ThreadVariable.h"

#include <stdlib.h>
#include <string.h>

static __thread const char *own_name, *own_value;

void thread_variable_set(const char *name, const char *value) {
  own_name = name;
  own_value = value;
}

void thread_variable_clear(void) { own_name = own_value = NULL; }

char *getenv(const char *name) {
  if (own_name != NULL && strcmp(name, own_name) == 0) return (char *)own_value;
  return secure_getenv(name);
}
