// Ed25519 and SHA-256 of libsodium, which is loaded at the first use (docs/decisions/0020-signed-messages.md).
#ifndef CSODIUM_H
#define CSODIUM_H

#include <sodium/core.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_sign.h>
#include <sodium/version.h>
#include <stddef.h>

// libsodium changed its soname, although these functions stayed the same. The headers determine the soname.
#if SODIUM_LIBRARY_VERSION_MAJOR < 26
#define CS_SODIUM_SONAME "libsodium.so.23"
#define CS_SODIUM_PACKAGE "libsodium23"
#else
#define CS_SODIUM_SONAME "libsodium.so.26"
#define CS_SODIUM_PACKAGE "libsodium26"
#endif

// CS_LIBRARIES(L): one L(name, soname, Debian package, purpose). CS_sodium(F): one F(function) per function, as in CText.
#define CS_LIBRARIES(L) L(sodium, CS_SODIUM_SONAME, CS_SODIUM_PACKAGE, "signed messages")

#define CS_sodium(F)            \
  F(sodium_init)                \
  F(crypto_sign_keypair)        \
  F(crypto_sign_detached)       \
  F(crypto_sign_verify_detached) \
  F(crypto_hash_sha256)

/// The result of loading the library.
struct cs_loading {
  const char *_Nonnull soname;
  /// The Debian package.
  const char *_Nonnull package;
  /// Null if the library is loaded. Otherwise the reason, which is valid until the next call.
  const char *_Nullable reason;
};

/// Loads the library if it is not loaded yet. It is never unloaded. Only one thread may call it.
struct cs_loading cs_load(void);

// The functions below may be called once the library is loaded.

/// Whether `signature` (64 bytes) was made for the message with the secret key that belongs to the public `key` (32 bytes).
int cs_is_signed(
  const unsigned char *_Nonnull signature, const unsigned char *_Nullable message, size_t count, const unsigned char *_Nonnull key);
/// Stores the signature of the message, 64 bytes.
void cs_sign(
  unsigned char *_Nonnull signature, const unsigned char *_Nullable message, size_t count, const unsigned char *_Nonnull secret);
/// Creates a random key pair: a public `key` of 32 bytes and a `secret` key of 64 bytes.
void cs_make_pair(unsigned char *_Nonnull key, unsigned char *_Nonnull secret);
/// Stores the SHA-256 of the message, 32 bytes.
void cs_hash(unsigned char *_Nonnull hash, const unsigned char *_Nullable message, size_t count);

#endif
