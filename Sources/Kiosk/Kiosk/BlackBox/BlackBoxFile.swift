import Basics
import KioskStatus
import System

/// Why a black box was kept. The raw value is the word in the file's name; the file itself has the place in this list.
enum BlackBoxReason: String, CaseIterable {
  case crash, fault, stall, service
  /// An archive for support, which has the records of the kiosk that is running.
  case request
}

/// A black box in a file: a header of 64 bytes, and records with ascending times.
///
/// | bytes | content, little-endian |
/// | --- | --- |
/// | 0-7 | "starbox" and the format's version |
/// | 8 | the reason |
/// | 9 | 1 if a time server had set the clock when the file was written |
/// | 10 | 1 if records of the last ten minutes are missing, because there were too many |
/// | 12-15 | the number of records |
/// | 16-23 | when the file was written, in milliseconds since 1970 |
/// | 24-31 | the FNV-1a hash of all other bytes |
/// | 32-63 | the program's version, filled up with zeros |
struct BlackBoxFile {
  /// One record with the whole time, in nanoseconds of the monotonic clock.
  struct Entry: Hashable {
    let time: Int64
    let record: BlackBoxRecord
  }

  var reason: BlackBoxReason
  var isSynchronised: Bool
  var isShortened: Bool
  /// When the file was written, in milliseconds since 1970.
  var written: Int64
  var version: String
  var entries: [Entry]

  /// The time before the last record that is kept, in nanoseconds.
  static var span: Int64 { 600_000_000_000 }
  private static var headerSize: Int { 64 }
  private static var magic: [UInt8] { Array("starbox".utf8) + [1] }
  /// The longest file, in bytes.
  static var longest: Int { headerSize + BlackBoxRing.capacity * BlackBoxRecord.size }

  /// Creates the black box of a ring: the last ten minutes, and what came since the last checkpoint before them.
  ///
  /// - Parameter words: The records, as the ring returns them.
  init(_ words: [UInt64], _ reason: BlackBoxReason, isFull: Bool) {
    (self.reason, isSynchronised, written) = (reason, WallClock.wasSynchronised, WallClock.now())
    version = "\(Version.number)"
    let all = Self.entries(words, strictly: false) ?? []
    let begin = (all.last?.time ?? 0) - Self.span
    let isCheckpoint = { (entry: Entry) in entry.record.kind == .clock && entry.record.detail == 1 }
    let first = all.lastIndex { isCheckpoint($0) && $0.time <= begin }
    isShortened = isFull && (all.first?.time ?? 0) > begin
    entries = first.map { Array(all[$0...]) } ?? all
  }

  /// Returns the records with their times; `nil` if `strictly` and one of them is invalid. Records before the first whole time are omitted.
  static func entries(_ words: [UInt64], strictly: Bool) -> [Entry]? {
    var (entries, now): ([Entry], Int64?) = ([], nil)
    entries.reserveCapacity(words.count / 2)
    for index in 0..<(words.count / 2) {
      guard let record = BlackBoxRecord(head: words[2 * index], tail: words[2 * index + 1]) else {
        if strictly { return nil }
        continue
      }
      var time: Int64
      if record.kind == .clock {
        time = record.whole
        // Nothing has run for more than a century.
        if time < now ?? 0 || time > 1 << 62 {
          if strictly { return nil }
          continue
        }
      } else if let now {
        time = now & ~0xffff_ffff | Int64(words[2 * index] & 0xffff_ffff)
        if time < now { time += 1 << 32 }
      } else {
        if strictly { return nil }
        continue
      }
      now = time
      entries.append(Entry(time: time, record: record))
    }
    return entries
  }

  // MARK: Bytes

  var bytes: [UInt8] {
    let index = BlackBoxReason.allCases.firstIndex(of: reason) ?? 0
    var bytes = Self.magic + [UInt8(index), isSynchronised ? 1 : 0, isShortened ? 1 : 0, 0]
    Self.append(UInt64(entries.count), 4, to: &bytes)
    Self.append(UInt64(bitPattern: written), 8, to: &bytes)
    Self.append(0, 8, to: &bytes)
    let text = Array(version.utf8.prefix(32))
    bytes += text + [UInt8](repeating: 0, count: 32 - text.count)
    bytes.reserveCapacity(Self.headerSize + entries.count * BlackBoxRecord.size)
    for entry in entries {
      Self.append(entry.record.head(at: entry.time), 8, to: &bytes)
      Self.append(entry.record.tail, 8, to: &bytes)
    }
    let hash = Self.hash(bytes)
    for i in 0..<8 { bytes[24 + i] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * i)) }
    return bytes
  }

  /// Reads a file's content.
  ///
  /// - Parameter path: The file's path, for errors.
  init(_ bytes: [UInt8], path: String) throws(KioskError) {
    func refuse(_ reason: String, _ suggestion: String = "") -> KioskError {
      KioskError("read", path, reason, suggestion: suggestion)
    }
    if bytes.count < Self.headerSize || !bytes.starts(with: "starbox".utf8) {
      throw refuse("not a black box", "give one of the files that star-kiosk keeps in its folder blackbox")
    }
    if bytes[7] != Self.magic[7] {
      throw refuse("it has version \(bytes[7]) of the format, and this program reads version \(Self.magic[7])")
    }
    let count = Self.number(bytes, 12, 4)
    let size = UInt64(Self.headerSize) + count * UInt64(BlackBoxRecord.size)
    if UInt64(bytes.count) < size {
      throw refuse("it is cut off: \(bytes.count) of \(size) bytes", "copy it again")
    }
    guard UInt64(bytes.count) == size, Self.hash(bytes) == Self.number(bytes, 24, 8),
      Int(bytes[8]) < BlackBoxReason.allCases.count
    else { throw refuse("it is damaged", "copy it again") }
    (reason, isSynchronised, isShortened) = (BlackBoxReason.allCases[Int(bytes[8])], bytes[9] != 0, bytes[10] != 0)
    written = Int64(bitPattern: Self.number(bytes, 16, 8))
    version = oneLine(String(decoding: Array(bytes[32..<64].prefix { $0 != 0 }), as: UTF8.self))
    var words: [UInt64] = []
    for place in stride(from: Self.headerSize, to: bytes.count, by: 8) { words.append(Self.number(bytes, place, 8)) }
    guard let entries = Self.entries(words, strictly: true) else { throw refuse("it has invalid records") }
    self.entries = entries
  }

  private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * i))) }
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for i in 0..<count { number |= UInt64(bytes[place + i]) << UInt64(8 * i) }
    return number
  }

  /// Returns the hash of all bytes except for the hash itself.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    checksum(Array(bytes[..<24] + bytes[32...]))
  }
}
