// Counts a thread's allocations: malloc(3) and the related functions, interposed in the test process.
#pragma once

/// Starts counting this thread's allocations at 0.
void allocation_counter_start(void);

/// Stops counting and returns the number of allocations.
long allocation_counter_stop(void);
