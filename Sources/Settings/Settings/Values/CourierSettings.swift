/// The delivery of answers to a broker: the section `[courier]`.
package struct CourierSettings: Hashable, Sendable {
  /// The broker's host name or address; empty for no delivery.
  package var host = ""
  /// The broker's port; 0 for the default, which is 8883 with TLS and 1883 without.
  package var port: Int32 = 0
  package var tls = true
  /// A file with the certificates of trusted authorities; `nil` for the system's.
  package var ca: String?
  /// The files with the client's certificate and its private key.
  package var certificate: String?
  package var key: String?
  package var username = ""
  /// A file whose first line is the password.
  package var passwordFile: String?
  package var prefix = "star-slider"
  /// The seconds between two heartbeats.
  package var heartbeat: Int32 = 300
  /// The seconds without traffic after which the broker is pinged.
  package var keepalive: Int32 = 60
  /// The maximum number of unacknowledged answers.
  package var window: Int32 = 32

  package init() {}

  /// The files with secrets that the courier reads.
  package var secrets: [String] { [tls ? key : nil, username.utf8.isEmpty ? nil : passwordFile].compactMap { $0 } }

  /// Whether a text may be an MQTT topic or user name: it has no control characters and no Unicode noncharacters.
  package static func canCarry(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0xfdd0..<0xfdf0: false
      case let value: value & 0xfffe != 0xfffe
      }
    }
  }
}
