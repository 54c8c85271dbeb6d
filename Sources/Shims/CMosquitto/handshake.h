// Why a TLS handshake failed: why the broker's certificate was refused here, or with which alert the broker refused ours. libmosquitto
// reports neither, so this asks OpenSSL, which libmosquitto has loaded. The functions are looked up at run time, because only libmosquitto
// depends on OpenSSL.
#ifndef CMOSQUITTO_HANDSHAKE_H
#define CMOSQUITTO_HANDSHAKE_H

#include <arpa/inet.h>
#include <dlfcn.h>
#include <mosquitto.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/// Why a handshake failed.
struct cm_handshake {
  /// Whether the broker's certificate was refused.
  int is_refused;
  /// OpenSSL's X509_V_ERR_ code for the broker's certificate.
  int code;
  /// Whether this end has finished the handshake. A broker with TLS 1.3 examines this end's certificate only then.
  int is_finished;
  /// The alert with which the broker ended the handshake (RFC 8446, section 6); 0 if none was read. A connection that the broker has
  /// closed may lose it.
  int alert;
  /// Whether the broker has asked for this end's certificate.
  int is_asked;
  /// Whether this end's own certificate has expired.
  int has_expired;
  /// OpenSSL's text for the code or the alert.
  char text[96];
  /// The day on which the refused certificate, or this end's, expires or expired, such as "2026-01-31"; empty if unknown.
  char until[16];
  /// The names for which the broker's certificate is valid, separated by ", ".
  char names[256];
};

/// Stores the day on which a certificate expires.
static inline void cm_read_end(struct cm_handshake *found, void *certificate) {
  void *library = dlopen(NULL, RTLD_NOW);
  void *(*end)(void *) = dlsym(library, "X509_get0_notAfter");
  int (*date)(void *, struct tm *) = dlsym(library, "ASN1_TIME_to_tm");
  struct tm day;
  if (end && date && certificate && date(end(certificate), &day)) strftime(found->until, sizeof found->until, "%Y-%m-%d", &day);
}

static inline void cm_add_name(struct cm_handshake *found, const char *name, size_t length) {
  size_t used = strlen(found->names), gap = used > 0 ? 2 : 0;
  if (used + gap + length >= sizeof found->names) return;
  if (gap) memcpy(found->names + used, ", ", gap);
  for (size_t i = 0; i < length; i++) {
    // A certificate is foreign data: only printable characters reach the log.
    found->names[used + gap + i] = name[i] > 32 && name[i] < 127 ? name[i] : '?';
  }
}

static inline void cm_read_names(struct cm_handshake *found, void *certificate) {
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
  struct cm_handshake *found = argument;
  void *library = dlopen(NULL, RTLD_NOW);
  int (*verify)(void *) = dlsym(library, "X509_verify_cert");
  int (*error)(void *) = dlsym(library, "X509_STORE_CTX_get_error");
  const char *(*text)(long) = dlsym(library, "X509_verify_cert_error_string");
  void *(*current)(void *) = dlsym(library, "X509_STORE_CTX_get_current_cert");
  void *(*leaf)(void *) = dlsym(library, "X509_STORE_CTX_get0_cert");
  if (!verify) return 0;
  int result = verify(chain);
  if (result > 0 || !error || !text || !current || !leaf) return result;
  found->is_refused = 1;
  found->code = error(chain);
  snprintf(found->text, sizeof found->text, "%s", text(found->code));
  cm_read_end(found, current(chain) ? current(chain) : leaf(chain));
  if (leaf(chain)) cm_read_names(found, leaf(chain));
  return result;
}

/// The index under which a TLS context keeps where it stores this; -1 without one.
static inline int *cm_context_index(void) {
  static int index = -1;
  return &index;
}

/// OpenSSL calls this at each event of a connection. Notes the end of the handshake, and the alert with which the broker refuses it.
static inline void cm_saw(const void *connection, int event, int value) {
  enum { FINISHED = 0x20, ALERT_READ = 0x4004, CLOSE_NOTIFY = 0, USER_CANCELED = 90, NO_RENEGOTIATION = 100 };
  int alert = event == ALERT_READ ? value & 0xff : CLOSE_NOTIFY;
  if (alert == USER_CANCELED || alert == NO_RENEGOTIATION) alert = CLOSE_NOTIFY;
  if (event != FINISHED && alert == CLOSE_NOTIFY) return;
  void *library = dlopen(NULL, RTLD_NOW);
  void *(*context)(const void *) = dlsym(library, "SSL_get_SSL_CTX");
  void *(*data)(const void *, int) = dlsym(library, "SSL_CTX_get_ex_data");
  void *(*own)(const void *) = dlsym(library, "SSL_get_certificate");
  const char *(*text)(int) = dlsym(library, "SSL_alert_desc_string_long");
  const void *(*end)(void *) = dlsym(library, "X509_get0_notAfter");
  int (*compare)(const void *, time_t *) = dlsym(library, "X509_cmp_time");
  struct cm_handshake *found = context && data ? data(context(connection), *cm_context_index()) : NULL;
  if (!found || found->is_refused || !own || !text || !end || !compare) return;
  found->is_finished |= event == FINISHED;
  found->alert = alert;
  if (alert != CLOSE_NOTIFY) snprintf(found->text, sizeof found->text, "%s", text(value));
  void *certificate = own(connection);
  found->has_expired = certificate && compare(end(certificate), NULL) < 0;
  cm_read_end(found, certificate);
}

/// OpenSSL calls this when the broker asks for a certificate. Continues the handshake.
static inline int cm_asked(void *connection, void *argument) {
  (void)connection;
  ((struct cm_handshake *)argument)->is_asked = 1;
  return 1;
}

/// Where the next TLS context stores why its handshake fails; NULL to store nothing.
static inline struct cm_handshake **cm_watching(void) {
  static struct cm_handshake *found;
  return &found;
}

/// OpenSSL calls this while it creates a TLS context.
static inline void cm_context_is_new(void *context, void *value, void *data, int index, long number, void *argument) {
  (void)value, (void)number, (void)argument;
  if (!*cm_watching()) return;
  void *library = dlopen(NULL, RTLD_NOW);
  void (*verify)(void *, int (*)(void *, void *), void *) = dlsym(library, "SSL_CTX_set_cert_verify_callback");
  int (*keep)(void *, int, void *) = dlsym(library, "CRYPTO_set_ex_data");
  void (*watch)(void *, void (*)(const void *, int, int)) = dlsym(library, "SSL_CTX_set_info_callback");
  if (verify && dlsym(library, "X509_verify_cert")) verify(context, cm_verify, *cm_watching());
  void (*asked)(void *, int (*)(void *, void *), void *) = dlsym(library, "SSL_CTX_set_cert_cb");
  if (asked) asked(context, cm_asked, *cm_watching());
  if (keep && watch && keep(data, index, *cm_watching())) watch(context, cm_saw);
}

/// Arranges that `found` is filled if the handshake fails with the broker to which a connection begins next; NULL ends this. `found` must
/// outlive the connection.
///
/// libmosquitto creates the TLS context in the function that begins to connect. It must be changed at that moment: if the core is busy, the
/// broker's reply is there, and refused, before that function returns.
static inline void cm_watch_handshake(struct cm_handshake *found) {
  *cm_watching() = found;
  if (!found || *cm_context_index() >= 0) return;
  typedef void handler(void *, void *, void *, int, long, void *);
  int (*add)(int, long, void *, handler *, void *, void *) = dlsym(dlopen(NULL, RTLD_NOW), "CRYPTO_get_ex_new_index");
  enum { TLS_CONTEXT = 1 };
  if (add) *cm_context_index() = add(TLS_CONTEXT, 0, NULL, cm_context_is_new, NULL, NULL);
}

#endif
