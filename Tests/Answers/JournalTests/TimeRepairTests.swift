import Foundation
import Testing

@testable import Journal

/// Kiosks without a clock chip: their clocks start in 1970 until a time server sets them.
@Suite struct TimeRepairTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// Returns an answer `seconds` after the start of a boot at which the wall clock was `wallAtStart` (milliseconds since 1970).
  private func answer(_ number: Int32, boot: String, _ seconds: Int64, wallAtStart: Int64, known: Bool) -> Answer {
    var answer = sample(number)
    (answer.time.bootID, answer.time.monotonic) = (boot, seconds * 1_000_000_000 + 999_999)
    (answer.time.wall, answer.time.isSynchronised) = (wallAtStart + seconds * 1_000, known)
    return answer
  }

  private let true2024: Int64 = 1_709_210_000_000

  @Test func aSynchronisedAnswerCorrectsEarlierTimes() throws {
    let journal = try Journal(path: path)
    // An earlier boot whose clock was never synchronised.
    try journal.record(answer(0, boot: "boot-a", 100, wallAtStart: 7_000, known: false))
    // This boot: two wrong times with a jump in between, then the true time, then a jump back.
    try journal.record(answer(1, boot: "boot-b", 60, wallAtStart: 9_000, known: false))
    try journal.record(answer(2, boot: "boot-b", 90, wallAtStart: -5_000_000, known: false))
    try journal.record(answer(3, boot: "boot-b", 200, wallAtStart: true2024, known: true))
    try journal.record(answer(4, boot: "boot-b", 300, wallAtStart: 0, known: false))
    #expect(
      try answers(at: path).map(\.time.repairedWall) == [nil, true2024 + 60_000, true2024 + 90_000, nil, nil])
    // The recorded times do not change.
    #expect(try answers(at: path).map(\.time.wall) == [107_000, 69_000, -4_910_000, true2024 + 200_000, 300_000])
    #expect(try answers(at: path).map(\.time.isSynchronised) == [false, false, false, true, false])
    // The next synchronised answer corrects only later ones: the clock may have been slewed.
    try journal.record(answer(5, boot: "boot-b", 400, wallAtStart: true2024 + 77, known: true))
    #expect(
      try answers(at: path).map(\.time.repairedWall)
        == [nil, true2024 + 60_000, true2024 + 90_000, nil, true2024 + 77 + 300_000, nil])
  }

  @Test func theCourierCorrectsTimesWithoutANewAnswer() throws {
    let journal = try Journal(path: path)
    try journal.record(answer(0, boot: "boot-a", 10, wallAtStart: 0, known: false))
    try journal.record(answer(1, boot: "boot-b", 20, wallAtStart: 0, known: false))
    let outbox = try Outbox(path: path)
    let now: Int64 = 3_600_000_000_000 + 999_999
    #expect(try outbox.repairTimes(bootID: "boot-b", wall: true2024 + 3_600_000, monotonic: now) == 1)
    #expect(try outbox.repairTimes(bootID: "boot-b", wall: true2024 + 3_600_000, monotonic: now) == 0)
    let pending = try outbox.next(after: 0, limit: 9)
    #expect(pending.map(\.answer.time.repairedWall) == [nil, true2024 + 20_000])
    #expect(pending[1].answer.json.contains(#""wall_synchronised":false,"wall_repaired_ms":1709210020000,"#))
    #expect(try outbox.newestWall() == true2024 + 20_000)
  }

  /// A negative monotonic time is invalid.
  @Test func aNegativeMonotonicTimeIsNotCorrected() throws {
    let journal = try Journal(path: path)
    try journal.record(answer(0, boot: "boot", -10, wallAtStart: 0, known: false))
    try journal.record(answer(1, boot: "boot", 10, wallAtStart: true2024, known: true))
    #expect(try answers(at: path).map(\.time.repairedWall) == [nil, nil])
  }

  @Test func anEmptyBootIDAndImpossibleTimesCorrectNothing() throws {
    let journal = try Journal(path: path)
    for (number, boot) in ["", "boot"].enumerated() {
      try journal.record(answer(Int32(number), boot: boot, 10, wallAtStart: 0, known: false))
    }
    let outbox = try Outbox(path: path)
    #expect(try outbox.repairTimes(bootID: "", wall: true2024, monotonic: 20_000_000_000) == 0)
    #expect(try outbox.repairTimes(bootID: "boot", wall: .max, monotonic: 20_000_000_000) == 0)
    #expect(try outbox.repairTimes(bootID: "boot", wall: -1, monotonic: 20_000_000_000) == 0)
    #expect(try outbox.repairTimes(bootID: "boot", wall: true2024, monotonic: -1) == 0)
    // The largest monotonic time does not overflow.
    var far = answer(2, boot: "far", 0, wallAtStart: 0, known: false)
    far.time.monotonic = .max
    try journal.record(far)
    #expect(try outbox.repairTimes(bootID: "far", wall: true2024, monotonic: 0) == 1)
    #expect(try answers(at: path)[2].time.repairedWall == true2024 + Int64.max / 1_000_000)
  }
}
