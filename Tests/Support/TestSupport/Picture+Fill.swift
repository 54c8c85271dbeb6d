import StarSlider

extension Picture {
  /// The color of a pixel, to the nearest of eight bits per channel.
  package subscript(x: Int32, y: Int32) -> Color { lights[Int(y) * Int(size.width) + Int(x)].color(blending) }

  /// The colors of all pixels, row by row.
  package var pixels: [Color] { lights.map { $0.color(blending) } }

  /// Paints the inside of an outline over what is there, each pixel in proportion to its coverage: the definition that
  /// `ShapePainter` is compared with.
  package mutating func fill(_ outline: Outline, with color: Color) {
    if size.width == 0 || size.height == 0 { return }
    let light = Light(color, blending)
    for (i, coverage) in outline.coverage(width: size.width, height: size.height).enumerated() {
      lights[i] = lights[i].mixed(with: light, coverage)
    }
  }
}
