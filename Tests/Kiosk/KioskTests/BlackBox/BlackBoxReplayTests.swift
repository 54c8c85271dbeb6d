import Display
import Foundation
import StarSlider
import Survey
import System
import Testing

@testable import Kiosk

/// A black box shows again what visitors saw.
@Suite struct BlackBoxReplayTests {
  /// Random visits on displays of several kinds: every frame that stood still has the same pixels.
  @Test(arguments: [
    (1 as UInt64, Rotation.none, PixelFormat.rgb565), (2, .quarter, .xrgb8888), (3, .half, .rgb888),
    (4, .threeQuarters, .xbgr8888),
  ]) func randomVisitsLookTheSame(seed: UInt64, rotation: Rotation, format: PixelFormat) throws {
    let recorded = try RecordedKiosk(RecordedKiosk.survey, rotation, format: format) { transform, clock in
      let visitors = RandomVisitors(100, seed: seed, on: transform, at: clock.now)
      return (visitors, visitors)
    }
    defer { recorded.remove() }
    try recorded.kiosk.run()
    #expect(!recorded.ring.isFull)
    let words = recorded.ring.records
    // All visits, not only those of the last ten minutes.
    let all = try #require(BlackBoxFile(all: words))
    let replay = try recorded.replayed(all)
    #expect(replay.detours.isEmpty, "\(replay.detours)")
    let compared = replay.stills.filter { $0.isSame != nil }
    let different = compared.filter { $0.isSame == false }
    #expect(different.isEmpty, "\(different.count) of \(compared.count): \(different.prefix(5))")
    #expect(compared.count > 300, "\(compared.count) of \(replay.stills.count)")
    // Every kind of screen is among them, except for the start screen, which visitors often touch before it stands still.
    let screens = Set(compared.map(\.screen))
    #expect(
      screens.isSuperset(of: [.question(0), .question(1), .question(2), .question(3), .reasons(0)])
    )
    #expect(screens.contains(.thanks), "\(screens)")
  }

  /// A visitor who listens has more time, which the replay knows.
  @Test(arguments: ["on-demand", "always"]) func heardVisitsLookTheSame(voice: String) throws {
    let recorded = try RecordedKiosk("[voice]\nvoice = \(voice)\n" + RecordedKiosk.survey) { transform, clock in
      let visitors = RandomVisitors(60, seed: 11, on: transform, at: clock.now)
      return (visitors, visitors)
    }
    defer { recorded.remove() }
    try recorded.kiosk.run()
    let all = try #require(BlackBoxFile(all: recorded.ring.records))
    let events = all.entries.filter { $0.record.kind == .event }.map { BlackBoxEvent(rawValue: $0.record.detail) }
    #expect(events.count { $0 == .hearing } > 0)
    let replay = try recorded.replayed(all)
    #expect(replay.detours.isEmpty, "\(replay.detours)")
    #expect(replay.stills.count > 50 && !replay.stills.contains { $0.isSame == false })
  }

  /// The last ten minutes suffice, and begin between two visits.
  @Test func lastTenMinutesSuffice() throws {
    let recorded = try RecordedKiosk { transform, clock in
      let visitors = RandomVisitors(150, seed: 7, on: transform, at: clock.now)
      return (visitors, visitors)
    }
    defer { recorded.remove() }
    try recorded.kiosk.run()
    let (all, box) = (try #require(BlackBoxFile(all: recorded.ring.records)), recorded.file)
    let last = try #require(box.entries.last?.time)
    #expect(try #require(all.entries.first?.time) < last - 2 * BlackBoxFile.span)
    #expect(box.entries.count < all.entries.count / 2)
    #expect(box.entries[0].record.kind == .clock && box.entries[0].record.detail == 1)
    #expect(box.entries[0].time <= last - BlackBoxFile.span)
    let read = try BlackBoxFile(box.bytes, path: "b")
    #expect(read.entries == box.entries)
    let replay = try recorded.replayed(read)
    #expect(replay.detours.isEmpty && replay.stills.allSatisfy { $0.isSame == true })
    #expect(replay.stills.count > 20)
  }

  /// A replay that differs says so: with another configuration, the pictures do.
  @Test func otherWordsDiffer() throws {
    let recorded = try RecordedKiosk { transform, clock in
      let visitors = RandomVisitors(5, seed: 9, on: transform, at: clock.now)
      return (visitors, visitors)
    }
    defer { recorded.remove() }
    try recorded.kiosk.run()
    let text = RecordedKiosk.survey.replacing("How was it?", with: "How was it!")
    let replay = BlackBoxReplay(try RecordedKiosk.settings(text), hash: 1)
    try replay.run(recorded.file)
    #expect(replay.hasOtherConfiguration)
    #expect(replay.stills.contains { $0.isSame == false })
    #expect(try !recorded.replayed().hasOtherConfiguration)
  }
}

extension BlackBoxFile {
  /// A black box of all records of a ring.
  init?(all words: [UInt64]) {
    self.init(words, .fault, isFull: false)
    guard let all = Self.entries(words, strictly: true) else { return nil }
    entries = all
  }
}
