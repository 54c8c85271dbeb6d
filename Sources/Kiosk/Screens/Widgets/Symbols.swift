import StarSlider

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
