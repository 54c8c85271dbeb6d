import StarSlider

extension Scene {
  /// Renders a row for each preset, with 2.5 of 5 stars full.
  func renderPresets() -> ScenePicture? {
    let rows = Self.presetRows
    let (width, height): (Int32, Int32) = (230, 44)
    guard let scale = try? Scale(step: .half) else { return nil }
    return picture(of: Size(width: width, height: height * Int32(rows.count))) { surface, transform in
      for (i, faces) in rows.enumerated() {
        var configuration = SliderConfiguration(scale: scale, margin: 4)
        configuration.faces = faces
        let top = Int32(i) * height
        let bounds = Rect<LayoutSpace>(minX: 0, minY: top, maxX: width, maxY: top + height)
        guard let slider = try? StarSlider(configuration, bounds: bounds, on: transform, format: format) else {
          return false
        }
        slider.set(value)
        _ = slider.paint(into: surface, age: 0)
      }
      return true
    }
  }

  /// The faces of each row: one for all stars, or one for each star.
  private static var presetRows: [[Face]] {
    var rows: [[Face]] = [
      [Face()],
      [Face(shape: .heart, fill: Color(rgb: 0xe6_3950))],
      [Face(shape: .circle, fill: Color(rgb: 0x2f_80ed), stroke: Color(rgb: 0x1b_4f9c))],
      Face.smileys,
      [Face().disabled],
      [.thanks],
    ]
    for (points, inner, corner) in [(Int32(5), Int32(500), Int32(120)), (9, 800, 0), (4, 380, 60)] {
      if let shape = try? Shape.star(points: points, innerRadius: inner, cornerRadius: corner) {
        rows.append([Face(shape: shape, fill: Color(rgb: 0xff_b000))])
      }
    }
    if let empty = disc(Color(rgb: 0xc0_c4c8)), let half = disc(Color(rgb: 0xf0_9a20)),
      let full = disc(Color(rgb: 0x2e_9e5b))
    {
      rows.append([Face(empty: empty, full: full)])
      rows.append([Face(empty: empty, half: half, full: full)])
    }
    return rows
  }

  /// Returns an ellipse of 96 x 72 pixels that fades from opaque at the left to transparent at the right.
  private static func disc(_ color: Color) -> Image? {
    var rgba: [UInt8] = []
    for y in Int32(0)..<72 {
      for x in Int32(0)..<96 {
        let (dx, dy) = ((x - 48) * 3, (y - 36) * 4)
        let isInside = dx * dx + dy * dy < 144 * 144
        rgba += [color.red, color.green, color.blue, isInside ? UInt8(255 - x * 2) : 0]
      }
    }
    return Image(width: 96, height: 72, rgba: rgba)
  }
}
