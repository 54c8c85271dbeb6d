extension SettingsSchema {
  static let fleetKeys: [Key] = [
    Key(
      "public-key", "paths; empty for no remote control", example: "/etc/star-slider/fleet.pub",
      "The public key that verifies remote configurations and commands, created by starctl sign key. Without it, the courier "
        + "subscribes to neither."
    ) { $1.path(into: &$0.settings.fleet.publicKey) }
    .restart { keep(&$0.fleet.publicKey, $1.fleet.publicKey) },
    Key(
      "groups",
      "up to \(FleetSettings.mostGroups) comma-separated names, each of up to 64 letters, digits, dots, hyphens and underscores",
      example: "entrance, north",
      "The groups of this kiosk: it accepts their configurations and commands, too."
    ) { $1.groups(into: &$0.settings.fleet.groups) }
    .restart { keep(&$0.fleet.groups, $1.fleet.groups) },
    .flag(
      "snapshots", default: "no", "Whether a signed command may request a picture of the screen; never during a visit."
    ) { $1.flag(into: &$0.settings.fleet.snapshots) }
    .restart { keep(&$0.fleet.snapshots, $1.fleet.snapshots) },
    Key(
      "discovery", "one topic level of letters, digits, hyphens and underscores; empty for none",
      example: "homeassistant",
      "The discovery prefix of Home Assistant. The courier describes the kiosk there in one retained message."
    ) { $1.discovery(into: &$0.settings.fleet.discovery) }
    .restart { keep(&$0.fleet.discovery, $1.fleet.discovery) },
  ]
}
