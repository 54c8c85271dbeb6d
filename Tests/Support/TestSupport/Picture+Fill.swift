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
    let mask = CoverageMask(width: size.width, height: size.height)
    var filler = Filler(picture: self, light: Light(color, blending))
    mask.sweep(outline, into: &filler)
    self = filler.picture
  }
}

/// Mixes a color into a picture.
private struct Filler: CoverageConsumer {
  var picture: Picture
  let light: Light
  private var row = 0

  init(picture: Picture, light: Light) {
    self.picture = picture
    self.light = light
  }

  mutating func beginRow(_ y: Int32) { row = Int(y) * Int(picture.size.width) }

  mutating func pixel(_ x: Int, coverage: UInt8) {
    picture.lights[row + x] = picture.lights[row + x].mixed(with: light, coverage)
  }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    for x in start..<end { pixel(x, coverage: coverage) }
  }
}
