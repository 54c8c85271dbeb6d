import Touch

extension SettingsTable {
  private static var ends: String {
    "two whole numbers that differ, each from -\(AxisInfo.limit) to \(AxisInfo.limit)"
  }

  /// What is touched.
  static let touchKeys: [SettingsKey] = [
    SettingsKey(
      .touch, "device", option: "touch",
      allowed: "auto, a device's path (with a slash or a dot in front), replay:FILE, none",
      standard: "auto",
      about:
        "auto takes the first touchscreen, one that is plugged in later, too; replay plays what evemu-record recorded."
    ) { $1.touch(into: &$0.touch) },
    SettingsKey(
      .touch, "grab", allowed: yesOrNo, standard: "yes",
      about: "Whether other programs do without the touches meanwhile."
    ) { $1.flag(into: &$0.grabsTouch) },
    SettingsKey(
      .touch, "keys", allowed: yesOrNo, standard: "yes",
      about: "Whether the arrows and enter of keypads and keyboards work the screens. grab counts for a keypad, too; a "
        + "keyboard with letters is shared."
    ) { $1.flag(into: &$0.takesKeys) },
    SettingsKey(
      .touch, "match", option: "touch-match", allowed: "parts of names, with commas between", standard: "",
      example: "raspberrypi-ts, ft5x06",
      about: "Which touchscreens auto takes before all others, by what they call themselves."
    ) { $1.names(into: &$0.touchNames) },
    SettingsKey(
      .touch, "calibration",
      allowed:
        "auto, none, six numbers A B C D E F as in 1 0 0 0 1 0, each from -1024 to 1024, where A x E is not B x D "
        + "(else the screen would be a line or a point)", standard: "auto",
      about: "What corrects touches. auto takes what star-kiosk calibrate measured, else udev's "
        + "LIBINPUT_CALIBRATION_MATRIX, else the board's profile; six numbers are such a matrix."
    ) { $1.calibration(into: &$0.calibration) },
    SettingsKey(
      .touch, "swap-axes", allowed: yesOrNo, standard: "no",
      about: "The panel's x runs down the screen. Like the four below, of no account where calibrate has measured or "
        + "udev tells."
    ) { $1.flag(into: &$0.quirks.swapsAxes) },
    SettingsKey(.touch, "invert-x", allowed: yesOrNo, standard: "no", about: "The panel's x axis runs the other way.") {
      $1.flag(into: &$0.quirks.invertsX)
    },
    SettingsKey(.touch, "invert-y", allowed: yesOrNo, standard: "no", about: "The panel's y axis runs the other way.") {
      $1.flag(into: &$0.quirks.invertsY)
    },
    SettingsKey(
      .touch, "range-x", allowed: ends, standard: "", example: "0 799",
      about: "The ends of the panel's x axis, where it reports others."
    ) { $1.range(into: &$0.quirks.rangeX) },
    SettingsKey(
      .touch, "range-y", allowed: ends, standard: "", example: "0 479",
      about: "The ends of the panel's y axis, where it reports others."
    ) { $1.range(into: &$0.quirks.rangeY) },
  ]

  /// Where answers are kept.
  static let journalKeys: [SettingsKey] = [
    SettingsKey(
      .journal, "path", option: "journal", allowed: "paths", standard: "",
      example: "/var/lib/star-slider/journal.sqlite",
      about: "The database of answers. By default journal.sqlite in $STATE_DIRECTORY, else in star-slider below "
        + "$XDG_STATE_HOME or ~/.local/state."
    ) { $1.path(into: &$0.journal) }
  ]
}
