import Survey
import TestSupport
import Testing

@testable import Kiosk

/// When a visitor hears the screens.
@Suite struct SpeechStateTests {
  private static let second: Int64 = 1_000_000_000
  private static let begun: SpeechState.Effects = [.begin, .announce]

  /// A state of a kiosk that speaks on demand, between visits, with the headphones unplugged.
  private func state(isAlways: Bool = false) -> SpeechState {
    var state = SpeechState(isAlways: isAlways)
    _ = state.handle(.headphones(false), at: 0)
    _ = state.handle(.shown(.attract, isHome: true), at: 0)
    return state
  }

  @Test func theSpeechKeyStartsAndRepeats() {
    var state = state()
    #expect(state.handle(.key, at: 1).isEmpty && state.handle(.touch, at: 1).isEmpty)
    #expect(state.handle(.louder, at: 1).isEmpty && state.volume == 50)
    #expect(state.handle(.shown(.question(0), isHome: false), at: 1).isEmpty)
    #expect(state.handle(.speechKey, at: 1) == Self.begun)
    #expect(state.handle(.speechKey, at: 1) == [.stop, .announce])
    #expect(state.handle(.key, at: 1) == .stop && state.handle(.touch, at: 1) == .stop)
    #expect(state.handle(.shown(.question(1), isHome: false), at: 1) == .announce)
    // Speech ends with the visit.
    #expect(state.handle(.shown(.thanks, isHome: false), at: 1) == .announce)
    #expect(state.handle(.shown(.attract, isHome: true), at: 1) == .end)
    #expect(!state.isOn && state.handle(.shown(.question(0), isHome: false), at: 1).isEmpty)
  }

  @Test func headphonesStartAndEndAfterAMoment() {
    var state = state()
    #expect(state.handle(.headphones(true), at: Self.second).isEmpty && state.deadline == Self.second + 300_000_000)
    #expect(state.handle(.timePassed, at: state.deadline - 1).isEmpty)
    #expect(state.handle(.timePassed, at: state.deadline) == Self.begun)
    #expect(state.handle(.shown(.question(0), isHome: false), at: 2 * Self.second) == .announce)
    #expect(state.deadline == .max)
    #expect(state.handle(.headphones(false), at: 3 * Self.second).isEmpty)
    #expect(state.handle(.timePassed, at: state.deadline) == [.stop, .end] && !state.isOn)
  }

  /// What is plugged in since the start, or stuck, starts speech with the first key of a visit only.
  @Test func stuckSwitchWaitsForAKey() {
    var state = SpeechState(isAlways: false)
    #expect(state.handle(.headphones(true), at: 0).isEmpty && state.deadline == .max)
    _ = state.handle(.shown(.attract, isHome: true), at: 0)
    for visit in 0..<3 as Range<Int64> {
      let now = visit * 100 * Self.second
      #expect(state.handle(.touch, at: now).isEmpty)
      #expect(state.handle(.key, at: now) == Self.begun)
      #expect(state.handle(.shown(.question(0), isHome: false), at: now) == .announce)
      #expect(state.handle(.headphones(true), at: now).isEmpty && state.deadline == .max)
      #expect(state.handle(.shown(.attract, isHome: true), at: now) == .end)
    }
  }

  /// A switch that changes more often than it settles does nothing.
  @Test(arguments: [1, 2, 3]) func flickeringSwitchDoesNothing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (state, now, isPlugged) = (state(), Int64(0), false)
    for _ in 0..<1000 {
      isPlugged.toggle()
      now += Int64(random.int32(in: 1_000_000...299_000_000))
      #expect(state.handle(.headphones(isPlugged), at: now).isEmpty)
      if now >= state.deadline { #expect(state.handle(.timePassed, at: now).isEmpty) }
    }
    #expect(!state.isOn)
  }

  @Test func speechEndsBetweenVisits() {
    var state = state()
    #expect(state.handle(.speechKey, at: Self.second) == Self.begun)
    #expect(state.deadline == 61 * Self.second)
    #expect(state.handle(.speechKey, at: 30 * Self.second) == [.stop, .announce])
    #expect(state.handle(.timePassed, at: 61 * Self.second).isEmpty)
    #expect(state.handle(.timePassed, at: 90 * Self.second) == .end)
    // During a visit, the visit's own time counts.
    #expect(state.handle(.speechKey, at: 100 * Self.second) == Self.begun)
    _ = state.handle(.shown(.question(0), isHome: false), at: 100 * Self.second)
    #expect(state.deadline == .max)
  }

  @Test func eachVisitorBeginsWithASafeVolume() {
    var state = state(isAlways: true)
    for step in 1...7 as ClosedRange<Int32> {
      #expect(state.handle(.louder, at: 0) == [.stop, .volume] && state.volume == min(50 + 10 * step, 100))
    }
    for step in 1...12 as ClosedRange<Int32> {
      #expect(state.handle(.quieter, at: 0) == [.stop, .volume] && state.volume == max(100 - 10 * step, 10))
    }
    for step in 1...10 as ClosedRange<Int32> {
      #expect(state.handle(.faster, at: 0) == [.stop, .speed] && state.speed == min(100 + 25 * step, 300))
    }
    #expect(state.handle(.shown(.question(0), isHome: false), at: 0) == .announce)
    #expect(state.handle(.shown(.attract, isHome: true), at: 0) == Self.begun)
    #expect(state.volume == 50 && state.speed == 100)
    for step in 1...3 as ClosedRange<Int32> {
      #expect(state.handle(.slower, at: 0) == [.stop, .speed] && state.speed == max(100 - 25 * step, 50))
    }
  }

  /// A kiosk that always speaks does not repeat what it has said between two visits, such as after a new configuration.
  @Test func nothingIsSaidTwice() {
    var state = SpeechState(isAlways: true)
    #expect(state.handle(.shown(.attract, isHome: true), at: 0) == .announce)
    #expect(state.handle(.shown(.attract, isHome: true), at: 0).isEmpty)
    #expect(state.handle(.key, at: 0) == .stop)
    #expect(state.handle(.shown(.attract, isHome: true), at: 0) == .announce)
    #expect(state.isOn && state.handle(.headphones(true), at: 0).isEmpty)
    #expect(state.handle(.headphones(false), at: 0).isEmpty && state.isOn)
  }
}
