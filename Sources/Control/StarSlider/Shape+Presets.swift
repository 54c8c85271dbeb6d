import Geometry

extension Shape {
  /// The five-pointed star of the vector slider, clockwise from its top tip.
  public static let star = Shape(unchecked: [
    [
      FinePoint(500, 25), FinePoint(654, 338), FinePoint(1000, 388), FinePoint(750, 631), FinePoint(809, 975),
      FinePoint(500, 813), FinePoint(191, 975), FinePoint(250, 631), FinePoint(0, 388), FinePoint(346, 338),
    ].map { $0.unit }
  ])

  /// As wide and high as the box.
  public static let circle = Shape(unchecked: [disc.map { $0.unit }])

  /// As wide as the box, its tip down.
  public static let heart: Shape = {
    let half = heartCurves.flatMap { Flattening.cubic($0.0, $0.1, $0.2, $0.3) }
    return Shape(unchecked: [closed(half).map { $0.unit }])
  }()

  /// The heart's right half, from the notch to the tip.
  static var heartCurves: [(FinePoint, FinePoint, FinePoint, FinePoint)] {
    [
      (FinePoint(500, 215), FinePoint(545, 100), FinePoint(640, 50), FinePoint(735, 50)),
      (FinePoint(735, 50), FinePoint(885, 50), FinePoint(1000, 160), FinePoint(1000, 320)),
      (FinePoint(1000, 320), FinePoint(1000, 545), FinePoint(780, 710), FinePoint(500, 960)),
    ]
  }

  /// How a smiley feels.
  package enum Mood: Int32, Sendable, CaseIterable {
    /// The corners of its mouth hang far down.
    case awful = -2
    /// They hang a little.
    case bad = -1
    /// A straight mouth.
    case neutral = 0
    /// It smiles.
    case good = 1
    /// It beams.
    case great = 2
  }

  /// A round face with eyes and a mouth in the outline's colour, thick enough to be read at 24 px.
  @export(interface) package static func smiley(_ mood: Mood) -> Shape {
    let right = Flattening.ellipse(around: FinePoint(665, 385), radiusX: thousandths(62), radiusY: thousandths(88))
    let left = right.map { $0.mirrored }
    // Mirroring turns a contour the other way round.
    return Shape(
      unchecked: [disc.map { $0.unit }],
      ink: [left.reversed().map { $0.unit }, right.map { $0.unit }, mouth(bend: Int64(mood.rawValue)).map { $0.unit }])
  }

  /// The five smileys, from the saddest to the happiest.
  public static var smileys: [Shape] { Mood.allCases.map { smiley($0) } }

  private static var disc: [FinePoint] {
    Flattening.ellipse(around: FinePoint(500, 500), radiusX: FinePoint.one / 2, radiusY: FinePoint.one / 2)
  }

  private static func thousandths(_ n: Int64) -> Int64 { divideRounding(n * FinePoint.one, by: 1000) }

  /// A bent bar with round ends. A positive bend smiles.
  private static func mouth(bend: Int64) -> [FinePoint] {
    // A parabola y = middle - rise * (x^2 - 1/2): its right half, the points' normals at their sides.
    let (width, rise, middle) = (thousandths(235), thousandths(58) * bend, thousandths(700))
    let half = thousandths(40)
    let steps: Int64 = 16
    var (upper, lower): ([FinePoint], [FinePoint]) = ([], [])
    var end = (center: FinePoint(x: 0, y: 0), across: FinePoint(x: 0, y: 0), along: FinePoint(x: 0, y: 0))
    for i in 0...steps {
      let y = middle + divideRounding(rise * (steps * steps - 2 * i * i), by: 2 * steps * steps)
      let center = FinePoint(x: FinePoint.one / 2 + divideRounding(width * i, by: steps), y: y)
      let along = FinePoint(x: width, y: -divideRounding(2 * rise * i, by: steps)).withLength(half)
      upper.append(center - along.turned)
      lower.append(center + along.turned)
      end = (center, along.turned, along)
    }
    let cap =
      Flattening.arc(around: end.center, from: FinePoint(x: 0, y: 0) - end.across, to: end.along)
      + Flattening.arc(around: end.center, from: end.along, to: end.across)
    return closed(upper + cap + lower.reversed())
  }

  /// A right half from top to bottom, and its mirror image from bottom to top. Repeated points are left out.
  private static func closed(_ half: [FinePoint]) -> [FinePoint] {
    var points: [FinePoint] = []
    for point in half + half.reversed().map({ $0.mirrored }) where points.last != point { points.append(point) }
    while points.count > 1 && points.first == points.last { points.removeLast() }
    return points
  }
}
