import Testing

@testable import star_bench

/// Which times of page flips can be those of a touch's frame.
@Suite struct TouchMomentsTests {
  /// Returns when a touch's frame was committed and shown, by an event with this time; `nil` if the time cannot be the frame's.
  private func ended(at time: Int64?, hasVBlank: Bool) -> (committed: Int64, shown: Int64)? {
    var touch = TouchMoments(touched: 1_000, woken: 20_000)
    touch.committed = 90_000
    return touch.end(shown: time, hasVBlank: hasVBlank) ? (touch.committed, touch.shown) : nil
  }

  @Test func aFrameIsShownAfterItsCommit() throws {
    let times = try #require(ended(at: 90_001, hasVBlank: true))
    #expect(times == (90_000, 90_001))
  }

  /// A late timer of vkms: the painting would have taken less than no time.
  @Test(arguments: [10_000, 50_000, 90_000] as [Int64]) func aTimeBeforeTheCommitIsNotTheFrames(time: Int64) {
    #expect(ended(at: time, hasVBlank: true) == nil)
  }

  @Test func withoutVerticalBlankingTheDriverMayShowAFrameBeforeTheCallReturns() throws {
    let times = try #require(ended(at: 80_000, hasVBlank: false))
    #expect(times == (79_000, 80_000))
    #expect(ended(at: 21_000, hasVBlank: false) == nil)
  }

  /// A flip's event has woken the program, and the touch comes before the panel is read.
  @Test func aTouchThatComesWhileTheProgramIsAwakeWakesItAtOnce() {
    let touch = TouchMoments(touched: 20_500, woken: 20_000)
    #expect(touch.woken - touch.touched == 0)
  }

  @Test func aFlipWithoutAnEventIsNotMeasured() {
    #expect(ended(at: nil, hasVBlank: true) == nil)
  }
}
