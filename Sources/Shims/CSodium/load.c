#include "CSodium.h"

#include "../dlopen_note.h"

#include <dlfcn.h>

#define POINTER(function) __typeof__(function) *function;
static struct { CS_sodium(POINTER) } table;

struct cs_loading cs_load(void) {
  static int is_loaded;
  struct cs_loading loading = {CS_SODIUM_SONAME, CS_SODIUM_PACKAGE, NULL};
  if (is_loaded) return loading;
  void *handle = dlopen(loading.soname, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    loading.reason = dlerror();
    return loading;
  }
#define FIND(function)                                            \
  *(void **)&table.function = dlsym(handle, #function);           \
  if (!table.function) {                                          \
    loading.reason = dlerror();                                   \
    return loading;                                               \
  }
  CS_sodium(FIND)
  if (table.sodium_init() < 0) {
    loading.reason = "it cannot be initialized";
    return loading;
  }
  is_loaded = 1;
  return loading;
}

int cs_is_signed(const unsigned char *signature, const unsigned char *message, size_t count, const unsigned char *key) {
  return table.crypto_sign_verify_detached(signature, message, count, key) == 0;
}

void cs_sign(unsigned char *signature, const unsigned char *message, size_t count, const unsigned char *secret) {
  table.crypto_sign_detached(signature, NULL, message, count, secret);
}

void cs_make_pair(unsigned char *key, unsigned char *secret) { table.crypto_sign_keypair(key, secret); }

void cs_hash(unsigned char *hash, const unsigned char *message, size_t count) { table.crypto_hash_sha256(hash, message, count); }

#define NOTE(name, soname, package, purpose) DLOPEN_NOTE(name, soname, "fleet", purpose, CS_##name(DLOPEN_SYMBOL))
CS_LIBRARIES(NOTE)
