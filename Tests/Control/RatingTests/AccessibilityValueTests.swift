import StarSlider
import Testing

/// What a screen reader speaks, and what an event says in stars.
@Suite struct AccessibilityValueTests {
  private static func spoken(_ value: Int32?, _ step: Step, of stars: Int32 = 5) throws -> AccessibilityValue {
    AccessibilityValue(value, on: try Scale(starCount: stars, step: step))
  }

  @Test func texts() throws {
    let thirds = try Step(perStar: 3)
    for (value, step, text) in [
      (nil, .half, "not rated"), (0, .half, "0 of 5"), (7, .half, "3.5 of 5"), (10, .half, "5 of 5"),
      (13, .quarter, "3.25 of 5"), (3, .whole, "3 of 5"), (10, thirds, "3.333 of 5"), (11, thirds, "3.667 of 5"),
      (3_249_000, .continuous, "3.249 of 5"), (3_050_000, .continuous, "3.05 of 5"), (499, .continuous, "0 of 5"),
      (500, .continuous, "0.001 of 5"), (4_999_499, .continuous, "4.999 of 5"), (4_999_500, .continuous, "5 of 5"),
    ] as [(Int32?, Step, String)] {
      let spoken = try Self.spoken(value, step)
      #expect(spoken.text == text && spoken.description == text)
      #expect(spoken.starCount == 5 && (spoken.stars == nil) == (value == nil))
    }
    #expect(try Self.spoken(1_000_000_000, .continuous, of: 1000).text == "1000 of 1000")
    #expect(try Self.spoken(7, .half).number(decimalSeparator: ",") == "3,5")
    #expect(try Self.spoken(6, .half).number(decimalSeparator: ",") == "3")
    #expect(try Self.spoken(nil, .half).number() == nil)
  }

  /// The digits are the value to half a thousandth, without useless zeros; no two steps read alike, and an event has the same stars.
  @Test func everyValueOfEveryStep() throws {
    for perStar in Array(Int32(1)...200) + [250, 256, 333, 500, 997, 999, 1000] {
      let step = try Step(perStar: perStar)
      var last = ""
      for value in 0...3 * perStar {
        let spoken = try Self.spoken(value, step, of: 3)
        let digits = try #require(spoken.number())
        let (number, exact) = (try #require(Double(digits)), Double(value) / Double(perStar))
        if abs(number - exact) > 0.000_500_001 { Issue.record("\(value)/\(perStar) is spoken as \(digits)") }
        if digits.contains(".") && digits.last == "0" || digits == last { Issue.record("\(digits) after \(last)") }
        if 1000 % perStar == 0 && number != exact { Issue.record("\(value)/\(perStar) is not exactly \(digits)") }
        if spoken.stars != exact || RatingEvent(.editing, value, step: step, source: .touch).stars != exact {
          Issue.record("\(value)/\(perStar) is \(spoken.stars as Any) stars")
        }
        last = digits
      }
    }
    #expect(RatingEvent(.committed, nil, source: .touch).stars == nil)
  }

  /// An event is as small as two words, so that it is returned in registers.
  @Test func eventsAreSmall() { #expect(MemoryLayout<RatingEvent?>.size <= 16) }
}
