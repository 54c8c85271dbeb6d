import Testing

@testable import Kiosk

@Suite struct BurnInShiftTests {
  private struct Place: Hashable {
    let x: Int32
    let y: Int32
  }

  private func shift(room: Int32) throws -> BurnInShift {
    try #require(BurnInShift(period: 100, room: room, now: 1000))
  }

  /// All places once, a pixel at a time, never further than there is room, and back where it began.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 30] as [Int32]) func walkVisitsEveryPlace(room: Int32) throws {
    var shift = try shift(room: room)
    #expect(shift.side % 2 == 0 && shift.side - 1 <= min(room, 7) && shift.side + 1 > min(room, 7))
    var seen: [Place] = []
    var now: Int64 = 1000
    for _ in 0..<shift.side * shift.side {
      seen.append(Place(x: shift.offset.x, y: shift.offset.y))
      now += 100
      let hasMoved = shift.move(at: now, isIdle: true)
      #expect(hasMoved)
      let (last, next) = (seen[seen.count - 1], shift.offset)
      #expect(abs(next.x - last.x) + abs(next.y - last.y) == 1, "\(last) \(next)")
    }
    #expect(shift.offset == (0, 0) && shift.step == 0)
    let all = (0..<shift.side).flatMap { y in (0..<shift.side).map { Place(x: $0, y: y) } }
    #expect(Set(seen) == Set(all) && seen.count == all.count)
  }

  /// As its documentation draws it.
  @Test func walkOfSideFour() throws {
    var shift = try shift(room: 3)
    var square = [[Int32]](repeating: [0, 0, 0, 0], count: 4)
    for step in Int32(0)..<16 {
      square[Int(shift.offset.y)][Int(shift.offset.x)] = step
      _ = shift.move(at: shift.due, isIdle: true)
    }
    #expect(square == [[0, 1, 2, 3], [15, 6, 5, 4], [14, 7, 8, 9], [13, 12, 11, 10]])
  }

  @Test func noShiftWithoutRoom() {
    for room in [0, -1, -100] as [Int32] { #expect(BurnInShift(period: 1, room: room, now: 0) == nil) }
  }

  /// The table, walked whole.
  @Test(arguments: [false, true]) func stepsWaitForPeriodAndIdleKiosk(isIdle: Bool) throws {
    for now in [Int64(1000), 1099, 1100, 5000] {
      var shift = try shift(room: 7)
      let hasMoved = shift.move(at: now, isIdle: isIdle)
      let isExpected = isIdle && now >= 1100
      #expect(hasMoved == isExpected)
      #expect(shift.step == (isExpected ? 1 : 0) && shift.due == (isExpected ? now + 100 : 1100))
    }
  }

  /// After a long visit one step is made, not all that were missed.
  @Test func missedStepsAreSkipped() throws {
    var shift = try shift(room: 7)
    let moves = (0..<50).count { _ in shift.move(at: 9000, isIdle: true) }
    #expect(moves == 1 && shift.due == 9100)
  }
}
