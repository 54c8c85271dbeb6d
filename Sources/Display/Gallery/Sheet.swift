import Display
import Geometry
import Raster

/// White paper that pictures are laid on.
struct Sheet {
  let width: Int32
  let height: Int32
  private(set) var rgb: [UInt8]

  init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
    rgb = [UInt8](repeating: 0xff, count: Int(width) * Int(height) * 3)
  }

  /// What lies beside the paper is cut off.
  mutating func fill(_ rect: Rect<LayoutSpace>, with color: Color) {
    let area = rect.intersection(Rect(minX: 0, minY: 0, maxX: width, maxY: height))
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX { set(x, y, color) }
    }
  }

  /// Lays a screen's pixels down as the viewer of that screen sees their colours.
  mutating func lay(_ surface: Surface, x left: Int32, y top: Int32) {
    for y in 0..<surface.size.height where top + y < height {
      for x in 0..<surface.size.width where left + x < width { set(left + x, top + y, surface.color(x: x, y: y)) }
    }
  }

  private mutating func set(_ x: Int32, _ y: Int32, _ color: Color) {
    let at = (Int(y) * Int(width) + Int(x)) * 3
    rgb[at] = color.red
    rgb[at + 1] = color.green
    rgb[at + 2] = color.blue
  }

  func png() throws(PNG.Failure) -> [UInt8] { try PNG.encode(rgb: rgb, width: width, height: height) }
}
