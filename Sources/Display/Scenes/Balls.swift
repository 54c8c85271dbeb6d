import StarSlider

/// Computed images of shaded balls, so that the gallery needs no image files.
enum Balls {
  static let gray = ball(Color(rgb: 0xc9_ced6))
  static let amber = ball(Color(rgb: 0xf5_a623))
  static let green = ball(Color(rgb: 0x3b_b273))

  private static func ball(_ color: Color) -> Image {
    let side: Int32 = 96
    var rgba: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        // Distances in half pixels from the center, and from the highlight at the upper left.
        let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
        let (lx, ly) = (dx + 30, dy + 34)
        let light = max(0, 190 - (lx * lx + ly * ly) / 24)
        let shade = min(90, (dx * dx + dy * dy) / 110)
        let shown = color.mixed(with: .black, UInt8(shade)).mixed(with: .white, UInt8(light))
        rgba += [shown.red, shown.green, shown.blue, coverage(x, y, side)]
      }
    }
    guard let image = Image(width: side, height: side, rgba: rgba) else {
      preconditionFailure("the image has the wrong number of bytes")
    }
    return image
  }

  /// Returns the coverage of a pixel, 0 ... 255, from 8 x 8 samples.
  private static func coverage(_ x: Int32, _ y: Int32, _ side: Int32) -> UInt8 {
    let radius = (side - 2) * 8
    var inside: Int32 = 0
    for sub in 0..<64 as Range<Int32> {
      let dx = 16 * x + 2 * (sub & 7) + 1 - side * 8
      let dy = 16 * y + 2 * (sub >> 3) + 1 - side * 8
      if dx * dx + dy * dy <= radius * radius { inside += 1 }
    }
    return UInt8((inside * 255 + 32) / 64)
  }
}
