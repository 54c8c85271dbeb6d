// Network addresses: getifaddrs(3).
#ifndef CLINUX_NETWORK_H
#define CLINUX_NETWORK_H

#include <stddef.h>

/// Stores "NAME ADDRESS" for each IPv4 address, then for each IPv6 address, separated by ", ", without loopback and link-local addresses.
/// The text ends with a zero byte; addresses that do not fit in `size` bytes are omitted. Returns the length.
size_t cl_network_addresses(char *text, size_t size);

#endif
