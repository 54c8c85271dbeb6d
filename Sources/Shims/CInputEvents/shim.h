// The kernel's names of event types and codes: EV_ABS, BTN_TOUCH.
#include <linux/input.h>
