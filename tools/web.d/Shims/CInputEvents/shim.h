// The kernel's names of event types and codes, without the C library's headers, which have no version for WebAssembly.
#include "/usr/include/linux/input-event-codes.h"

// linux/input.h defines it.
#define MT_TOOL_PALM 0x02
