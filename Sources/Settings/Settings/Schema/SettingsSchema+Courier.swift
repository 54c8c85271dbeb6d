extension SettingsSchema {
  static let courierKeys: [SettingsKey] = [
    SettingsKey(
      .courier, "broker", allowed: "HOST, HOST:PORT, an IPv6 address as in [2001:db8::1]:8883; empty for none",
      example: "broker.example:8883",
      "The MQTT broker. Without one, answers stay on the kiosk. The port is 8883 with TLS and 1883 without by default.",
      set: .settings { $1.broker(into: &$0.courier) }),
    .flag(
      .courier, "tls", default: "yes", "Whether the connection is encrypted and the broker's certificate is verified."
    ) { $0.courier.tls = $1 },
    SettingsKey(
      .courier, "ca", allowed: paths, example: "/etc/star-slider/ca.pem",
      "The certificates of trusted authorities, PEM. By default the system's.",
      set: .settings { $1.path(into: &$0.courier.ca) }),
    SettingsKey(
      .courier, "certificate", allowed: paths, example: "/etc/star-slider/terminal.pem",
      "The kiosk's own certificate, PEM; requires key.",
      set: .settings { $1.path(into: &$0.courier.certificate) }),
    SettingsKey(
      .courier, "key", allowed: paths, example: "/etc/star-slider/terminal.key",
      "The private key of the certificate, PEM; requires certificate.",
      set: .settings { $1.path(into: &$0.courier.key) }),
    SettingsKey(
      .courier, "username", allowed: "texts of up to 128 bytes without control characters; empty for none",
      example: "terminal", "The user name for the broker.",
      set: .settings { $1.username(upTo: 128, into: &$0.courier.username) }),
    SettingsKey(
      .courier, "password-file", allowed: paths, example: "/etc/star-slider/password",
      "A file with the password in its first line. Only the courier's user should be able to read it.",
      set: .settings { $1.path(into: &$0.courier.passwordFile) }),
    SettingsKey(
      .courier, "prefix",
      allowed:
        "topics of up to 128 bytes without +, #, control characters and empty levels that do not begin with $",
      default: "star-slider", "The beginning of all topics.",
      set: .settings { $1.topic(into: &$0.courier.prefix) }),
    .whole(
      .courier, "heartbeat", 1...86_400, default: "300", unit: "s", "The time between two status reports."
    ) { $0.courier.heartbeat = $1 },
    .whole(
      .courier, "keepalive", 5...65_535, default: "60", unit: "s",
      "The time without traffic after which the courier pings the broker."
    ) { $0.courier.keepalive = $1 },
    .whole(
      .courier, "window", 1...1000, default: "32", unit: "answers",
      "The number of answers that may be unacknowledged at a time."
    ) { $0.courier.window = $1 },
  ]
}
