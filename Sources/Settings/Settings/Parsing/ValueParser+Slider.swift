import StarSlider

// The settings of the stars.
extension ValueParser {
  /// Parses the name of a step, or `1/N`.
  func step(into place: inout Step) -> Bool {
    let names: [(String, Step)] = [
      ("whole", .whole), ("half", .half), ("quarter", .quarter), ("continuous", .continuous),
    ]
    if choice(names, into: &place) { return true }
    guard let (one, rest) = split(at: "/"), same(one, "1") else { return false }
    return write(ValueParser(rest).digits.flatMap { try? Step(perStar: $0) }, to: &place)
  }

  /// Parses the name of a shape, `star:N`, `smiley:MOOD` or `points`.
  func form(into place: inout FaceSettings.Form) -> Bool {
    let names: [(String, FaceSettings.Form)] = [
      ("star", .star), ("heart", .heart), ("circle", .circle), ("smileys", .smileys), ("points", .points),
    ]
    if choice(names, into: &place) { return true }
    guard let (kind, argument) = split(at: ":") else { return false }
    let value = ValueParser(argument)
    let moods: [(String, Shape.Mood)] = [
      ("awful", .awful), ("bad", .bad), ("neutral", .neutral), ("good", .good), ("great", .great),
    ]
    if same(kind, "star") { return write(value.whole(2...64).map { .pointed($0) }, to: &place) }
    return same(kind, "smiley") && write(value.choice(moods).map { .smiley($0) }, to: &place)
  }

  /// Parses `x,y x,y ...`, each number from 0 to 1.
  func points(into place: inout [Shape.UnitPoint]) -> Bool {
    var points: [Shape.UnitPoint] = []
    for word in words {
      guard let (x, y) = ValueParser(word).split(at: ","), let x = Self.unit(x), let y = Self.unit(y) else {
        return false
      }
      points.append(Shape.UnitPoint(x: x, y: y))
    }
    if points.isEmpty { return false }
    let before = continues ? place : []
    // Only the first line that exceeds the limit is reported.
    if before.count > Shape.mostPoints { return true }
    place = before + points
    return place.count <= Shape.mostPoints
  }

  /// Returns a number from 0 to 1, in 1/65536.
  private static func unit(_ text: String) -> Int32? { ValueParser(text).number(.zero...Ratio(1), unit: 65536) }
}
