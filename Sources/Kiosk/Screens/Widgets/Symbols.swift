import StarSlider
import Text

extension Shape {
  /// Returns a hand with its thumb up or down.
  static func thumb(isUp: Bool) -> Shape {
    let cuff = contour([(60, 430), (240, 430), (240, 890), (60, 890)], radius: 30)
    let hand = contour(
      [(310, 440), (495, 90), (600, 70), (660, 190), (610, 375), (945, 375), (830, 890), (310, 890)], radius: 50)
    return Shape(
      unchecked: [cuff, hand].map { contour in
        contour.map { (isUp ? $0 : FinePoint(x: $0.x, y: FinePoint.one - $0.y)).unit }
      })
  }

  /// A tick.
  static var tick: Shape {
    let points = contour([(130, 520), (230, 420), (420, 610), (770, 230), (870, 330), (420, 820)], radius: 30)
    return Shape(unchecked: [points.map { $0.unit }])
  }

  /// Returns a polygon with round corners. Coordinates are in thousandths of the box.
  private static func contour(_ corners: [(x: Int64, y: Int64)], radius: Int64) -> [FinePoint] {
    rounded(
      corners.map { FinePoint($0.x, $0.y) }, radius: divideRounding(radius * FinePoint.one, by: 1000),
      Flattening(side: Flattening.largest))
  }
}

extension CoveragePicture {
  /// Returns a globe of `side` pixels: its outline, the equator, and two meridians. Each pixel's coverage is the share of its 16 samples that
  /// lie on a line, because nested ellipses cannot be filled as one outline.
  static func globe(side: Int32) -> CoveragePicture {
    // Lengths are sixteenths of a pixel.
    let (radius, line) = (Int64(side) * 8, max(Int64(side) * 16 / 14, 16))
    /// Whether a sample lies in the ellipse of half axes `a` and `b`.
    func isInside(_ x: Int64, _ y: Int64, _ a: Int64, _ b: Int64) -> Bool {
      a > 0 && b > 0 && x * x * b * b + y * y * a * a <= a * a * b * b
    }
    func isOnLine(_ x: Int64, _ y: Int64) -> Bool {
      if !isInside(x, y, radius, radius) { return false }
      if !isInside(x, y, radius - line, radius - line) || abs(x) * 2 <= line || abs(y) * 2 <= line { return true }
      let width = radius / 2
      return isInside(x, y, width + line / 2, radius) && !isInside(x, y, width - line / 2, radius - line)
    }
    var bytes = [UInt8](repeating: 0, count: Int(side * side))
    // Both halves are alike in both directions.
    let half = (side + 1) / 2
    for y in 0..<half {
      for x in 0..<half {
        var samples = 0
        for sample in 0..<16 as Range<Int64> {
          let (right, down) = (sample % 4 * 4 + 2, sample / 4 * 4 + 2)
          if isOnLine(Int64(x) * 16 + right - radius, Int64(y) * 16 + down - radius) { samples += 1 }
        }
        for (x, y) in [(x, y), (side - 1 - x, y), (x, side - 1 - y), (side - 1 - x, side - 1 - y)] {
          bytes[Int(y * side + x)] = UInt8(samples * 255 / 16)
        }
      }
    }
    return CoveragePicture(width: side, height: side, bytes: bytes)
  }
}
