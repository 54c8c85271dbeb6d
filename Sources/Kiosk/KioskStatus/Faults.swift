/// The faults of a running kiosk that an operator should fix, by their names in the status and the heartbeat.
package struct Faults: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

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

  /// The touchscreen reports touches of no duration at one place, again and again; they are ignored.
  package static let phantomTouches = Faults(rawValue: 1 << 15)

  private static var all: [(fault: Faults, name: String)] {
    [
      (.noScreen, "no_screen"), (.noTouchscreen, "no_touchscreen"), (.diskFull, "disk_full"),
      (.outOfOrder, "out_of_order"), (.configurationInvalid, "configuration_invalid"),
      (.tooManyAnswers, "too_many_answers"), (.journalReplaced, "journal_replaced"),
      (.phantomTouches, "phantom_touches"),
    ]
  }

  package var names: [String] { Self.all.filter { contains($0.fault) }.map { $0.name } }
}
