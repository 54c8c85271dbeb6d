import Basics
import System

/// What visitors did on each day, as numbers: how often they touched the start screen, began a visit, finished it, or left, by language and by
/// way. It has no times and no values of answers.
///
/// The kiosk keeps this table in a file (`DayCountsFile`), from which the courier sends it. Each line has a day, a language, a way, a step, a
/// question and a count; "." stands for a text that is empty, and for a day that is not known yet. The last line is a checksum:
///
///     star-slider counts 1 1792939393123
///     2026-11-30 de touch begun . 12
///     2026-11-30 de touch finished . 9
///     2026-11-30 de touch left service 3
///     end 9f86d081884c7d65
///
/// The first line has the time at which the file was written, in milliseconds since 1970.
package struct DayCounts: Sendable {
  /// A line.
  package struct Row: Sendable {
    /// Day, language, way, step and question, separated by spaces.
    package let key: [UInt8]
    /// 1 or more.
    package internal(set) var count: Int64

    /// The local date, such as "2026-11-30"; empty if it is not known yet.
    package var day: String { words[0] }

    /// Day, language, way, step and question.
    package var words: [String] {
      key.split(separator: UInt8(ascii: " ")).map {
        $0.elementsEqual(".".utf8) ? "" : String(decoding: Array($0), as: UTF8.self)
      }
    }

    func isOf(_ day: [UInt8]) -> Bool { key.prefix { $0 != UInt8(ascii: " ") }.elementsEqual(day) }
  }

  /// The lines in the order of their keys' bytes, which is also that of the days.
  package private(set) var rows: [Row] = []
  /// When the file was written, in milliseconds since 1970.
  package var written: Int64 = 0

  /// How many days are kept. The oldest go first.
  package static var mostDays: Int { 35 }
  /// The maximum number of lines of a day, which fit in a message, and of the file. Further ones are not counted. A survey has at most
  /// 20 lines for each language and way.
  package static var mostRowsOfDay: Int { 400 }
  package static var mostRows: Int { 4000 }
  /// The highest count.
  package static var highest: Int64 { 1_000_000_000 }
  /// The longest word in bytes.
  static var longestWord: Int { 64 }
  /// The maximum size of the file in bytes.
  package static var longest: Int { 512 << 10 }

  package init() {}

  package var isEmpty: Bool { rows.isEmpty }

  // MARK: Counting

  /// Adds to a count. Empty words are allowed. A word that is no name is not counted, because it would make the file
  /// unreadable.
  ///
  /// - Parameter words: Day, language, way, step and question.
  package mutating func add(_ count: Int64, to words: [String]) {
    var key: [UInt8] = []
    for word in words {
      if !key.isEmpty { key.append(UInt8(ascii: " ")) }
      key += word.utf8.isEmpty ? [Self.nothing] : Array(word.utf8)
    }
    if Self.isKey(key) { add(count, to: key) }
  }

  private static var nothing: UInt8 { UInt8(ascii: ".") }

  private mutating func add(_ count: Int64, to key: [UInt8]) {
    let place = place(of: key)
    if place < rows.count && rows[place].key == key {
      rows[place].count = min(rows[place].count + count, Self.highest)
    } else {
      let day = Array(key.prefix { $0 != UInt8(ascii: " ") })
      if rows.count(where: { $0.isOf(day) }) >= Self.mostRowsOfDay { return }
      rows.insert(Row(key: key, count: min(count, Self.highest)), at: place)
    }
  }

  /// Returns where a key is, or would be inserted.
  private func place(of key: [UInt8]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds all counts of another table.
  package mutating func add(_ other: DayCounts) { for row in other.rows { add(row.count, to: row.key) } }

  /// Counts what has no day for today, and keeps the newest days.
  ///
  /// - Parameter today: Empty if it is not known.
  package mutating func settle(on today: String) {
    let day = Array(today.utf8)
    if !day.isEmpty {
      let undated = rows.filter { $0.isOf([Self.nothing]) }
      rows.removeAll { $0.isOf([Self.nothing]) }
      for row in undated { add(row.count, to: day + row.key.dropFirst()) }
    }
    var days = self.days
    // A clock that was ahead once has left days in the future. Today stays nevertheless.
    while days.count > Self.mostDays || rows.count > Self.mostRows, let oldest = days.first(where: { $0 != day }) {
      rows.removeAll { $0.isOf(oldest) }
      days.removeAll { $0 == oldest }
    }
  }

  /// The known days, in their order.
  private var days: [[UInt8]] {
    var days: [[UInt8]] = []
    for row in rows where row.key.first != Self.nothing {
      let day = Array(row.key.prefix { $0 != UInt8(ascii: " ") })
      if days.last != day { days.append(day) }
    }
    return days
  }

  /// The lines of each known day, in the order of the days.
  package var byDay: [[Row]] { days.map { day in rows.filter { $0.isOf(day) } } }

  // MARK: The file

  /// The content of the file.
  package var text: [UInt8] {
    var text = Array("\(Self.label)\(written)\n".utf8)
    for row in rows { text += row.key + Array(" \(row.count)\n".utf8) }
    return text + Self.end(of: text)
  }

  private static var label: String { "star-slider counts 1 " }

  private static func end(of text: [UInt8]) -> [UInt8] { Array("end \(String(checksum(text), radix: 16))\n".utf8) }

  private static func isWhole(_ text: [UInt8], endingAt end: Int) -> Bool {
    Self.end(of: Array(text[..<end])) == Array(text[end...])
  }

  /// Reads the content of a file. Returns `nil` unless it is exactly what `text` has for a table within all bounds.
  package init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard text.count <= Self.longest, lines.count >= 3, lines.count - 3 <= Self.mostRows,
      lines[0].starts(with: Self.label.utf8),
      let written = Self.number(lines[0].dropFirst(Self.label.utf8.count), upTo: .max),
      Self.isWhole(text, endingAt: lines[lines.count - 2].startIndex)
    else { return nil }
    self.written = written
    rows.reserveCapacity(lines.count - 3)
    var (day, rowsOfDay): (ArraySlice<UInt8>, Int) = ([], 0)
    for line in lines[1..<(lines.count - 2)] {
      guard let space = line.lastIndex(of: UInt8(ascii: " ")),
        let count = Self.number(line[(space + 1)...], upTo: Self.highest), count > 0
      else { return nil }
      let key = Array(line[..<space])
      if !Self.isKey(key) { return nil }
      if let last = rows.last, !last.key.lexicographicallyPrecedes(key) { return nil }
      let newDay = key.prefix { $0 != UInt8(ascii: " ") }
      (day, rowsOfDay) = (newDay, newDay == day ? rowsOfDay + 1 : 1)
      if rowsOfDay > Self.mostRowsOfDay { return nil }
      rows.append(Row(key: key, count: count))
    }
  }

  /// Parses a number without leading zeros.
  private static func number(_ digits: ArraySlice<UInt8>, upTo highest: Int64) -> Int64? {
    if digits.count > 1 && digits.first == UInt8(ascii: "0") { return nil }
    return decimal(String(decoding: Array(digits), as: UTF8.self)).flatMap { $0 <= highest ? $0 : nil }
  }

  /// Whether bytes are a day or ".", and four words.
  private static func isKey(_ key: [UInt8]) -> Bool {
    let words = key.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    return words.count == 5 && (words[0].elementsEqual([nothing]) || isDay(Array(words[0])))
      && words[1...].allSatisfy { (1...longestWord).contains($0.count) && $0.allSatisfy(isOfName) }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Whether bytes have the form of a date, such as 2026-11-30.
  private static func isDay(_ bytes: [UInt8]) -> Bool {
    if bytes.count != 10 || bytes[4] != UInt8(ascii: "-") || bytes[7] != UInt8(ascii: "-") { return false }
    for index in [0, 1, 2, 3, 5, 6, 8, 9] where !(48...57).contains(bytes[index]) { return false }
    func pair(_ index: Int) -> UInt8 { (bytes[index] - 48) * 10 + bytes[index + 1] - 48 }
    return (1...12).contains(pair(5)) && (1...31).contains(pair(8))
  }
}
