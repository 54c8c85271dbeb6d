// The forms of times, of the day and of the week.
extension Value {
  static var days: [StaticString] { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] }

  private static var minutesADay: Int32 { 1440 }

  /// `[DAYS] HH:MM-HH:MM[,HH:MM-HH:MM...]`: added to what is there, in ascending order of the start.
  func hours(into place: inout [TerminalSettings.OpenInterval]) -> Bool {
    var all = goesOn ? place : []
    guard let added = openIntervals, all.count + added.count <= TerminalSettings.mostHours else { return false }
    all += added
    all.sort { $0.start < $1.start }
    place = all
    return true
  }

  /// What one line opens.
  var openIntervals: [TerminalSettings.OpenInterval]? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    let days = scanner.days
    var intervals: [TerminalSettings.OpenInterval] = []
    repeat {
      guard let start = scanner.minute(upTo: Self.minutesADay - 1), scanner.skip("-"),
        let end = scanner.minute(upTo: Self.minutesADay), start != end
      else { return nil }
      for day in 0..<Int32(7) where days >> day & 1 != 0 {
        let midnight = day * Self.minutesADay
        let last = end < start ? end + Self.minutesADay : end
        intervals.append(
          TerminalSettings.OpenInterval(start: midnight + start, end: (midnight + last) % (7 * Self.minutesADay)))
      }
    } while scanner.skip(",")
    return scanner.isAtEnd && !intervals.isEmpty ? intervals : nil
  }

  /// `HH:MM PERCENT`, with or without its sign: added to what is there, in ascending order of time.
  func brightness(into place: inout [TerminalSettings.BrightnessStep]) -> Bool {
    var all = goesOn ? place : []
    guard let step = brightnessStep, all.count < TerminalSettings.mostBrightnessSteps else { return false }
    all.append(step)
    all.sort { $0.minute < $1.minute }
    place = all
    return true
  }

  var brightnessStep: TerminalSettings.BrightnessStep? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    guard let minute = scanner.minute(upTo: Self.minutesADay - 1), scanner.isAtBlank,
      let percent = scanner.number(digits: 1...3), percent <= 100
    else { return nil }
    _ = scanner.skip("%")
    return scanner.isAtEnd ? TerminalSettings.BrightnessStep(minute: minute, percent: percent) : nil
  }

  /// A zone of the tz database, as in `Europe/Berlin`; nothing for the system's.
  func timeZone(into place: inout String) -> Bool {
    let isName = consists(of: 0...64) {
      Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
    // A file's name is made of it: nothing outside of the database.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if !isName || (!text.isEmpty && parts.contains { $0.isEmpty }) { return false }
    place = text
    return true
  }

  /// Goes through a text from left to right; spaces may stand between any two parts.
  private struct Scanner {
    var bytes: ArraySlice<UInt8>

    var isAtBlank: Bool { bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t") }

    private mutating func skipBlanks() {
      while isAtBlank { bytes = bytes.dropFirst() }
    }

    var isAtEnd: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
      skipBlanks()
      if bytes.first != UInt8(ascii: sign) { return false }
      bytes = bytes.dropFirst()
      return true
    }

    mutating func number(digits: ClosedRange<Int>) -> Int32? {
      skipBlanks()
      let run = bytes.prefix { Value.isDigit($0) }
      if !digits.contains(run.count) { return nil }
      bytes = bytes.dropFirst(run.count)
      return run.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
    }

    /// `HH:MM` or `H:MM`, in minutes since midnight.
    mutating func minute(upTo most: Int32) -> Int32? {
      guard let hour = number(digits: 1...2), bytes.first == UInt8(ascii: ":") else { return nil }
      bytes = bytes.dropFirst()
      guard bytes.first.map({ Value.isDigit($0) }) == true, let minute = number(digits: 2...2), minute < 60 else {
        return nil
      }
      return hour * 60 + minute <= most ? hour * 60 + minute : nil
    }

    /// Days as bits from Monday's, as in `Mo-Fr,Su`; all of them where there is none. Half of a range is no days at all.
    var days: UInt32 {
      mutating get {
        guard var first = day else { return 0x7f }
        var bits: UInt32 = 0
        while true {
          bits |= 1 << UInt32(first)
          if skip("-") {
            guard let last = day else { return 0 }
            while first != last {
              first = (first + 1) % 7
              bits |= 1 << UInt32(first)
            }
          }
          if !skip(",") { return bits }
          guard let next = day else { return 0 }
          first = next
        }
      }
    }

    private var day: Int32? {
      mutating get {
        skipBlanks()
        for (i, name) in Value.days.enumerated()
        where name.withUTF8Buffer({ $0.elementsEqual(bytes.prefix(2)) }) {
          bytes = bytes.dropFirst(2)
          return Int32(i)
        }
        return nil
      }
    }
  }
}
