/// Where star-courier brings the answers: a section `[courier]`.
package struct CourierSettings: Hashable, Sendable {
  /// The broker's host name or address; empty sends nothing.
  package var host = ""
  /// 0 takes 8883 with TLS and 1883 without.
  package var port: Int32 = 0
  package var tls = true
  /// A file with the certificates of the authorities that are trusted; `nil` takes the system's.
  package var ca: String?
  /// The client's certificate and its key.
  package var certificate: String?
  package var key: String?
  package var username = ""
  /// A file whose first line is the password.
  package var passwordFile: String?
  /// What all topics begin with.
  package var prefix = "star-slider"
  /// Seconds between two heartbeats.
  package var heartbeat: Int32 = 300
  /// Seconds of silence after which the broker is asked whether it is there.
  package var keepalive: Int32 = 60
  /// Answers on their way at once.
  package var window: Int32 = 32

  package init() {}
}

extension CourierSettings {
  /// Whether MQTT can carry a text, as a topic or a name: no control characters, and nothing that Unicode keeps from being
  /// exchanged.
  package static func canCarry(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0xfdd0..<0xfdf0: return false
      case let value where value & 0xfffe == 0xfffe: return false
      default: break
      }
    }
    return true
  }
}
