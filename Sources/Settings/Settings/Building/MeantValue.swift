import Basics

/// What an operator may have meant by an invalid value, such as the same value in the notation of another program, country or language.
/// Texts for visitors are not corrected.
enum MeantValue {
  /// Returns corrections of a text, the likeliest first. The caller keeps those that its key accepts.
  ///
  /// - Parameters:
  ///   - unit: The key's unit.
  ///   - allowed: The allowed values, worded as in messages. The text is compared with each word of this comma-separated list.
  static func candidates(for text: String, unit: String, allowed: String) -> [String] {
    [
      withoutUnit(text, unit), withKnownDays(text, completesTimes: false), withKnownDays(text, completesTimes: true),
      yesOrNo(text), color(text), withKnownDates(text), withoutScheme(text), withoutQuotationMarks(text),
      nearestWord(text, allowed),
    ].compactMap { $0 }
  }

  /// Returns the number of a text such as `30 s` or `1 min` in the key's unit; `nil` for any other text.
  private static func withoutUnit(_ text: String, _ unit: String) -> String? {
    let digits = text.utf8.prefix { ValueParser.isDigit($0) }
    guard (1...6).contains(digits.count), var number = Int64(String(decoding: Array(digits), as: UTF8.self)) else {
      return nil
    }
    let word = String(decoding: text.utf8.dropFirst(digits.count).filter { $0 != 0x20 }.map(lower), as: UTF8.self)
    if let factor = factor(of: word, in: unit) {
      number *= factor.times
      if number % factor.over != 0 { return nil }
      return "\(number / factor.over)"
    }
    return nil
  }

  /// Returns the factor from the unit of a value to that of its key; `nil` if the value's unit is unknown. The factor is 1 if the key's
  /// unit is not a duration.
  private static func factor(of word: String, in unit: String) -> (times: Int64, over: Int64)? {
    if same(word, unit) || same(word, "%") || same(word, "px") { return (1, 1) }
    let lengths: [(names: [String], milliseconds: Int64)] = [
      (["ms", "millisecond", "milliseconds"], 1),
      (["s", "sec", "secs", "second", "seconds", "sek", "sekunden"], 1000),
      (["m", "min", "mins", "minute", "minutes", "minuten"], 60_000),
      (["h", "hour", "hours", "std", "stunde", "stunden"], 3_600_000),
    ]
    func length(of name: String) -> Int64? {
      lengths.first { $0.names.contains { same($0, name) } }?.milliseconds
    }
    guard let own = length(of: word) else { return nil }
    return length(of: unit).map { (own, $0) } ?? (1, 1)
  }

  /// Returns hours with the configuration's names of days, hyphens instead of dashes, and colons instead of dots; `nil` if nothing changes
  /// or a word is not a day.
  ///
  /// - Parameter completesTimes: Whether to write all numbers up to 24 as times: `8` as `08:00`, `8pm` as `20:00`.
  private static func withKnownDays(_ text: String, completesTimes: Bool) -> String? {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.first {
      let word = bytes.prefix { ValueParser.isLetter($0) }
      if !word.isEmpty {
        bytes = bytes.dropFirst(word.count)
        // The dot of an abbreviation.
        if bytes.first == UInt8(ascii: ".") { bytes = bytes.dropFirst() }
        if isOne(word, of: ["daily", "everyday", "every", "day"]) { continue }
        guard let day = day(Array(word)) else { return nil }
        result += day
      } else if bytes.starts(with: [0xe2, 0x80, 0x93]) || bytes.starts(with: [0xe2, 0x80, 0x94]) {
        result.append(UInt8(ascii: "-"))
        bytes = bytes.dropFirst(3)
      } else if completesTimes && ValueParser.isDigit(byte) {
        result += time(&bytes)
      } else {
        result.append(byte == UInt8(ascii: ".") ? UInt8(ascii: ":") : byte)
        bytes = bytes.dropFirst()
      }
    }
    let meant = Array(result.drop { $0 == 0x20 })
    return meant.elementsEqual(text.utf8) ? nil : String(decoding: meant, as: UTF8.self)
  }

  /// Removes a time such as `8`, `8:30`, `8.30`, `8h30` or `8 pm` from the front and returns it as `HH:MM`. A number above 24 is returned
  /// unchanged.
  private static func time(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = Array(bytes.prefix { ValueParser.isDigit($0) })
    bytes = bytes.dropFirst(digits.count)
    guard digits.count <= 2, var hour = number(digits), hour <= 24 else { return digits }
    var minutes = [UInt8](repeating: 0x30, count: 2)
    let following = bytes.dropFirst().prefix { ValueParser.isDigit($0) }
    if let sign = bytes.first, following.count == 2, ":.hH".utf8.contains(sign) {
      minutes = Array(following)
      bytes = bytes.dropFirst(3)
    }
    let spaces = bytes.prefix { $0 == 0x20 }
    let word = bytes.dropFirst(spaces.count).prefix { ValueParser.isLetter($0) || $0 == UInt8(ascii: ".") }
    let (isMorning, isAfternoon) = (isOne(word, of: ["am", "a.m."]), isOne(word, of: ["pm", "p.m."]))
    if isMorning || isAfternoon || isOne(word, of: ["h", "uhr"]) { bytes = bytes.dropFirst(spaces.count + word.count) }
    if isAfternoon && hour < 12 { hour += 12 }
    if isMorning && hour == 12 { hour = 0 }
    return padded(hour, 2) + [UInt8(ascii: ":")] + minutes
  }

  /// Returns `yes` or `no` for its equivalent in another program or language, such as `on` or `nein`.
  private static func yesOrNo(_ text: String) -> String? {
    let word = Array(text.utf8)[...]
    if isOne(word, of: ["on", "1", "y", "enable", "enabled", "ja", "oui", "si", "sim", "tak"]) { return "yes" }
    if isOne(word, of: ["off", "0", "n", "disable", "disabled", "nein", "non", "nao", "nie"]) { return "no" }
    return nil
  }

  /// Returns `#rrggbb` for a color that is written as a name, with three digits, or without the sign.
  private static func color(_ text: String) -> String? {
    let word = Array(text.utf8)[...]
    let named: [(name: String, color: String)] = [
      ("black", "#000000"), ("white", "#ffffff"), ("red", "#ff0000"), ("green", "#008000"), ("blue", "#0000ff"),
      ("yellow", "#ffff00"), ("orange", "#ffa500"), ("purple", "#800080"), ("gold", "#ffd700"), ("navy", "#000080"),
      ("teal", "#008080"), ("gray", "#808080"), ("grey", "#808080"),
    ]
    if let known = named.first(where: { isOne(word, of: [$0.name]) }) { return known.color }
    let digits =
      word.starts(with: "0x".utf8) ? word.dropFirst(2) : word.first == UInt8(ascii: "#") ? word.dropFirst() : word
    switch digits.count {
    case 3: return "#" + String(decoding: digits.flatMap { [$0, $0] }, as: UTF8.self)
    case 6: return "#" + String(decoding: Array(digits), as: UTF8.self)
    default: return nil
    }
  }

  /// Returns comma-separated dates as `YYYY-MM-DD` or `MM-DD`; `nil` if one of them has an unknown form or, like 3/4, is ambiguous.
  private static func withKnownDates(_ text: String) -> String? {
    var dates: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let date = date(Array(part.filter { $0 != 0x20 })[...]) else { return nil }
      dates.append(date)
    }
    return dates.joined(separator: ", ")
  }

  private static func date(_ text: ArraySlice<UInt8>) -> String? {
    guard let sign = text.first(where: { !ValueParser.isDigit($0) }), "./-".utf8.contains(sign) else { return nil }
    // A German date without a year, such as 24.12., ends with a dot.
    let text = sign == UInt8(ascii: ".") && text.last == sign ? text.dropLast() : text
    let parts = text.split(separator: sign, omittingEmptySubsequences: false).map(Array.init)
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, parts.count == 2 || parts.count == 3 else { return nil }
    var (year, rest): ([UInt8], ArraySlice<Int>) = ([], numbers[...])
    if parts.count == 3 {
      let isFirst = parts[0].count == 4
      if !isFirst && parts[2].count != 4 { return nil }
      year = parts[isFirst ? 0 : 2] + [UInt8(ascii: "-")]
      rest = isFirst ? numbers.dropFirst() : numbers.dropLast()
      if isFirst { return Self.text(year, month: rest[1], day: rest[2]) }
    }
    let (first, second) = (rest[0], rest[1])
    switch sign {
    case UInt8(ascii: "."): return Self.text(year, month: second, day: first)
    case UInt8(ascii: "-"):
      return year.isEmpty ? Self.text(year, month: first, day: second) : Self.text(year, month: second, day: first)
    default:
      if first > 12 { return Self.text(year, month: second, day: first) }
      return second > 12 ? Self.text(year, month: first, day: second) : nil
    }
  }

  private static func text(_ year: [UInt8], month: Int, day: Int) -> String {
    String(decoding: year + padded(month, 2) + [UInt8(ascii: "-")] + padded(day, 2), as: UTF8.self)
  }

  /// Returns the host and port of an address such as `mqtt://broker.example:1883/`.
  private static func withoutScheme(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    return String(decoding: Array(bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") }), as: UTF8.self)
  }

  private static func withoutQuotationMarks(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count > 2, let mark = bytes.first, mark == bytes.last, "\"'".utf8.contains(mark) else { return nil }
    return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
  }

  /// Returns the word of a list such as `stars, faces, nps` that is nearest to a text.
  private static func nearestWord(_ text: String, _ allowed: String) -> String? {
    let known = ValueParser(allowed).parts(at: ",").filter { !$0.utf8.contains(0x20) }
    return NearMiss.nearest(to: String(decoding: text.utf8.map(lower), as: UTF8.self), among: known)
  }

  /// Returns the name of a day that is written in English or another language, in full or as an abbreviation.
  private static func day(_ word: [UInt8]) -> [UInt8]? {
    let names = [
      ["mo", "mon", "monday", "montag", "lu", "lun", "lundi", "lunes", "lunedi"],
      ["tu", "tue", "tues", "tuesday", "di", "die", "dienstag", "mar", "mardi", "martes", "martedi"],
      ["we", "wed", "wednesday", "mi", "mit", "mittwoch", "mer", "mercredi", "mercoledi", "mie", "miercoles", "wo"],
      [
        "th", "thu", "thur", "thurs", "thursday", "do", "don", "donnerstag", "je", "jeu", "jeudi", "jue", "jueves",
        "gio",
      ],
      ["fr", "fri", "friday", "fre", "freitag", "ve", "ven", "vendredi", "venerdi", "vie", "viernes", "vr"],
      ["sa", "sat", "saturday", "sam", "samstag", "sonnabend", "samedi", "sab", "sabato", "sabado", "za"],
      ["su", "sun", "sunday", "so", "son", "sonntag", "dim", "dimanche", "dom", "domenica", "domingo", "zo"],
    ]
    let lower = String(decoding: word.map(lower), as: UTF8.self)
    return names.firstIndex { $0.contains { same($0, lower) } }.map { Array("\(ValueParser.days[$0])".utf8) }
  }

  /// Whether `words`, which are lower-case, contain the word in any case.
  private static func isOne(_ word: ArraySlice<UInt8>, of words: [String]) -> Bool {
    words.contains { $0.utf8.elementsEqual(word.map(lower)) }
  }

  /// Returns a number of one to four digits.
  private static func number(_ digits: [UInt8]) -> Int? {
    if !(1...4).contains(digits.count) || !digits.allSatisfy(ValueParser.isDigit) { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func padded(_ number: Int, _ count: Int) -> [UInt8] {
    let digits = Array("\(number)".utf8)
    return [UInt8](repeating: 0x30, count: max(count - digits.count, 0)) + digits
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
