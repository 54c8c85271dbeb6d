// Why a broker's certificate was refused. libmosquitto reports only that it was, so this asks OpenSSL, which libmosquitto has loaded. The
// functions are looked up at run time, because only libmosquitto depends on OpenSSL.
#ifndef CMOSQUITTO_CERTIFICATE_H
#define CMOSQUITTO_CERTIFICATE_H

#include <arpa/inet.h>
#include <dlfcn.h>
#include <mosquitto.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/// Why a certificate was refused, and what it contains.
struct cm_certificate {
  /// Whether a certificate was refused.
  int is_refused;
  /// OpenSSL's X509_V_ERR_ code.
  int code;
  /// OpenSSL's text for the code.
  char text[96];
  /// The day on which the certificate expires or expired, such as "2026-01-31"; empty if unknown.
  char until[16];
  /// The names for which the certificate is valid, separated by ", ".
  char names[256];
};

static inline void cm_add_name(struct cm_certificate *found, const char *name, size_t length) {
  size_t used = strlen(found->names), gap = used > 0 ? 2 : 0;
  if (used + gap + length >= sizeof found->names) return;
  if (gap) memcpy(found->names + used, ", ", gap);
  for (size_t i = 0; i < length; i++) {
    // A certificate is foreign data: only printable characters reach the log.
    found->names[used + gap + i] = name[i] > 32 && name[i] < 127 ? name[i] : '?';
  }
}

static inline void cm_read_names(struct cm_certificate *found, void *certificate) {
  void *library = dlopen(NULL, RTLD_NOW);
  void *(*extension)(void *, int, int *, int *) = dlsym(library, "X509_get_ext_d2i");
  int (*count)(void *) = dlsym(library, "OPENSSL_sk_num");
  void *(*at)(void *, int) = dlsym(library, "OPENSSL_sk_value");
  void *(*value)(void *, int *) = dlsym(library, "GENERAL_NAME_get0_value");
  const unsigned char *(*bytes)(void *) = dlsym(library, "ASN1_STRING_get0_data");
  int (*length)(void *) = dlsym(library, "ASN1_STRING_length");
  void (*release)(void *) = dlsym(library, "GENERAL_NAMES_free");
  void *(*subject)(void *) = dlsym(library, "X509_get_subject_name");
  int (*entry)(void *, int, char *, int) = dlsym(library, "X509_NAME_get_text_by_NID");
  if (!extension || !count || !at || !value || !bytes || !length || !release || !subject || !entry) return;
  enum { SUBJECT_ALT_NAME = 85, COMMON_NAME = 13, DNS = 2, ADDRESS = 7 };
  void *names = extension(certificate, SUBJECT_ALT_NAME, NULL, NULL);
  for (int i = 0; names && i < count(names); i++) {
    int type = -1;
    void *text = value(at(names, i), &type);
    char address[INET6_ADDRSTRLEN];
    if (type == DNS) cm_add_name(found, (const char *)bytes(text), length(text) > 0 ? (size_t)length(text) : 0);
    if (type == ADDRESS && (length(text) == 4 || length(text) == 16) &&
        inet_ntop(length(text) == 4 ? AF_INET : AF_INET6, bytes(text), address, sizeof address)) {
      cm_add_name(found, address, strlen(address));
    }
  }
  if (names) release(names);
  char name[128];
  int size = found->names[0] ? -1 : entry(subject(certificate), COMMON_NAME, name, sizeof name);
  if (size > 0) cm_add_name(found, name, strlen(name));
}

/// OpenSSL calls this instead of X509_verify_cert. It calls that function, returns its result, and stores the details of a failure.
static inline int cm_verify(void *chain, void *argument) {
  struct cm_certificate *found = argument;
  void *library = dlopen(NULL, RTLD_NOW);
  int (*verify)(void *) = dlsym(library, "X509_verify_cert");
  int (*error)(void *) = dlsym(library, "X509_STORE_CTX_get_error");
  const char *(*text)(long) = dlsym(library, "X509_verify_cert_error_string");
  void *(*current)(void *) = dlsym(library, "X509_STORE_CTX_get_current_cert");
  void *(*leaf)(void *) = dlsym(library, "X509_STORE_CTX_get0_cert");
  void *(*end)(void *) = dlsym(library, "X509_get0_notAfter");
  int (*date)(void *, struct tm *) = dlsym(library, "ASN1_TIME_to_tm");
  if (!verify) return 0;
  int result = verify(chain);
  if (result > 0 || !error || !text || !current || !leaf || !end || !date) return result;
  found->is_refused = 1;
  found->code = error(chain);
  snprintf(found->text, sizeof found->text, "%s", text(found->code));
  struct tm day;
  void *certificate = current(chain) ? current(chain) : leaf(chain);
  if (certificate && date(end(certificate), &day)) strftime(found->until, sizeof found->until, "%Y-%m-%d", &day);
  if (leaf(chain)) cm_read_names(found, leaf(chain));
  return result;
}

/// Where the next TLS context stores why a certificate is refused; NULL to store nothing.
static inline struct cm_certificate **cm_watching(void) {
  static struct cm_certificate *found;
  return &found;
}

/// OpenSSL calls this while it creates a TLS context.
static inline void cm_context_is_new(void *context, void *value, void *data, int index, long number, void *argument) {
  (void)value, (void)data, (void)index, (void)number, (void)argument;
  void *library = dlopen(NULL, RTLD_NOW);
  void (*set)(void *, int (*)(void *, void *), void *) = dlsym(library, "SSL_CTX_set_cert_verify_callback");
  if (*cm_watching() && set && dlsym(library, "X509_verify_cert")) set(context, cm_verify, *cm_watching());
}

/// Arranges that `found` is filled if the certificate of the broker is refused to which a connection begins next; NULL ends this. `found` must
/// outlive the connection.
///
/// libmosquitto creates the TLS context in the function that begins to connect. It must be changed at that moment: if the core is busy, the
/// broker's reply is there, and refused, before that function returns.
static inline void cm_watch_certificate(struct cm_certificate *found) {
  static int is_registered;
  *cm_watching() = found;
  if (!found || is_registered) return;
  typedef void handler(void *, void *, void *, int, long, void *);
  int (*add)(int, long, void *, handler *, void *, void *) = dlsym(dlopen(NULL, RTLD_NOW), "CRYPTO_get_ex_new_index");
  enum { TLS_CONTEXT = 1 };
  is_registered = add && add(TLS_CONTEXT, 0, NULL, cm_context_is_new, NULL, NULL) >= 0;
}

#endif
