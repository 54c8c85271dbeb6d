// An environment variable of one thread: getenv(3), interposed in the test process.
#pragma once

/// Lets this thread's getenv(3) return `value` for `name`, until the next call. Neither is copied. Other threads, child processes and the
/// C library itself see the process's own variables.
void thread_variable_set(const char *name, const char *value);

/// Ends the effect of `thread_variable_set`.
void thread_variable_clear(void);
