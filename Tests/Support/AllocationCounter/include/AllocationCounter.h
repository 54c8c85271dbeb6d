// Counts what a thread allocates: malloc(3) and its kin, interposed for the whole test process.
#pragma once

/// Starts to count this thread's allocations, from 0.
void allocation_counter_start(void);

/// Stops, and returns how many there were.
long allocation_counter_stop(void);
