import CMosquitto

// Why a TLS handshake failed, worded so that an operator can see what to renew or correct.
extension BrokerConnection {
  /// The reason; `nil` unless one end refused the other.
  var handshakeFailure: String? {
    if handshake.pointee.is_refused != 0 { return brokerRefusal }
    if handshake.pointee.alert != 0 { return ownRefusal }
    return nil
  }

  /// Why the broker's certificate was refused here.
  private var brokerRefusal: String {
    let names = Self.text(&handshake.pointee.names)
    let failed = "certificate verify failed: "
    switch handshake.pointee.code {
    // libmosquitto's own check of the name sets no code. OpenSSL then reports 1, "unspecified".
    case 0, 1, 62, 64:
      let named = names.utf8.isEmpty ? "no name" : names
      return "host name verification failed: the broker's certificate is for " + named + " instead of " + host
    case 10: return failed + "the broker's certificate expired on " + Self.text(&handshake.pointee.until) + "; renew it"
    case 9: return failed + "the broker's certificate is not valid yet; check this machine's clock"
    case 18, 19, 20, 21:
      return failed + "the broker's certificate is not signed by "
        + (settings.ca.map { "an authority in " + $0 } ?? "one of the system's authorities; set ca")
    default: return failed + Self.text(&handshake.pointee.text)
    }
  }

  /// Why the broker ended the handshake, by its alert.
  private var ownRefusal: String {
    let (alert, ended) = (handshake.pointee.alert, "the broker ended the TLS handshake: ")
    let text = Self.text(&handshake.pointee.text)
    guard let certificate = settings.certificate else {
      if alert == 116 { return "the broker requires a certificate; set certificate and key" }
      // A broker with TLS 1.2 reports a missing certificate like this.
      return ended + text + (alert == 40 ? "; if it requires a certificate, set certificate and key" : "")
    }
    let refused = "the broker refuses " + certificate + ": "
    switch alert {
    case 45: return refused + expired
    case 44: return refused + "the certificate was revoked; make a new one"
    case 48: return refused + "the certificate is not signed by an authority that the broker trusts"
    case 42, 43, 46: return refused + text + "; check the certificate's dates and its purpose, clientAuth"
    default: return ended + text
    }
  }

  private var expired: String {
    "the certificate expired on " + Self.text(&handshake.pointee.until) + "; renew it"
  }

  /// Why the broker may have ended the connection, if its alert was lost: this end had sent more, and the system then discards what it has
  /// not read. `nil` unless the broker had asked for a certificate, and had not accepted the connection.
  var lostRefusal: String? {
    if !isExamined { return nil }
    let ended = "the broker ended the connection after it had asked for a certificate; "
    guard let certificate = settings.certificate else { return ended + "set certificate and key" }
    if handshake.pointee.has_expired == 0 { return ended + "it may refuse " + certificate }
    return "the broker refuses " + certificate + ": " + expired
  }

  /// Whether the broker may be examining this end's certificate.
  var isExamined: Bool {
    handshake.pointee.is_finished != 0 && handshake.pointee.is_asked != 0 && !state.pointee.isConnected
  }

  private static func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
