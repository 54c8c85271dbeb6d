// Which address of a host libmosquitto connects to. It has no function for that: it takes the first one that getaddrinfo(3) returns, and
// needs the host's name to check a certificate.
#ifndef CRESOLVER_H
#define CRESOLVER_H

/// Resolves a host's name, and writes its addresses as text, each with a line feed. Returns 0, or a code for `cr_reason`. Blocks.
int cr_resolve(const char *_Nonnull host, char *_Nonnull text, int size);

/// Returns the reason of a failure of `cr_resolve`.
const char *_Nonnull cr_reason(int code);

/// From now on, getaddrinfo(3) of this process returns this address for every host; no host exists if it is empty. `NULL` ends that.
void cr_pin(const char *_Nullable address);

#endif
