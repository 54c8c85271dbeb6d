// Times of day and of the week.
extension ValueParser {
  static var days: [StaticString] { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] }

  private static var minutesPerDay: Int32 { 1440 }

  /// Parses `[DAYS] HH:MM-HH:MM[,HH:MM-HH:MM...]` and adds it to the earlier lines, sorted by start.
  func hours(into place: inout [ScheduleSettings.OpenInterval]) -> Bool {
    defer { place.sort { $0.start < $1.start } }
    return append(openIntervals, upTo: ScheduleSettings.mostHours, to: &place)
  }

  /// The intervals of one line of `hours`.
  var openIntervals: [ScheduleSettings.OpenInterval]? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    let days = scanner.days()
    guard let times = scanner.intervals() else { return nil }
    var intervals: [ScheduleSettings.OpenInterval] = []
    for time in times {
      for day in 0..<Int32(7) where days >> day & 1 != 0 {
        let midnight = day * Self.minutesPerDay
        intervals.append(
          ScheduleSettings.OpenInterval(
            start: midnight + time.start, end: (midnight + time.end) % (7 * Self.minutesPerDay)))
      }
    }
    return intervals.isEmpty ? nil : intervals
  }

  /// Parses the hours of the day that the key names, `HH:MM-HH:MM[,HH:MM-HH:MM...]`, and adds them to the earlier lines.
  func dayHours(into place: inout [ScheduleSettings.DayHours]) -> Bool {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    guard let day = ValueParser(id).date, let intervals = scanner.intervals() else { return false }
    if place.count >= ScheduleSettings.mostDays { return false }
    place.append(ScheduleSettings.DayHours(day: day, intervals: intervals.sorted { $0.start < $1.start }))
    return true
  }

  /// Parses comma-separated days on which the kiosk is closed, and adds them to the earlier lines.
  func closedDays(into place: inout [ScheduleSettings.DayHours]) -> Bool {
    guard let days = dates, place.count + days.count <= ScheduleSettings.mostDays else { return false }
    place += days.map { ScheduleSettings.DayHours(day: $0, intervals: []) }
    return true
  }

  /// The days of a text such as `2026-12-25, 01-01`.
  var dates: [ScheduleSettings.Day]? {
    guard let names = list(), !names.isEmpty else { return nil }
    let days = names.compactMap { ValueParser($0).date }
    return days.count == names.count ? days : nil
  }

  /// The day of a text `YYYY-MM-DD`, or `MM-DD` for every year.
  var date: ScheduleSettings.Day? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if parts.count != 2 && parts.count != 3 || !parts.allSatisfy({ $0.allSatisfy(Self.isDigit) }) { return nil }
    if parts.suffix(2).contains(where: { $0.count != 2 }) || parts.count == 3 && parts[0].count != 4 { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) } }
    let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
    // Without a year, February 29 is valid; it occurs in leap years only.
    let year = parts.count == 3 ? numbers[0] : nil
    let isLeap = year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true
    let lengths: InlineArray<12, Int32> = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day), year.map({ $0 >= 1970 }) ?? true else {
      return nil
    }
    return ScheduleSettings.Day(year: year, month: month, day: day)
  }

  /// Parses `HH:MM PERCENT`, with or without a percent sign, and adds it to the earlier lines, sorted by time.
  func brightness(into place: inout [ScheduleSettings.BrightnessStep]) -> Bool {
    defer { place.sort { $0.minute < $1.minute } }
    return append(brightnessStep.map { [$0] }, upTo: ScheduleSettings.mostBrightnessSteps, to: &place)
  }

  var brightnessStep: ScheduleSettings.BrightnessStep? {
    var scanner = Scanner(bytes: Array(text.utf8)[...])
    guard let minute = scanner.minute(upTo: Self.minutesPerDay - 1), scanner.isAtBlank,
      let percent = scanner.number(digits: 1...3), percent <= 100
    else { return nil }
    _ = scanner.skip("%")
    return scanner.isAtEnd ? ScheduleSettings.BrightnessStep(minute: minute, percent: percent) : nil
  }

  /// Parses the name of a zone in the tz database, such as `Europe/Berlin`; an empty text stands for the system's zone. Spaces are
  /// accepted, although no zone has one in its name, so that `LocalTime` can suggest America/New_York for "New York".
  func timeZone(into place: inout String) -> Bool {
    let isName = consists(of: 0...64) { Self.isNameByte($0, or: "/_-+ ") }
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

    /// Parses the rest, `HH:MM-HH:MM[,HH:MM-HH:MM...]`, and returns minutes since midnight. An end before its start is on the next day.
    mutating func intervals() -> [ScheduleSettings.OpenInterval]? {
      var intervals: [ScheduleSettings.OpenInterval] = []
      repeat {
        guard let start = minute(upTo: ValueParser.minutesPerDay - 1), skip("-"),
          let end = minute(upTo: ValueParser.minutesPerDay), start != end
        else { return nil }
        intervals.append(
          ScheduleSettings.OpenInterval(start: start, end: end < start ? end + ValueParser.minutesPerDay : end))
      } while skip(",")
      return isAtEnd ? intervals : nil
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
