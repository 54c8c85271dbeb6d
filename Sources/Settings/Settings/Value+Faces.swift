import Raster
import StarSlider

// The forms that only faces have.
extension Value {
  /// The moods' names, from the saddest to the happiest.
  static var moods: [(String, Shape.Mood)] {
    [("awful", .awful), ("bad", .bad), ("neutral", .neutral), ("good", .good), ("great", .great)]
  }

  /// A preset's name, or `points`.
  func form(into place: inout FaceSettings.Form) -> Bool {
    let names: [(String, FaceSettings.Form)] = [
      ("star", .star), ("heart", .heart), ("circle", .circle), ("smileys", .smileys), ("points", .points),
    ]
    if choice(names, into: &place) { return true }
    guard let (kind, rest) = cut(at: ":") else { return false }
    let argument = Value(text: rest, folder: "")
    if kind == "star" {
      var tips: Int32 = 0
      if !argument.whole(2...64, into: &tips) { return false }
      place = .pointed(tips)
      return true
    }
    var mood = Shape.Mood.neutral
    if kind != "smiley" || !argument.choice(Self.moods, into: &mood) { return false }
    place = .smiley(mood)
    return true
  }

  /// `x,y x,y ...`, each in 0 ... 1 of the box.
  func points(into place: inout [Shape.UnitPoint]) -> Bool {
    var points: [Shape.UnitPoint] = []
    for word in words {
      guard let (x, y) = Value(text: word, folder: "").cut(at: ","), let x = Self.unit(x), let y = Self.unit(y) else {
        return false
      }
      points.append(Shape.UnitPoint(x: x, y: y))
    }
    if points.isEmpty { return false }
    let before = goesOn ? place : []
    // Too many are told once, by the line that goes too far.
    if before.count > Shape.mostPoints { return true }
    place = before + points
    return place.count <= Shape.mostPoints
  }

  /// A share of the unit box, in 1/65536.
  private static func unit(_ text: String) -> Int32? {
    var share: Int32 = 0
    return Value(text: text, folder: "").number(.zero...Ratio(1), unit: 65536, into: &share) ? share : nil
  }
}
