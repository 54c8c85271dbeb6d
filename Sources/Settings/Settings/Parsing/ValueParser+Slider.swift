import Raster
import Rating
import StarSlider

// The settings of the stars.
extension ValueParser {
  /// The moods from the saddest to the happiest.
  static var moods: [(String, Shape.Mood)] {
    [("awful", .awful), ("bad", .bad), ("neutral", .neutral), ("good", .good), ("great", .great)]
  }

  /// Parses a name, or `1/N`.
  func step(into place: inout Step) -> Bool {
    let names: [(String, Step)] = [
      ("whole", .whole), ("half", .half), ("quarter", .quarter), ("continuous", .continuous),
    ]
    if choice(names, into: &place) { return true }
    guard let (one, rest) = split(at: "/"), same(one, "1"), let perStar = ValueParser(rest).digits,
      let step = Step(perStar: perStar)
    else { return false }
    place = step
    return true
  }

  /// Parses the name of a shape, `star:N`, `smiley:MOOD` or `points`.
  func form(into place: inout FaceSettings.Form) -> Bool {
    let names: [(String, FaceSettings.Form)] = [
      ("star", .star), ("heart", .heart), ("circle", .circle), ("smileys", .smileys), ("points", .points),
    ]
    if choice(names, into: &place) { return true }
    guard let (kind, argument) = split(at: ":") else { return false }
    if same(kind, "star") {
      var tips: Int32 = 0
      if !ValueParser(argument).whole(2...64, into: &tips) { return false }
      place = .pointed(tips)
      return true
    }
    var mood = Shape.Mood.neutral
    if !same(kind, "smiley") || !ValueParser(argument).choice(Self.moods, into: &mood) { return false }
    place = .smiley(mood)
    return true
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
    // Only the first line that exceeds the limit is an error.
    if before.count > Shape.mostPoints { return true }
    place = before + points
    return place.count <= Shape.mostPoints
  }

  /// A number from 0 to 1, in 1/65536.
  private static func unit(_ text: String) -> Int32? {
    var number: Int32 = 0
    return ValueParser(text).number(.zero...Ratio(1), unit: 65536, into: &number) ? number : nil
  }
}
