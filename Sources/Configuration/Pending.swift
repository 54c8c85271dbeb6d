// Stands in for branch `faces`; goes away when that is merged.
import Display
import Geometry
import Raster
import StarSlider

public struct Image: Hashable, Sendable {
  public let width: Int32
  public let height: Int32
  static let limit: Int32 = 4096
}
public enum Blending: Hashable, Sendable { case linear, encoded }
extension Shape {
  public enum Mood: Int32, Sendable, CaseIterable {
    case awful = -2
    case bad, neutral, good, great
  }
  static var heart: Shape { .star }
  static var circle: Shape { .star }
  static var mostPoints: Int { 4096 }
  static func smiley(_ mood: Mood) -> Shape { .star }
  static func star(points: Int32, innerRadius: Int32, cornerRadius: Int32) -> Shape? { .star }
}
extension Face {
  init(
    shape: Shape, fill: Color, empty: Color, background: Color, stroke: Color, lineWidth: Fixed, join: LineJoin,
    blending: Blending
  ) {
    self.init(
      shape: shape, fill: fill, empty: empty, background: background, stroke: stroke, lineWidth: lineWidth, join: join)
  }
  init(empty: Image, half: Image?, full: Image, background: Color, blending: Blending) {
    self.init(background: background)
  }
  static var smileys: [Face] { Array(repeating: Face(), count: 5) }
}
extension SliderConfiguration {
  var faces: [Face] {
    get { [face] }
    set { face = newValue[0] }
  }
}
extension PNG {
  static func decodeImage(_ file: [UInt8]) throws(Failure) -> Image {
    let (_, size) = try decode(file, limit: 4096)
    return Image(width: size.width, height: size.height)
  }
}
