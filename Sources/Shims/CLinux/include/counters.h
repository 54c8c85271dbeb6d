// The processor's counters, and code whose number of cycles is known.
#ifndef CLINUX_COUNTERS_H
#define CLINUX_COUNTERS_H

#include <stdint.h>

/// Opens a counter of this process in user mode: perf_event_open(2), which has no function in the C library. `group` is the first
/// counter of a group, or -1. The first one's reads return the whole group. Returns a descriptor, or the negative errno.
int cl_counter_open(uint32_t type, uint64_t event, int group);

/// The events of cl_counter_open, of the type 0: what every processor with counters has.
enum { cl_count_cycles = 0, cl_count_instructions = 1, cl_count_cache_misses = 3, cl_count_branch_misses = 5 };

/// Executes `count` times 256 additions, each of which waits for the one before. An addition takes one cycle on all processors of
/// the boards and of PCs.
void cl_add_in_chain(uint32_t count);

#endif
