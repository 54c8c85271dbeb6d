extension SettingsSchema {
  static let courierKeys: [Key] = [
    Key(
      "broker", "HOST, HOST:PORT, an IPv6 address such as [2001:db8::1]:8883; empty for none",
      example: "broker.example:8883",
      "The MQTT broker. Without one, answers stay on the kiosk. The port is 8883 with TLS and 1883 without by default."
    ) { $1.broker(into: &$0.settings.courier) },
    .flag("tls", default: "yes", "Whether the connection is encrypted and the broker's certificate is verified.") {
      $1.flag(into: &$0.settings.courier.tls)
    },
    Key(
      "ca", "paths", example: "/etc/star-slider/ca.pem",
      "The certificates of trusted authorities, PEM. By default the system's."
    ) { $1.path(into: &$0.settings.courier.ca) },
    Key(
      "certificate", "paths", example: "/etc/star-slider/kiosk.pem",
      "The kiosk's own certificate, PEM; requires key."
    ) { $1.path(into: &$0.settings.courier.certificate) },
    Key(
      "key", "paths", example: "/etc/star-slider/kiosk.key",
      "The private key of the certificate, PEM; requires certificate."
    ) { $1.path(into: &$0.settings.courier.key) },
    Key(
      "username", "texts of up to 128 bytes without control characters; empty for none",
      example: "kiosk", "The user name for the broker."
    ) { $1.username(upTo: 128, into: &$0.settings.courier.username) },
    Key(
      "password-file", "paths", example: "/etc/star-slider/password",
      "A file with the password in its first line. Only the courier's user should have access to it."
    ) { $1.path(into: &$0.settings.courier.passwordFile) },
    Key(
      "prefix",
      "topics of up to 128 bytes without +, #, control characters and empty levels that do not begin with $",
      default: "star-slider", "The beginning of all topics."
    ) { $1.topic(into: &$0.settings.courier.prefix) },
    .whole("heartbeat", 1...86_400, default: "300", unit: "s", "The time between two status reports.") {
      $0.courier.heartbeat = $1
    },
    .whole(
      "keepalive", 5...65_535, default: "60", unit: "s",
      "The time without traffic after which the courier pings the broker."
    ) { $0.courier.keepalive = $1 },
    .whole(
      "window", 1...1000, default: "32", unit: "answers",
      "The number of answers that may be unacknowledged at a time."
    ) { $0.courier.window = $1 },
  ]
}
