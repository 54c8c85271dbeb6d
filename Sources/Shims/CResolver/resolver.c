#define _GNU_SOURCE

#include "CResolver.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

static const char *pinned;

typedef int resolve(const char *, const char *, const struct addrinfo *, struct addrinfo **);

// Replaces the C library's function for all libraries of the program.
int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict result) {
  static resolve *original;
  if (!original) original = (resolve *)dlsym(RTLD_NEXT, "getaddrinfo");
  if (!original) return EAI_SYSTEM;
  if (!pinned) return original(node, service, hints, result);
  return pinned[0] == '\0' ? EAI_NONAME : original(pinned, service, hints, result);
}

int cr_resolve(const char *host, char *text, int size) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  text[0] = '\0';
  int code = getaddrinfo(host, NULL, &hints, &found);
  if (code != 0) return code;
  size_t length = 0;
  for (struct addrinfo *one = found; one; one = one->ai_next) {
    char name[256];
    if (one->ai_family != AF_INET && one->ai_family != AF_INET6) continue;
    if (getnameinfo(one->ai_addr, one->ai_addrlen, name, sizeof name, NULL, 0, NI_NUMERICHOST) != 0) continue;
    size_t count = strlen(name);
    if (length + count + 2 > (size_t)size) break;
    memcpy(text + length, name, count);
    text[length + count] = '\n';
    length += count + 1;
    text[length] = '\0';
  }
  freeaddrinfo(found);
  return 0;
}

const char *cr_reason(int code) { return code == EAI_SYSTEM ? strerror(errno) : gai_strerror(code); }

void cr_pin(const char *address) { pinned = address; }
