// Network addresses: getifaddrs(3).
#ifndef CLINUX_NETWORK_H
#define CLINUX_NETWORK_H

#include <stddef.h>

/// Stores "NAME ADDRESS" of each IPv4 address, then of each IPv6 address, separated by ", ", without those of loopback and link-local
/// ones. Ends with a zero byte; what has no room in `size` bytes is left out. Returns the length.
size_t cl_network_addresses(char *text, size_t size);

#endif
