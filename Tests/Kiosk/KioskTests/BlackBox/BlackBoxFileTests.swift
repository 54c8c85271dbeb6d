import Foundation
import Settings
import StarSlider
import System
import TestSupport
import Testing

@testable import Kiosk

/// The bytes of a black box, and those of files that only look like one.
@Suite struct BlackBoxFileTests {
  private func ring(_ fill: (BlackBoxRing) -> Void) throws -> [UInt64] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ring-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ring = try #require(try BlackBoxRing("ring", in: SharedFolder(folder.path)) { _ in })
    fill(ring)
    return ring.records
  }

  private static func record(_ random: inout SplitMix64) -> BlackBoxRecord {
    var record = BlackBoxRecord(
      random.element(of: BlackBoxRecord.Kind.allCases.filter { $0 != .clock }), whole: Int64(bitPattern: random.next()))
    (record.detail, record.contact) = (
      UInt8(truncatingIfNeeded: random.next()), UInt16(truncatingIfNeeded: random.next())
    )
    return record
  }

  /// Records come back as they were, with the nanosecond at which they were made, however long the pauses are.
  @Test func recordsComeBack() throws {
    var random = SplitMix64(seed: 3)
    var (now, made): (Int64, [BlackBoxFile.Entry]) = (5_000_000_000_000, [])
    let words = try ring { ring in
      for _ in 0..<5000 {
        // Up to 3 hours, and often nothing.
        now += random.oneIn(3) ? 0 : Int64(random.next() >> 20) >> Int64(random.int32(in: 0...43))
        let record = Self.record(&random)
        ring.add(record, at: now)
        made.append(BlackBoxFile.Entry(time: now, record: record))
      }
    }
    let box = try #require(BlackBoxFile(all: words))
    #expect(box.entries.filter { $0.record.kind != .clock } == made)
    let read = try BlackBoxFile(box.bytes, path: "b")
    #expect(read.entries == box.entries && read.version == box.version && read.written == box.written)
  }

  /// A ring that is full keeps the latest records, and its file says that it is shorter.
  @Test func fullRingKeepsTheLatest() throws {
    let words = try ring { ring in
      for i in 0..<(BlackBoxRing.capacity + 1000) {
        ring.add(BlackBoxRecord(kind: .moved, a: Int32(i)), at: 1_000_000_000_000 + Int64(i) * 1_000_000)
        if i % 1000 == 0 {
          ring.add(
            BlackBoxRecord(.clock, whole: 1_000_000_000_000 + Int64(i) * 1_000_000),
            at: 1_000_000_000_000 + Int64(i) * 1_000_000)
        }
      }
    }
    #expect(words.count == 2 * BlackBoxRing.capacity)
    let box = BlackBoxFile(words, .fault, isFull: true)
    #expect(box.isShortened && box.entries.last?.record.a == Int32(BlackBoxRing.capacity + 999))
    #expect(box.bytes.count <= BlackBoxFile.longest)
    #expect(try BlackBoxFile(box.bytes, path: "b").isShortened)
  }

  private static func sample(_ random: inout SplitMix64, _ count: Int) -> BlackBoxFile {
    var box = BlackBoxFile([], .fault, isFull: false)
    var now: Int64 = 1_000_000_000_000
    box.entries = [BlackBoxFile.Entry(time: now, record: BlackBoxRecord(.clock, detail: 1, whole: now))]
    for _ in 0..<count {
      now += Int64(random.next() % 2_000_000_000)
      box.entries.append(BlackBoxFile.Entry(time: now, record: record(&random)))
    }
    return box
  }

  @Test func refusalsSayWhy() throws {
    var random = SplitMix64(seed: 4)
    let good = Self.sample(&random, 20).bytes
    func reason(_ bytes: [UInt8]) -> String {
      do throws(KioskError) {
        _ = try BlackBoxFile(bytes, path: "x.blackbox")
        return "accepted"
      } catch { return error.lines.joined() }
    }
    #expect(reason(good) == "accepted")
    #expect(reason([]).contains("cannot read x.blackbox: not a black box; "))
    #expect(reason(Array("\u{7f}ELF".utf8) + [UInt8](repeating: 0, count: 200)).contains("not a black box"))
    #expect(reason(Array(good.dropLast(5))).contains("it is cut off: \(good.count - 5) of \(good.count) bytes"))
    #expect(reason(good + [0]).contains("it is damaged"))
    var other = good
    other[7] = 9
    #expect(reason(other).contains("version 9"))
    for place in [8, 24, 40, good.count - 1] {
      var damaged = good
      damaged[place] ^= 0x41
      #expect(reason(damaged).contains("it is damaged"), "byte \(place)")
    }
    var unknown = Self.sample(&random, 3)
    unknown.entries.remove(at: 0)
    #expect(reason(unknown.bytes).contains("invalid records"))
  }

  /// Random bytes are never a black box, and never end the program.
  @Test func randomBytesAreRefused() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      var bytes = (0..<Int(random.int32(in: 0...400))).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      if bytes.count > 8 && random.oneIn(2) { bytes.replaceSubrange(0..<8, with: Array("starbox".utf8) + [1]) }
      if bytes.count > 16 && random.oneIn(2) {
        bytes.replaceSubrange(12..<16, with: [UInt8(truncatingIfNeeded: (bytes.count - 64) / 16), 0, 0, 0])
      }
      #expect(throws: KioskError.self) { try BlackBoxFile(bytes, path: "b") }
    }
  }

  /// Valid files with any records at all can be explained in one page, and be replayed or refused.
  @Test func anyRecordsAreExplained() throws {
    var random = SplitMix64(seed: 6)
    let settings = try RecordedKiosk.settings(RecordedKiosk.survey)
    var (refused, stills) = (0, 0)
    for round in 0..<60 {
      var box = try BlackBoxFile(Self.sample(&random, 300).bytes, path: "b")
      let lines = BlackBoxExplanation(box).lines
      #expect(lines.count <= 60 && lines.allSatisfy { $0.utf8.count < 1000 }, "\(lines.count)")
      // A screen that can be drawn, and then only records that a kiosk can make.
      if round % 2 == 0 {
        let size = BlackBoxRecord(kind: .display, detail: 5, a: 320 << 16 | 240)
        box.entries = box.entries.filter {
          $0.record.kind != .display && $0.record.kind != .shift && $0.record.kind != .area
        }
        let now = box.entries[0].time
        box.entries.insert(BlackBoxFile.Entry(time: now, record: size), at: 1)
        box.entries.insert(BlackBoxFile.Entry(time: now, record: BlackBoxRecord(kind: .screen)), at: 2)
        box.entries = box.entries.map { entry in
          var record = entry.record
          if record.kind == .event { record.detail %= 5 }
          if record.kind == .screen { (record.detail, record.a) = (record.detail % 11, record.a & 3) }
          if record.kind == .key { record.a = Int32(entry.time % 9) }
          return BlackBoxFile.Entry(time: entry.time, record: record)
        }
      }
      let replay = BlackBoxReplay(settings, hash: 0)
      do throws(KioskError) { try replay.run(box) } catch { refused += 1 }
      stills += replay.stills.count
    }
    #expect(refused > 10 && refused <= 30 && stills > 100, "\(refused), \(stills)")
  }
}
