// Chooses the address to which libmosquitto connects. libmosquitto has no function for that: it uses the first address that getaddrinfo(3)
// returns. It cannot be given an address, because it needs the host's name to check the certificate.
#ifndef CRESOLVER_H
#define CRESOLVER_H

/// Resolves a host's name, and writes its addresses as text, each with a line feed. Returns 0, or a code for `cr_reason`. Blocks.
int cr_resolve(const char *_Nonnull host, char *_Nonnull text, int size);

/// Returns the reason for a failure of `cr_resolve`.
const char *_Nonnull cr_reason(int code);

/// Makes getaddrinfo(3) in this process resolve every host to `address`, or fail for every host if it is empty. `NULL` ends this. The text
/// is not copied.
void cr_pin(const char *_Nullable address);

#endif
