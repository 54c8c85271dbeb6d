/// The rule by which a zone goes on for ever: POSIX's TZ string with RFC 8536's extensions, as in
/// "CET-1CEST,M3.5.0,M10.5.0/3".
struct ZoneRule: Sendable {
  /// Offsets from UTC in seconds, east positive (the string has it the other way round).
  private let standard: Int32
  /// The other offset, and the days on which it begins and ends; `nil` for a zone that stays.
  private let other: (offset: Int32, begins: Day, ends: Day)?

  init?(_ text: [UInt8]) {
    var reader = Reader(text)
    guard reader.skipName(), let west = reader.time() else { return nil }
    standard = -west
    if reader.isAtEnd {
      other = nil
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standard + 3600
    if reader.peek != UInt8(ascii: ",") {
      guard let west = reader.time() else { return nil }
      offset = -west
    }
    guard reader.take(","), let begins = Day(&reader), reader.take(","), let ends = Day(&reader), reader.isAtEnd else {
      return nil
    }
    other = (offset, begins, ends)
  }

  /// As `Zone.offset(at:)`.
  func offset(at now: Int64) -> (offset: Int32, until: Int64?) {
    guard let other else { return (standard, nil) }
    var changes: [Change] = []
    let year = Calendar.year(of: now)
    // A change may lie a week beside its year; and what undoes it, in the year after.
    for year in (year - 2)...(year + 3) {
      changes.append(
        Change(moment: other.begins.seconds(in: year) - Int64(standard), offset: other.offset, begins: true))
      changes.append(
        Change(moment: other.ends.seconds(in: year) - Int64(other.offset), offset: standard, begins: false))
    }
    changes.sort { $0.moment < $1.moment || ($0.moment == $1.moment && !$0.begins && $1.begins) }
    var current = standard
    // Of the last one it is not known whether it is undone.
    for i in 0..<(changes.count - 1) {
      let change = changes[i]
      if change.moment <= now {
        current = change.offset
      } else if changes[i + 1].moment == change.moment {
        // An end that is the next beginning, as where it never ends.
        continue
      } else if change.offset != current {
        return (current, change.moment)
      }
    }
    return (current, nil)
  }

  private struct Change {
    let moment: Int64
    let offset: Int32
    let begins: Bool
  }
}

extension ZoneRule {
  /// A day of every year, and a time of it.
  enum Date: Sendable {
    /// Day 1...365; 29 February is never counted.
    case julian(Int64)
    /// Day 0...365; 29 February is counted.
    case ordinal(Int64)
    /// Month 1...12, week 1...5 (5 is the last), weekday 0...6 from Sunday.
    case weekday(month: Int64, week: Int64, day: Int64)
  }

  struct Day: Sendable {
    private let date: Date
    /// Seconds of local time since midnight; a week to both sides.
    private let time: Int32

    init?(_ reader: inout Reader) {
      guard let date = reader.date() else { return nil }
      self.date = date
      if reader.take("/") {
        guard let time = reader.time() else { return nil }
        self.time = time
      } else {
        time = 7200
      }
    }

    /// When it is, in seconds of local time since 1970-01-01.
    func seconds(in year: Int64) -> Int64 {
      let newYear = Calendar.days(to: year)
      let day: Int64
      switch date {
      case .julian(let number): day = newYear + number - 1 + (Calendar.isLeap(year) && number > 59 ? 1 : 0)
      case .ordinal(let number): day = newYear + number
      case .weekday(let month, let week, let weekday):
        let start = newYear + Calendar.days(before: month, in: year)
        // 1970-01-01 was a Thursday.
        let first = start + modulo(weekday - (start + 4), 7)
        let length = Calendar.days(before: month + 1, in: year) - Calendar.days(before: month, in: year)
        let wanted = first + 7 * (week - 1)
        day = wanted < start + length ? wanted : wanted - 7
      }
      return day * 86400 + Int64(time)
    }
  }

  /// Reads the string from left to right.
  struct Reader {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { position == text.count }
    var peek: UInt8? { isAtEnd ? nil : text[position] }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      if peek != UInt8(ascii: character) { return false }
      position += 1
      return true
    }

    /// "CET" or "<+0330>": three characters or more.
    mutating func skipName() -> Bool {
      let quoted = take("<")
      let start = position
      while let byte = peek, isLetter(byte) || quoted && isNumeric(byte) { position += 1 }
      let isLong = position - start >= 3
      return quoted ? take(">") && isLong : isLong
    }

    /// "[+-]h[hh][:mm[:ss]]" in seconds.
    mutating func time() -> Int32? {
      let negative = take("-")
      if !negative { _ = take("+") }
      guard let hours = digits(upTo: 167) else { return nil }
      var seconds = hours * 3600
      if take(":") {
        guard let minutes = digits(upTo: 59) else { return nil }
        seconds += minutes * 60
        if take(":") {
          guard let rest = digits(upTo: 59) else { return nil }
          seconds += rest
        }
      }
      return Int32(negative ? -seconds : seconds)
    }

    /// "Mm.w.d", "Jn" or "n".
    mutating func date() -> Date? {
      if take("M") {
        guard let month = digits(upTo: 12), month > 0, take("."), let week = digits(upTo: 5), week > 0, take("."),
          let day = digits(upTo: 6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
      }
      if take("J") {
        guard let number = digits(upTo: 365), number > 0 else { return nil }
        return .julian(number)
      }
      guard let number = digits(upTo: 365) else { return nil }
      return .ordinal(number)
    }

    private mutating func digits(upTo most: Int64) -> Int64? {
      let start = position
      var number: Int64 = 0
      while let byte = peek, byte >= 48, byte <= 57 {
        number = number * 10 + Int64(byte - 48)
        if number > most { return nil }
        position += 1
      }
      return position > start ? number : nil
    }

    private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

    private func isNumeric(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
  }
}
