import Foundation
import KioskStatus
import TestSupport
import Testing

/// The table of counts, and its file, which the courier's user may replace.
@Suite struct DayCountsTests {
  private static func words(_ day: String, _ step: String = "begun", _ question: String = "") -> [String] {
    [day, "de", "touch", step, question]
  }

  private static func text(_ counts: DayCounts) -> String { String(decoding: counts.text, as: UTF8.self) }

  /// Returns a file with the lines and their checksum, whatever they are.
  private static func file(_ lines: [String], label: String = "star-slider counts 1 5") -> [UInt8] {
    let text = Array(([label] + lines).map { $0 + "\n" }.joined().utf8)
    return text + Array("end \(String(checksum(text), radix: 16))\n".utf8)
  }

  @Test func fileHasTheDocumentedForm() throws {
    var counts = DayCounts()
    counts.written = 1_792_939_393_123
    counts.add(3, to: Self.words("2026-11-30", "left", "service"))
    counts.add(9, to: Self.words("2026-11-30", "finished"))
    counts.add(5, to: Self.words("2026-11-30"))
    counts.add(7, to: Self.words("2026-11-30"))
    counts.add(1, to: ["", "", "keypad", "touched", ""])
    let text = Self.text(counts)
    #expect(
      text.hasPrefix(
        """
        star-slider counts 1 1792939393123
        . . keypad touched . 1
        2026-11-30 de touch begun . 12
        2026-11-30 de touch finished . 9
        2026-11-30 de touch left service 3
        end
        """), "\(text)")
    let read = try #require(DayCounts(counts.text))
    #expect(Self.text(read) == text && read.written == counts.written)
    #expect(read.byDay.count == 1 && read.byDay[0].map(\.count) == [12, 9, 3])
    #expect(read.rows[0].words == ["", "", "keypad", "touched", ""] && read.rows[3].day == "2026-11-30")
  }

  /// A table compared with a dictionary, over random additions, days and settlements.
  @Test func randomAdditionsAgreeWithADictionary() throws {
    var random = SplitMix64(seed: 4109)
    for _ in 0..<300 {
      var (counts, oracle) = (DayCounts(), [[String]: Int64]())
      for _ in 0..<Int(random.int32(in: 1...120)) {
        let words = [
          random.element(of: ["", "2026-02-28", "2026-03-01", "2025-12-31"]), random.element(of: ["", "en", "pt-BR"]),
          random.element(of: ["touch", "keypad", "speech"]), random.element(of: ["begun", "left", "finished"]),
          random.element(of: ["", "a", "-", "b-1"]),
        ]
        let count = Int64(random.int32(in: 1...3))
        counts.add(count, to: words)
        oracle[words, default: 0] += count
      }
      if random.oneIn(2) {
        counts.settle(on: "2026-03-01")
        for (words, count) in oracle where words[0].isEmpty {
          oracle[words] = nil
          oracle[["2026-03-01"] + words.dropFirst(), default: 0] += count
        }
      }
      let read = try #require(DayCounts(counts.text))
      #expect(Dictionary(uniqueKeysWithValues: read.rows.map { ($0.words, $0.count) }) == oracle)
      var twice = DayCounts()
      twice.add(read)
      twice.add(read)
      #expect(twice.rows.map(\.count) == read.rows.map { $0.count * 2 })
    }
  }

  // MARK: Bounds

  @Test func newestDaysAreKept() {
    var counts = DayCounts()
    let days = (1...12).flatMap { month in (1...28).map { String(format: "2026-%02d-%02d", month, $0) } }
    for day in days.shuffled() { counts.add(1, to: Self.words(day)) }
    counts.settle(on: "2026-12-28")
    #expect(counts.byDay.map { $0[0].day } == Array(days.suffix(DayCounts.mostDays)))
    // Today stays, even if a clock that was ahead has left later days.
    counts.add(1, to: Self.words("2026-01-01"))
    counts.settle(on: "2026-01-01")
    #expect(counts.byDay.map { $0[0].day } == ["2026-01-01"] + days.suffix(DayCounts.mostDays - 1))
    // Without a day, the newest are kept, and what has no day waits.
    counts.add(1, to: Self.words(""))
    counts.add(1, to: Self.words("2027-01-01"))
    counts.settle(on: "")
    #expect(counts.byDay.count == DayCounts.mostDays && counts.rows[0].day.isEmpty)
    #expect(counts.byDay.last?[0].day == "2027-01-01" && counts.byDay[0][0].day != "2026-01-01")
  }

  /// Whatever is added, the file stays one that can be read.
  @Test func tableIsBounded() throws {
    var counts = DayCounts()
    let long = String(repeating: "x", count: 64)
    for day in 10...28 {
      for row in 0..<500 { counts.add(1, to: ["2026-11-\(day)", long, "touch", "left", "q\(row)"]) }
    }
    counts.add(1, to: ["", "de", "touch", "left", ""])
    counts.settle(on: "2026-11-28")
    #expect(counts.rows.count == DayCounts.mostRows && counts.byDay.allSatisfy { $0.count == DayCounts.mostRowsOfDay })
    counts.add(.max - 1, to: counts.rows[5].words)
    counts.add(DayCounts.highest, to: counts.rows[5].words)
    #expect(counts.rows[5].count == DayCounts.highest)
    let read = try #require(DayCounts(counts.text))
    #expect(counts.text.count <= DayCounts.longest && read.rows.count == DayCounts.mostRows)
    // What would make the file unreadable is not counted.
    for word in ["a b", "a\nb", "ä", long + "x", "a/b", "\u{0}"] {
      var counts = DayCounts()
      counts.add(1, to: ["2026-11-30", word, "touch", "left", ""])
      counts.add(1, to: [word, "de", "touch", "left", ""])
      #expect(counts.isEmpty, "\(word)")
    }
  }

  // MARK: Damage

  @Test func damagedFilesAreRefused() {
    var random = SplitMix64(seed: 9)
    var counts = DayCounts()
    for day in 1...9 { counts.add(Int64(day), to: Self.words("2026-11-0\(day)", "left", "staff")) }
    let whole = counts.text
    #expect(DayCounts(whole) != nil)
    for length in 0..<whole.count { #expect(DayCounts(Array(whole[..<length])) == nil, "\(length)") }
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<(random.oneIn(2) ? 1 : Int(random.int32(in: 1...8))) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] ^= 1 << UInt8(random.next() % 8)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        case 2: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..., with: repeatElement(0, count: bytes.count - place))
        }
      }
      // Two changes may undo each other.
      #expect(DayCounts(bytes) == nil || bytes == whole, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Lines that no kiosk writes, with a right checksum.
  @Test func hostileFilesAreRefused() {
    let line = "2026-11-30 de touch left staff 3"
    #expect(DayCounts(Self.file([line])) != nil && DayCounts(Self.file([])) != nil)
    for lines in [
      [line, line], ["2026-12-01 de touch left staff 3", line], ["2026-11-30 de touch left staff"],
      ["2026-11-30 de touch left staff 0"], ["2026-11-30 de touch left staff -3"],
      ["2026-11-30 de touch left staff 03"], ["2026-11-30 de touch left staff 1000000001"],
      ["2026-11-30 de touch left staff 99999999999999999999"], ["2026-11-30 de touch left  3"],
      ["2026-11-30 de touch left a b 3"], ["2026-13-30 de touch left staff 3"], ["2026-11-32 de touch left staff 3"],
      ["2026-1-30 de touch left staff 3"], ["today de touch left staff 3"], ["2026-11-30 d\"e touch left staff 3"],
      ["2026-11-30 d\u{1}e touch left staff 3"], ["2026-11-30 \(String(repeating: "d", count: 65)) touch left staff 3"],
      [""], [" "], (1000..<1401).map { "2026-11-30 de touch left q\($0) 3" },
      (1000..<9000).map { "\($0)-11-30 de touch left staff 3" },
    ] { #expect(DayCounts(Self.file(lines)) == nil, "\(lines.first ?? "")") }
    for label in [
      "star-slider counts 2 5", "star-slider counts 1 ", "star-slider counts 1 x", "star-slider counts 1 05", "",
    ] { #expect(DayCounts(Self.file([line], label: label)) == nil, "\(label)") }
  }
}
