/// What an operator may have meant by an invalid value: a number with its unit, or days and times in another notation.
enum MeantValue {
  /// Returns corrections of a text, the likeliest first. The caller keeps those that its key accepts.
  static func candidates(for text: String, unit: String) -> [String] {
    [withoutUnit(text, unit), withKnownDays(text)].compactMap { $0 }
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

  /// Returns the factor from the unit of a value to that of its key; `nil` if the value's unit is unknown or another one.
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

  /// Returns hours with the names of days that the configuration uses, hyphens as dashes and colons in times; `nil` if nothing differs.
  private static func withKnownDays(_ text: String) -> String? {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.first {
      let word = bytes.prefix { ValueParser.isLetter($0) }
      if !word.isEmpty {
        bytes = bytes.dropFirst(word.count)
        // The dot of an abbreviation.
        if bytes.first == UInt8(ascii: ".") { bytes = bytes.dropFirst() }
        guard let day = day(Array(word)) else { return nil }
        result += day
      } else if bytes.starts(with: [0xe2, 0x80, 0x93]) || bytes.starts(with: [0xe2, 0x80, 0x94]) {
        result.append(UInt8(ascii: "-"))
        bytes = bytes.dropFirst(3)
      } else {
        result.append(byte == UInt8(ascii: ".") ? UInt8(ascii: ":") : byte)
        bytes = bytes.dropFirst()
      }
    }
    return result.elementsEqual(text.utf8) ? nil : String(decoding: result, as: UTF8.self)
  }

  /// Returns the name of a day that is written in English or German, in full or as an abbreviation.
  private static func day(_ word: [UInt8]) -> [UInt8]? {
    let names = [
      ["mo", "mon", "monday", "montag"], ["tu", "tue", "tues", "tuesday", "di", "die", "dienstag"],
      ["we", "wed", "wednesday", "mi", "mit", "mittwoch"],
      ["th", "thu", "thur", "thurs", "thursday", "do", "don", "donnerstag"],
      ["fr", "fri", "friday", "fre", "freitag"], ["sa", "sat", "saturday", "sam", "samstag", "sonnabend"],
      ["su", "sun", "sunday", "so", "son", "sonntag"],
    ]
    let lower = String(decoding: word.map(lower), as: UTF8.self)
    return names.firstIndex { $0.contains { same($0, lower) } }.map { Array("\(ValueParser.days[$0])".utf8) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
