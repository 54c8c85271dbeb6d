import Touch

extension SettingsSchema {
  static let screenKeys: [Key] = [
    Key(
      "display",
      "auto, kms[:PATH], fb[:PATH], window[:WIDTHxHEIGHT], memory[:WIDTHxHEIGHT[:FORMAT]] with sides of 1 to 16384 pixels and a "
        + "format of "
        + ValueParser.formatNames,
      default: "auto",
      "The display. auto opens a window in a desktop session, otherwise it tries KMS, then the framebuffer, then memory with a "
        + "bundled recording of touches. memory and window are 800x480 by default."
    ) { $1.screen(into: &$0.settings.screen.display) }
    .restart { keep(&$0.screen.display, $1.screen.display) },
    Key(
      "format", "auto, " + ValueParser.formatNames, default: "auto",
      "The pixel format. auto selects the best format of the screen."
    ) { $1.format(into: &$0.settings.screen.format) }
    .restart { keep(&$0.screen.format, $1.screen.format) },
    Key(
      "rotate", "auto, 0, 90, 180, 270", default: "auto", unit: "degrees",
      "The clockwise rotation of the picture. auto is the panel's orientation as the kernel reports it, or 0."
    ) { $1.rotation(into: &$0.settings.screen.rotation) }
    .restart { keep(&$0.screen.rotation, $1.screen.rotation) },
    Key(
      "commit", "auto, atomic, legacy", default: "auto",
      "The KMS interface. auto uses atomic commits if the driver supports them."
    ) { $1.choice([("auto", .auto), ("atomic", .atomic), ("legacy", .legacy)], into: &$0.settings.screen.commit) }
    .restart { keep(&$0.screen.commit, $1.screen.commit) },
    Key(
      "buffers", "auto, flip, front", default: "auto",
      "flip draws to a back buffer and flips pages; front draws to the buffer on the screen."
    ) { $1.choice([("auto", .auto), ("flip", .flip), ("front", .front)], into: &$0.settings.screen.buffers) }
    .restart { keep(&$0.screen.buffers, $1.screen.buffers) },
    Key(
      "connector", "auto, names of connectors", default: "auto",
      "The connector, as star-kiosk devices lists it. auto selects the first one with a screen."
    ) { $1.name(into: &$0.settings.screen.connector) }
    .restart { keep(&$0.screen.connector, $1.screen.connector) },
    Key(
      "mode", "auto, WIDTHxHEIGHT", default: "auto",
      "The KMS mode. auto keeps the current mode, or sets the one that the screen prefers."
    ) { $1.mode(into: &$0.settings.screen.mode) }
    .restart { keep(&$0.screen.mode, $1.screen.mode) },
  ]

  private static var ends: String { "two different whole numbers, each from -\(AxisInfo.limit) to \(AxisInfo.limit)" }

  static let touchKeys: [Key] = [
    Key(
      "device", option: "touch",
      "auto, a device's path (starting with a slash or a dot), replay:FILE, none", default: "auto",
      "The touchscreen. auto selects the first one, even if it is plugged in later; replay plays a recording of "
        + "evemu-record."
    ) { $1.touch(into: &$0.settings.touch.device) }
    .restart { keep(&$0.touch.device, $1.touch.device) },
    Key(
      "grab", "yes, no, all, true, false", default: "yes",
      "Whether the kiosk keeps other programs from reading the touchscreen and keypads. all applies to every device with "
        + "keys, keyboards and power buttons included: the kernel's SysRq, consoles and logind do not receive them."
    ) {
      $1.choice(
        [("yes", .yes), ("no", .no), ("all", .all), ("true", .yes), ("false", .no)], into: &$0.settings.touch.grab)
    }
    .restart { keep(&$0.touch.grab, $1.touch.grab) },
    .flag(
      "keys", default: "yes",
      "Whether the arrow keys and the enter key of keypads and keyboards operate the kiosk. grab = yes applies to keypads, "
        + "too, but not to keyboards with letters."
    ) { $1.flag(into: &$0.settings.touch.acceptsKeys) }
    .restart { keep(&$0.touch.acceptsKeys, $1.touch.acceptsKeys) },
    .flag("key-repeat", default: "yes", "Whether an arrow key that is held counts again and again. Enter never does.") {
      $1.flag(into: &$0.settings.touch.repeatsKeys)
    }
    .restart { keep(&$0.touch.repeatsKeys, $1.touch.repeatsKeys) },
    .whole(
      "key-delay", 0...2000, default: "0", unit: "ms",
      "Within this time the same key of a keypad does not count again. 500 helps people whose hands tremble."
    ) { $0.touch.keyDelay = $1 }
    .restart { keep(&$0.touch.keyDelay, $1.touch.keyDelay) },
    Key(
      "match", option: "touch-match", "parts of device names, separated by commas",
      example: "raspberrypi-ts, ft5x06", "The touchscreens that auto prefers."
    ) { $1.names(into: &$0.settings.touch.names) }
    .restart { keep(&$0.touch.names, $1.touch.names) },
    Key(
      "calibration",
      "auto, none, six numbers A B C D E F such as 1 0 0 0 1 0, each from -1024 to 1024, where A x E differs from B x D "
        + "(otherwise the screen would become a line or a point)",
      default: "auto",
      "The correction of touches. auto uses the result of star-kiosk calibrate, or udev's LIBINPUT_CALIBRATION_MATRIX, or "
        + "the board profile. Six numbers are a matrix like udev's."
    ) { $1.calibration(into: &$0.settings.touch.calibration) }
    .restart { keep(&$0.touch.calibration, $1.touch.calibration) },
    .flag(
      "swap-axes", default: "no",
      "Whether the panel's x axis runs down the screen. Like the four keys below, it is ignored if calibrate or udev has "
        + "provided a calibration."
    ) { $1.flag(into: &$0.settings.touch.quirks.swapsAxes) }
    .restart { keep(&$0.touch.quirks.swapsAxes, $1.touch.quirks.swapsAxes) },
    .flag("invert-x", default: "no", "Whether the panel's x axis is reversed.") {
      $1.flag(into: &$0.settings.touch.quirks.invertsX)
    }
    .restart { keep(&$0.touch.quirks.invertsX, $1.touch.quirks.invertsX) },
    .flag("invert-y", default: "no", "Whether the panel's y axis is reversed.") {
      $1.flag(into: &$0.settings.touch.quirks.invertsY)
    }
    .restart { keep(&$0.touch.quirks.invertsY, $1.touch.quirks.invertsY) },
    Key("range-x", ends, example: "0 799", "The ends of the panel's x axis, if the device reports wrong ones.") {
      $1.range(into: &$0.settings.touch.quirks.rangeX)
    }
    .restart { keep(&$0.touch.quirks.rangeX, $1.touch.quirks.rangeX) },
    Key("range-y", ends, example: "0 479", "The ends of the panel's y axis, if the device reports wrong ones.") {
      $1.range(into: &$0.settings.touch.quirks.rangeY)
    }
    .restart { keep(&$0.touch.quirks.rangeY, $1.touch.quirks.rangeY) },
  ]

  static let journalKeys: [Key] = [
    Key(
      "path", option: "journal", "paths", example: "/var/lib/star-slider/journal.sqlite",
      "The database of answers. By default journal.sqlite in $STATE_DIRECTORY, or in the folder star-slider in "
        + "$XDG_STATE_HOME or ~/.local/state."
    ) { $1.path(into: &$0.settings.journal) }
    .restart { keep(&$0.journal, $1.journal) }
  ]
}
