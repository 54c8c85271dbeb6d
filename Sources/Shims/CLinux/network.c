#include "network.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>

static size_t add(char *text, size_t size, size_t used, const struct ifaddrs *one, int family) {
  if (!one->ifa_addr || one->ifa_addr->sa_family != family || one->ifa_flags & IFF_LOOPBACK) return used;
  const void *address = &((const struct sockaddr_in *)one->ifa_addr)->sin_addr;
  if (family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *)one->ifa_addr)->sin6_addr;
    if (IN6_IS_ADDR_LINKLOCAL(six)) return used;
    address = six;
  }
  char shown[INET6_ADDRSTRLEN];
  if (!inet_ntop(family, address, shown, sizeof shown)) return used;
  int length = snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", one->ifa_name, shown);
  if (length < 0 || (size_t)length >= size - used) {
    text[used] = 0;
    return used;
  }
  return used + (size_t)length;
}

size_t cl_network_addresses(char *text, size_t size) {
  struct ifaddrs *all;
  size_t used = 0;
  text[0] = 0;
  if (getifaddrs(&all) < 0) return 0;
  for (const struct ifaddrs *one = all; one; one = one->ifa_next) used = add(text, size, used, one, AF_INET);
  for (const struct ifaddrs *one = all; one; one = one->ifa_next) used = add(text, size, used, one, AF_INET6);
  freeifaddrs(all);
  return used;
}
