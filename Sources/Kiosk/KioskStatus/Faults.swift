/// The faults of a running kiosk that an operator should fix, by their names in the status and the heartbeat.
package struct Faults: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No screen is connected.
  package static let noScreen = Faults(rawValue: 1)
  /// No touchscreen is connected, although the configuration expects one.
  package static let noTouchscreen = Faults(rawValue: 2)
  /// The disk is full.
  package static let diskFull = Faults(rawValue: 4)
  /// The kiosk accepts no visitor, because it cannot store answers.
  package static let outOfOrder = Faults(rawValue: 8)
  /// The configuration is invalid; the last valid one is in effect.
  package static let configurationInvalid = Faults(rawValue: 16)
  /// Visits are dropped, because there were more within an hour than the configuration permits.
  package static let tooManyAnswers = Faults(rawValue: 32)

  /// The journal was deleted, moved, overwritten or damaged while the kiosk was running; the kiosk continues with a new one.
  package static let journalReplaced = Faults(rawValue: 64)

  /// Answers go to the reserve, because the journal does not accept them.
  package static let reserveInUse = Faults(rawValue: 1 << 12)
  /// A part of the reserve could not be read and was set aside, or the reserve cannot be used.
  package static let reserveDamaged = Faults(rawValue: 1 << 13)
  /// A journal that could not be used was set aside; its files are still there.
  package static let journalDamaged = Faults(rawValue: 1 << 14)
  /// The touchscreen reports touches of no duration at one place, again and again; they are ignored.
  package static let phantomTouches = Faults(rawValue: 1 << 15)
  /// A picture, a font or a translation is missing or damaged; the kiosk shows its screens without it.
  package static let decorationMissing = Faults(rawValue: 1 << 16)
  /// The configured time zone is not on this machine, or the machine's own is missing or damaged; the kiosk uses UTC.
  package static let timeZoneMissing = Faults(rawValue: 1 << 17)
  /// No time server has set the clock since the boot, so opening hours and brightness wait.
  package static let clockNotSynchronised = Faults(rawValue: 1 << 18)
  /// No contact begins in a part of the touchscreen.
  package static let deadStripe = Faults(rawValue: 1 << 19)
  /// Contacts have moved away from their targets.
  package static let touchDrift = Faults(rawValue: 1 << 20)
  /// The positions of a resting finger jump.
  package static let touchNoise = Faults(rawValue: 1 << 21)
  /// Contacts begin at one place without a finger, or one stays there. Unlike `phantomTouches`, they last.
  package static let repeatedTouches = Faults(rawValue: 1 << 22)

  /// What the kiosk says is not heard: star-voice is missing, has ended, or has no sound card or no voice for a language.
  package static let voiceSilent = Faults(rawValue: 1 << 23)

  private static var all: [(fault: Faults, name: String)] {
    [
      (.noScreen, "no_screen"), (.noTouchscreen, "no_touchscreen"), (.diskFull, "disk_full"),
      (.outOfOrder, "out_of_order"), (.configurationInvalid, "configuration_invalid"),
      (.tooManyAnswers, "too_many_answers"), (.journalReplaced, "journal_replaced"),
      (.reserveInUse, "reserve_in_use"), (.reserveDamaged, "reserve_damaged"), (.journalDamaged, "journal_damaged"),
      (.phantomTouches, "phantom_touches"), (.deadStripe, "dead_stripe"), (.touchDrift, "touch_drift"),
      (.touchNoise, "touch_noise"), (.repeatedTouches, "repeated_touches"),
      (.decorationMissing, "decoration_missing"), (.timeZoneMissing, "time_zone_missing"),
      (.clockNotSynchronised, "clock_not_synchronised"), (.voiceSilent, "voice_silent"),
    ]
  }

  package var names: [String] { Self.all.filter { contains($0.fault) }.map { $0.name } }
}
