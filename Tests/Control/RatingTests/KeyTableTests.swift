import StarSlider
import TestSupport
import Testing

/// The gesture's table of keys, walked whole: every state, key and value.
@Suite struct KeyTableTests {
  static let scales = try! [
    Scale(), Scale(starCount: 1), Scale(starCount: 3, step: .half, minimum: 2), Scale(step: .quarter, minimum: 20),
    Scale(starCount: 2, step: Step(perStar: 3), minimum: 1), Scale(starCount: 10, step: Step(perStar: 10)),
    Scale(starCount: 2, step: .continuous, minimum: 500_000),
  ]

  /// The contract: arrows go one step (a tenth of a star where there are a million to it), pages one star, home and end to
  /// the ends; *unrated* counts from 0, and nothing is given outside minimum ... maximum.
  private static func expected(_ key: Key, from value: Int32?, on scale: Scale) -> Int32? {
    let arrow = scale.step.isContinuous ? scale.step.perStar / 10 : 1
    let moves: [Key: Int32] = [
      .left: -arrow, .down: -arrow, .right: arrow, .up: arrow,
      .pageDown: -scale.step.perStar, .pageUp: scale.step.perStar, .home: -scale.maximum, .end: scale.maximum,
    ]
    return moves[key].map { min(max((value ?? 0) + $0, scale.minimum), scale.maximum) }
  }

  static func values(_ scale: Scale) -> [Int32?] {
    if !scale.step.isContinuous { return [nil] + (0...scale.maximum).map { $0 } }
    return [nil, 0, 1, 499_999, 500_000, 500_001, 599_999, 1_000_000, 1_900_000, 1_900_001, 1_999_999, 2_000_000]
  }

  private enum Start: CaseIterable { case idle, inside, away, keying }

  /// A gesture that shows a value in a state, and what it had before; `nil` where the state cannot show it.
  private static func gesture(_ start: Start, before: Int32?, shown: Int32?) -> Gesture? {
    var gesture = Gesture(value: before)
    switch start {
    case .idle:
      return before == shown ? gesture : nil
    case .inside:
      guard let shown else { return nil }
      _ = gesture.handle(.began, contact: 3, at: .value(shown))
    case .away:
      if before != shown { return nil }
      _ = gesture.handle(.began, contact: 3, at: .value(1))
      _ = gesture.handle(.moved, contact: 3, at: .outside)
    case .keying:
      guard let shown, shown != before else { return nil }
      // A scale of steps in which home leads to any value.
      guard let any = try? Scale(starCount: 1000, step: .continuous, minimum: shown),
        gesture.handle(.home, on: any) == RatingEvent(.editing, shown, source: .key)
      else { return nil }
    }
    return gesture
  }

  @Test func everyKeyInEveryState() {
    var rows = 0
    for scale in Self.scales {
      for start in Start.allCases {
        for before in Self.values(scale) {
          for shown in Self.values(scale) {
            guard let begun = Self.gesture(start, before: before, shown: shown) else { continue }
            for key in Key.allCases {
              Self.expect(key, on: scale, start, begun, before: before, shown: shown)
              rows += 1
            }
          }
        }
      }
    }
    #expect(rows > 20_000)
  }

  private static func expect(
    _ key: Key, on scale: Scale, _ start: Start, _ begun: Gesture, before: Int32?, shown: Int32?
  ) {
    var gesture = begun
    let event = gesture.handle(key, on: scale)
    var (state, value, told) = (begun.state, shown, RatingEvent?.none)
    if start == .idle || start == .keying {
      if key == .enter {
        if shown != nil {
          state = .idle
          told = RatingEvent(.committed, shown, source: .key)
        }
      } else if let moved = Self.expected(key, from: shown, on: scale), moved != shown {
        (state, value) = (.keying(before: before), moved)
        told = RatingEvent(.editing, moved, source: .key)
      }
    }
    if gesture.state != state || gesture.value != value || event != told {
      Issue.record("\(key) on \(begun), \(scale): \(gesture), \(String(describing: event))")
    }
  }

  /// From unrated, every key but enter gives a value, and enter nothing.
  @Test func firstKeyOnUnratedControl() throws {
    let scale = try Scale(step: .half, minimum: 0)
    let firsts: [(Key, Int32?)] = [
      (.up, 1), (.down, 0), (.pageUp, 2), (.pageDown, 0), (.home, 0), (.end, 10), (.enter, nil),
    ]
    for (key, value) in firsts {
      var gesture = Gesture()
      #expect(gesture.handle(key, on: scale) == value.map { RatingEvent(.editing, $0, source: .key) })
      #expect(gesture.value == value)
    }
  }

  /// Every value of a scale can be reached by arrows, up and down again, and each press tells.
  @Test func arrowsReachEveryValue() {
    for scale in Self.scales where !scale.step.isContinuous {
      var gesture = Gesture(value: scale.minimum)
      for value in scale.minimum..<scale.maximum {
        #expect(gesture.handle(.up, on: scale)?.value == value + 1)
      }
      #expect(gesture.handle(.up, on: scale) == nil, "at the end nothing changes")
      for value in (scale.minimum..<scale.maximum).reversed() {
        #expect(gesture.handle(.down, on: scale)?.value == value)
      }
      #expect(gesture.handle(.down, on: scale) == nil)
      #expect(gesture.handle(.enter, on: scale) == RatingEvent(.committed, scale.minimum, source: .key))
    }
  }

  /// Keys, then a finger: what a cancelled touch restores is the value that was confirmed last.
  @Test func touchReplacesKeys() throws {
    let scale = try Scale()
    var gesture = Gesture(value: 2)
    _ = gesture.handle(.up, on: scale)
    #expect(gesture.handle(.began, contact: 1, at: .near(4)) == nil && gesture.value == 3)
    #expect(gesture.handle(.ended, contact: 1, at: .value(4)) == nil && gesture.state == .keying(before: 2))
    #expect(gesture.handle(.began, contact: 1, at: .value(5)) == RatingEvent(.editing, 5, source: .touch))
    #expect(gesture.handle(.up, on: scale) == nil, "a finger has the control")
    #expect(gesture.handle(.cancelled, contact: 1, at: .value(5)) == RatingEvent(.cancelled, 2, source: .touch))
    _ = gesture.handle(.pageUp, on: scale)
    #expect(gesture.cancel() == RatingEvent(.cancelled, 2, source: .key) && gesture.cancel() == nil)
  }
}
