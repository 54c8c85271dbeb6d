// Times of day and of the week.
extension ValueParser {
  static var days: [StaticString] { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] }

  private static var minutesPerDay: Int32 { 1440 }

  /// Parses `[DAYS] HH:MM-HH:MM[,HH:MM-HH:MM...]` and adds it to the earlier lines, sorted by start.
  func hours(into place: inout [KioskSettings.OpenInterval]) -> Bool {
    defer { place.sort { $0.start < $1.start } }
    return append(openIntervals, upTo: KioskSettings.mostHours, to: &place)
  }

  /// The intervals of one line of `hours`.
  var openIntervals: [KioskSettings.OpenInterval]? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    let days = scanner.days()
    var intervals: [KioskSettings.OpenInterval] = []
    repeat {
      guard let start = scanner.minute(upTo: Self.minutesPerDay - 1), scanner.skip("-"),
        let end = scanner.minute(upTo: Self.minutesPerDay), start != end
      else { return nil }
      for day in 0..<Int32(7) where days >> day & 1 != 0 {
        let midnight = day * Self.minutesPerDay
        let last = end < start ? end + Self.minutesPerDay : end
        intervals.append(
          KioskSettings.OpenInterval(start: midnight + start, end: (midnight + last) % (7 * Self.minutesPerDay)))
      }
    } while scanner.skip(",")
    return scanner.isAtEnd && !intervals.isEmpty ? intervals : nil
  }

  /// Parses `HH:MM PERCENT`, with or without a percent sign, and adds it to the earlier lines, sorted by time.
  func brightness(into place: inout [KioskSettings.BrightnessStep]) -> Bool {
    defer { place.sort { $0.minute < $1.minute } }
    return append(brightnessStep.map { [$0] }, upTo: KioskSettings.mostBrightnessSteps, to: &place)
  }

  var brightnessStep: KioskSettings.BrightnessStep? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    guard let minute = scanner.minute(upTo: Self.minutesPerDay - 1), scanner.isAtBlank,
      let percent = scanner.number(digits: 1...3), percent <= 100
    else { return nil }
    _ = scanner.skip("%")
    return scanner.isAtEnd ? KioskSettings.BrightnessStep(minute: minute, percent: percent) : nil
  }

  /// Parses the name of a zone in the tz database, such as `Europe/Berlin`; an empty text stands for the system's zone.
  func timeZone(into place: inout String) -> Bool {
    let isName = consists(of: 0...64) { Self.isNameByte($0, or: "/_-+") }
    // The name becomes a path, which must not lead out of the database.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isInside = text.utf8.isEmpty || parts.allSatisfy { !$0.isEmpty }
    return write(isName && isInside ? text : nil, to: &place)
  }

  /// Reads a text from left to right. Spaces and tabs may precede every token.
  private struct Scanner {
    var bytes: ArraySlice<UInt8>

    var isAtBlank: Bool { bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t") }

    private mutating func skipBlanks() { while isAtBlank { bytes = bytes.dropFirst() } }

    var isAtEnd: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
      skipBlanks()
      if bytes.first != UInt8(ascii: sign) { return false }
      bytes = bytes.dropFirst()
      return true
    }

    mutating func number(digits: ClosedRange<Int>) -> Int32? {
      skipBlanks()
      let run = bytes.prefix { ValueParser.isDigit($0) }
      if !digits.contains(run.count) { return nil }
      bytes = bytes.dropFirst(run.count)
      return run.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
    }

    /// Parses `HH:MM` or `H:MM` and returns the minutes since midnight.
    mutating func minute(upTo limit: Int32) -> Int32? {
      guard let hour = number(digits: 1...2), bytes.first == UInt8(ascii: ":") else { return nil }
      bytes = bytes.dropFirst()
      guard bytes.first.map({ ValueParser.isDigit($0) }) == true, let minute = number(digits: 2...2), minute < 60 else {
        return nil
      }
      return hour * 60 + minute <= limit ? hour * 60 + minute : nil
    }

    /// Parses days such as `Mo-Fr,Su` into a bit mask whose bit 0 is Monday. Returns all days if the text contains no day, and no days if a
    /// range or a list is incomplete.
    mutating func days() -> UInt32 {
      var bits: UInt32 = 0
      repeat {
        guard let first = day() else { return bits == 0 ? 0x7f : 0 }
        guard let last = skip("-") ? day() : first else { return 0 }
        for offset in 0...(last - first + 7) % 7 { bits |= 1 << UInt32((first + offset) % 7) }
      } while skip(",")
      return bits
    }

    private mutating func day() -> Int32? {
      skipBlanks()
      guard let day = ValueParser.days.firstIndex(where: { same($0, bytes.prefix(2)) }) else { return nil }
      bytes = bytes.dropFirst(2)
      return Int32(day)
    }
  }
}
