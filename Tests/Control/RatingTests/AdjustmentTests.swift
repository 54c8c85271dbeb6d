import StarSlider
import TestSupport
import Testing

/// Adjustments by a screen reader: every state, value and number of increments.
@Suite struct AdjustmentTests {
  private static let scales = try! KeyTableTests.scales + [Scale(starCount: 1000, step: .continuous)]

  private static func values(_ scale: Scale) -> [Int32?] {
    KeyTableTests.values(scale) + (scale.step.isContinuous ? [scale.maximum] : [])
  }

  private static let increments: [Int32] = Array(-22...22) + [.min, .min + 1, -100_000, 100_000, .max - 1, .max]

  /// The contract: positive is more, within minimum ... maximum; *unrated* counts as 0, and any adjustment rates it.
  private static func expected(_ value: Int32?, by increments: Int32, on scale: Scale) -> Int32? {
    if increments == 0 { return value }
    let increment = scale.step.isContinuous ? 100_000 : 1
    let sum = Int(value ?? 0) + Int(increments) * increment
    let clamped = Int32(min(max(sum, Int(scale.minimum)), Int(scale.maximum)))
    guard let value else { return clamped }
    return increments > 0 ? max(value, clamped) : min(value, clamped)
  }

  @Test func everyAdjustment() {
    var rows = 0
    for scale in Self.scales {
      for value in Self.values(scale) {
        for increments in Self.increments {
          for isKeying in [false, true] {
            var gesture = Gesture(value: value, step: scale.step)
            if isKeying && (value == scale.maximum || gesture.handle(.end, on: scale) == nil) { continue }
            let (state, shown) = (gesture.state, gesture.value)
            let event = gesture.adjust(by: increments, on: scale)
            let adjusted = Self.expected(shown, by: increments, on: scale)
            rows += 1
            if gesture.value != adjusted { Issue.record("\(gesture) of \(adjusted as Any) by \(increments)") }
            let told = RatingEvent(.committed, adjusted, step: scale.step, source: .key)
            if event != (adjusted == shown ? nil : told) { Issue.record("\(event as Any) by \(increments)") }
            if gesture.state != (event == nil ? state : .idle) { Issue.record("\(gesture) by \(increments)") }
          }
        }
      }
    }
    #expect(rows > 6000)
  }

  /// A finger keeps the control, inside the row and outside.
  @Test func fingersComeFirst() throws {
    let scale = try Scale()
    var gesture = Gesture(value: 2)
    for hit in [Hit.value(4), .outside] {
      _ = gesture.handle(.began, contact: 1, at: .value(4))
      _ = gesture.handle(.moved, contact: 1, at: hit)
      let before = gesture
      for increments in Self.increments { #expect(gesture.adjust(by: increments, on: scale) == nil) }
      #expect(gesture == before)
      _ = gesture.cancel()
    }
  }

  /// One increment after the other leads from unrated to the maximum and back to the minimum, and each is told.
  @Test func everyValueIsReached() throws {
    for scale in Self.scales where scale.starCount < 1000 {
      var (gesture, values) = (Gesture(step: scale.step), [Int32]())
      while let event = gesture.adjust(by: 1, on: scale) { values.append(try #require(event.value)) }
      #expect(values.last == scale.maximum && values == values.sorted())
      let upwards = values.count
      while let event = gesture.adjust(by: -1, on: scale) { values.append(try #require(event.value)) }
      #expect(values.last == scale.minimum && values.count >= upwards)
    }
  }
}
