// The processor's counters, and code whose number of cycles is known.
#ifndef CLINUX_COUNTERS_H
#define CLINUX_COUNTERS_H

#include <stdint.h>

/// Opens a counter of this process in user mode with perf_event_open(2), for which the C library has no function. `group` is the first
/// counter of a group, or -1; reading the first counter returns the whole group. Returns a descriptor, or the negated errno.
int cl_counter_open(uint32_t type, uint64_t event, int group);

/// Events of type 0 for cl_counter_open. Every processor with counters supports them.
enum { cl_count_cycles = 0, cl_count_instructions = 1, cl_count_cache_misses = 3, cl_count_branch_misses = 5 };

/// Executes `count` times 256 additions, each of which depends on the previous one. An addition takes one cycle on all processors of the
/// boards and of PCs.
void cl_add_in_chain(uint32_t count);

#endif
