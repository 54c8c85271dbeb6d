import Display
import Foundation
import KioskStatus
import Settings
import StarSlider
import Survey
import TestSupport
import Testing

@testable import Kiosk

/// When the counts of visits are written, and what becomes of them.
@Suite(.serialized) struct CountRecorderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "counts-\(UUID().uuidString)")
  private static let hour: Int64 = 3_600_000_000_000

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private var path: String { folder.path + "/j.sqlite.counts" }

  /// The counts in the file by day, step and question; `nil` if there is no usable file.
  private func stored() -> [String: Int64]? {
    guard let bytes = FileManager.default.contents(atPath: path), let counts = DayCounts([UInt8](bytes)) else {
      return nil
    }
    return Dictionary(uniqueKeysWithValues: counts.rows.map { ($0.words.joined(separator: " "), $0.count) })
  }

  /// A recorder, and the machine that it follows.
  private final class Visits {
    let clock = Clock(isVirtual: false)
    let recorder: CountRecorder
    var machine: SurveyMachine
    var isSynchronised: Bool

    init(_ folder: URL, _ text: String = "time-zone = UTC\n", isSynchronised: Bool = true) throws {
      let settings = try configuration(
        "[kiosk]\n" + text + "[question a]\n[question b]\n[text de]\nquestion a = A?\nquestion b = B?\n"
      ).settings
      self.isSynchronised = isSynchronised
      let transform = ScreenTransform(physical: Size(width: 320, height: 240), rotation: .none)
      let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
      machine = SurveyMachine(model.survey)
      var known: () -> Bool = { false }
      recorder = CountRecorder(
        beside: folder.path + "/j.sqlite",
        PlatformServices(settings, isSynchronised: { known() }, at: clock.now), clock)
      known = { [unowned self] in self.isSynchronised }
      recorder.use(model, settings, machine)
    }

    func handle(_ events: SurveyMachine.Event...) {
      for event in events {
        if event == .touchBegan { recorder.touched(by: .touch) }
        _ = machine.handle(event, at: clock.now)
        recorder.follow(event, machine)
      }
    }

    /// A visitor who touches the start screen, and starts over at the first question.
    func visit() { handle(.touchBegan, .started, .startedOver) }

    func update(after pause: Int64) {
      clock.now += pause
      recorder.update()
    }
  }

  private static func today() -> String { String(ISO8601DateFormatter().string(from: Date()).prefix(10)) }

  private static func counts(_ day: String, _ count: Int64) -> [String: Int64] {
    [
      "\(day) de touch touched ": count, "\(day) de touch begun ": count, "\(day) de touch started-over a": count,
    ]
  }

  @Test func fileIsWrittenOnceAnHour() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      let visits = try Visits(folder)
      #expect(visits.recorder.due == .max)
      visits.visit()
      #expect(visits.recorder.due == 0)
      visits.update(after: 0)
      let due = visits.recorder.due
      #expect(due > visits.clock.now && due <= visits.clock.now + Self.hour)
      visits.update(after: Self.hour - 60_000_000_000)
      #expect(stored() == nil)
      visits.update(after: 60_000_000_000)
      let day = Self.today()
      #expect(stored() == Self.counts(day, 1) && visits.recorder.due == .max)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o27 == 0)
      // The next write is an hour after this one, or the end.
      visits.visit()
      visits.update(after: 60_000_000_000)
      #expect(stored() == Self.counts(day, 1))
      visits.recorder.close()
      #expect(stored() == Self.counts(day, 2))
      let again = try Visits(folder)
      again.visit()
      again.recorder.close()
      #expect(stored() == Self.counts(day, 3))
      // Nothing new is not written.
      try FileManager.default.removeItem(atPath: path)
      again.recorder.close()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// Before a time server has set the clock, counts have no day. They get the day on which it is set.
  @Test func countsWaitForTheClock() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      let before = try Visits(folder, isSynchronised: false)
      before.visit()
      before.recorder.close()
      #expect(stored() == Self.counts("", 1))
      let after = try Visits(folder, isSynchronised: false)
      after.visit()
      after.update(after: Self.hour)
      #expect(stored() == Self.counts("", 2))
      after.isSynchronised = true
      after.visit()
      after.recorder.close()
      #expect(stored() == Self.counts(Self.today(), 3))
      // The operator may trust the clock.
      try FileManager.default.removeItem(atPath: path)
      let trusting = try Visits(folder, "time-zone = UTC\ntrust-clock = yes\n", isSynchronised: false)
      trusting.visit()
      trusting.recorder.close()
      #expect(stored() == Self.counts(Self.today(), 1))
    }
  }

  /// Days are those of the kiosk's zone: at any moment, it is another day 14 hours east of UTC than 12 hours west.
  @Test func daysAreLocal() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      for zone in ["Etc/GMT-14", "Etc/GMT+12"] {
        let visits = try Visits(folder, "time-zone = \(zone)\n")
        visits.visit()
        visits.recorder.close()
      }
      let days = try #require(DayCounts([UInt8](FileManager.default.contents(atPath: path)!))).byDay.map { $0[0].day }
      #expect(days.count == 2 && days[0] < days[1])
    }
  }

  @Test func countsMayBeOff() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      let visits = try Visits(folder, "counts = no\n")
      visits.visit()
      #expect(visits.recorder.due == .max)
      visits.recorder.close()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// A file that cannot be read is replaced, and one that cannot be written is tried again; the kiosk goes on.
  @Test func damagedFilesBeginAnew() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      var random = SplitMix64(seed: 7)
      let (visits, manager) = (try Visits(folder), FileManager.default)
      for kind in 0..<24 {
        try? manager.removeItem(atPath: path)
        switch kind % 6 {
        case 0:
          let noise = (0..<random.int32(in: 0...999)).map { _ in UInt8(random.next() & 255) }
          try Data(noise).write(to: URL(filePath: path))
        case 1: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        case 2: try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case 3: #expect(mkfifo(path, 0o600) == 0)
        case 4: try Data(count: DayCounts.longest + 1).write(to: URL(filePath: path))
        default: try Data().write(to: URL(filePath: path))
        }
        visits.visit()
        visits.update(after: 0)
        visits.update(after: visits.recorder.due - visits.clock.now)
        // A folder is not replaced by a file. The counts wait for the next hour.
        let isStored = stored() == Self.counts(Self.today(), kind % 6 == 2 ? 2 : 1)
        #expect(isStored == (kind % 6 != 1), "\(kind): \(String(describing: stored()))")
      }
      visits.recorder.close()
    }
  }

  /// The event loop passes on touches, and the program's end writes the file.
  @Test func countsOfARunningKiosk() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      let screen = try #require(MemoryDisplay(size: Size(width: 800, height: 480)))
      let visit = try ScriptedVisit(
        "[kiosk]\ntime-zone = UTC\ntrust-clock = yes\n", on: screen, journal: folder.path + "/j.sqlite"
      ) {
        // An answer within 100 ms after another one is dropped.
        Thread.sleep(forTimeInterval: 0.11)
        $0.clock.update()
        $0.handle(.rated(RatingEvent(.committed, 2, source: .touch)))
        $0.handle(.touchBegan)
        $0.handle(.started)
        $0.handle(.startedOver)
        $0.handle(.started)
        $0.end()
      }
      try visit.kiosk.run()
      visit.kiosk.storage.counts.close()
      visit.answers.close()
      let day = Self.today()
      // The visit that the end of the program has interrupted does not count.
      #expect(
        stored() == [
          "\(day) en touch begun ": 2, "\(day) en touch finished ": 1, "\(day) en touch started-over a": 1,
        ], "\(String(describing: stored()))")
    }
  }

  /// Between two visits, the event loop counts the touches and waits for the next write. During a visit it does neither.
  @Test func loopCountsBetweenVisits() throws {
    try withTimeZone {
      defer { try? FileManager.default.removeItem(at: folder) }
      let (screen, panel) = (FakeScreen(), UntouchedPanel())
      let settings = try configuration(
        "[kiosk]\nmotion = none\ntime-zone = UTC\ntrust-clock = yes\n[question a]\n[text en]\nquestion a = A?\n"
      ).settings
      let answers = try AnswerRecorder(folder.path + "/j.sqlite", kioskID: "t", limit: 1000)
      let kiosk = try Kiosk.on(screen, settings, touch: panel, answers: answers, lights: folder.path)
      var rounds = 0
      try kiosk.run(
        panel, on: screen,
        [
          { kiosk in
            kiosk.storage.counts.touched(by: .touch)
            kiosk.handle(.touchBegan)
            kiosk.handle(.started)
            return true
          },
          { kiosk in
            rounds += 1
            #expect(kiosk.storage.counts.due == 0)
            return rounds == 5
          },
          { kiosk in
            kiosk.handle(.startedOver)
            return true
          },
          { kiosk in
            let wait = kiosk.storage.counts.due - kiosk.clock.now
            return wait > 3_000_000_000_000 && wait <= Self.hour
          },
        ])
      kiosk.storage.counts.close()
      let day = Self.today()
      #expect(
        stored() == [
          "\(day) en touch touched ": 1, "\(day) en touch begun ": 1, "\(day) en touch started-over a": 1,
        ], "\(String(describing: stored()))")
      answers.close()
    }
  }
}
