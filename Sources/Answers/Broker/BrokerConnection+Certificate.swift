import CMosquitto

// The reasons for refusing a broker's certificate, worded so that an operator can see what to renew or correct.
extension BrokerConnection {
  /// The reason; `nil` unless the certificate was refused.
  ///
  /// - Parameters:
  ///   - host: The name by which the broker was addressed.
  ///   - ca: The file of trusted authorities; `nil` for the system's.
  static func refusal(of certificate: cm_certificate, host: String, ca: String?) -> String? {
    if certificate.is_refused == 0 { return nil }
    var certificate = certificate
    let until = text(&certificate.until)
    let names = text(&certificate.names)
    let failed = "certificate verify failed: "
    switch certificate.code {
    // libmosquitto's own check of the name sets no code. OpenSSL then reports 1, "unspecified".
    case 0, 1, 62, 64:
      let named = names.utf8.isEmpty ? "no name" : names
      return "host name verification failed: the broker's certificate is for " + named + " instead of " + host
    case 10: return failed + "the broker's certificate expired on " + until + "; renew it"
    case 9: return failed + "the broker's certificate is not valid yet; check this machine's clock"
    case 18, 19, 20, 21:
      return failed + "the broker's certificate is not signed by "
        + (ca.map { "an authority in " + $0 } ?? "one of the system's authorities; set ca")
    default: return failed + text(&certificate.text)
    }
  }

  private static func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
