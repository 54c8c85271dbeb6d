extension SettingsTable {
  /// Where answers go.
  static let courierKeys: [SettingsKey] = [
    SettingsKey(
      .courier, "broker", allowed: "HOST, HOST:PORT, an IPv6 address as in [2001:db8::1]:8883; nothing for none",
      standard: "", example: "broker.example:8883",
      about:
        "The MQTT broker; without one, answers stay on the terminal. The port is 8883 with TLS and 1883 without unless "
        + "told otherwise."
    ) { $1.broker(into: &$0.courier) },
    SettingsKey(
      .courier, "tls", allowed: yesOrNo, standard: "yes",
      about: "Whether the connection is encrypted and the broker's certificate checked."
    ) { $1.flag(into: &$0.courier.tls) },
    SettingsKey(
      .courier, "ca", allowed: "paths", standard: "", example: "/etc/star-slider/ca.pem",
      about: "The certificates of the authorities that are trusted, PEM. By default the system's."
    ) { $1.path(into: &$0.courier.ca) },
    SettingsKey(
      .courier, "certificate", allowed: "paths", standard: "", example: "/etc/star-slider/terminal.pem",
      about: "The terminal's own certificate, PEM; wants key, too."
    ) { $1.path(into: &$0.courier.certificate) },
    SettingsKey(
      .courier, "key", allowed: "paths", standard: "", example: "/etc/star-slider/terminal.key",
      about: "The key of the certificate, PEM; wants certificate, too."
    ) { $1.path(into: &$0.courier.key) },
    SettingsKey(
      .courier, "username", allowed: "texts of up to 128 bytes without control characters; nothing for none",
      standard: "", example: "terminal",
      about: "Who the broker is told that the terminal is."
    ) { $1.name(upTo: 128, into: &$0.courier.username) },
    SettingsKey(
      .courier, "password-file", allowed: "paths", standard: "", example: "/etc/star-slider/password",
      about: "A file whose first line is the password; only the courier's user should be able to read it."
    ) { $1.path(into: &$0.courier.passwordFile) },
    SettingsKey(
      .courier, "prefix",
      allowed: "topics of up to 128 bytes without +, #, control characters and empty levels, not beginning with $",
      standard: "star-slider",
      about: "What all topics begin with."
    ) { $1.topic(into: &$0.courier.prefix) },
    SettingsKey(
      .courier, "heartbeat", allowed: "whole numbers from 1 to 86400", standard: "300", unit: "s",
      about: "The time between two reports of the terminal's state."
    ) { $1.whole(1...86_400, into: &$0.courier.heartbeat) },
    SettingsKey(
      .courier, "keepalive", allowed: "whole numbers from 5 to 65535", standard: "60", unit: "s",
      about: "After so long a silence the broker is asked whether it is there."
    ) { $1.whole(5...65_535, into: &$0.courier.keepalive) },
    SettingsKey(
      .courier, "window", allowed: "whole numbers from 1 to 1000", standard: "32", unit: "answers",
      about: "How many answers may be on their way at once."
    ) { $1.whole(1...1000, into: &$0.courier.window) },
  ]
}
