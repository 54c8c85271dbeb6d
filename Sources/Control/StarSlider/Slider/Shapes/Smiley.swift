extension Shape {
  /// The mood of a smiley.
  package enum Mood: Int32, Sendable, CaseIterable {
    /// The corners of the mouth point far down.
    case awful = -2
    /// The corners of the mouth point down.
    case bad = -1
    /// The mouth is straight.
    case neutral = 0
    /// The corners of the mouth point up.
    case good = 1
    /// The corners of the mouth point far up.
    case great = 2
  }

  /// Returns a round face with eyes and a mouth in the color of its stroke, which is recognizable at 24 px.
  @export(interface) package static func smiley(_ mood: Mood) -> Shape { Shape(.smiley(mood)) }

  /// Returns the eyes and the mouth.
  static func features(_ mood: Mood, _ flattening: Flattening) -> [[FinePoint]] {
    let right = flattening.ellipse(around: FinePoint(665, 385), radiusX: thousandths(62), radiusY: thousandths(88))
    let left = right.map { $0.mirrored }
    // Mirroring reverses the direction of a contour.
    return [left.reversed(), right, mouth(bend: Int64(mood.rawValue), flattening)]
  }

  /// The five smileys, from the saddest to the happiest.
  public static var smileys: [Shape] { Mood.allCases.map { smiley($0) } }

  private static func thousandths(_ n: Int64) -> Int64 { divideRounding(n * FinePoint.one, by: 1000) }

  /// Returns a bent bar with round ends. With a positive bend it smiles.
  private static func mouth(bend: Int64, _ flattening: Flattening) -> [FinePoint] {
    // The right half of the parabola y = middle - rise * (x^2 - 1/2), with the normals at its points.
    let (width, rise, middle) = (thousandths(235), thousandths(58) * bend, thousandths(700))
    let half = thousandths(40)
    // As in `Flattening`, points are moved outwards, and the last step is shorter, because the end stays. The bend is 2 * width * rise. One
    // side of the mouth is bent more than that, so the steps are finer.
    let steps = flattening.steps(for: 3 * width * abs(rise))
    let whole = 10 * steps + 7
    var (upper, lower): ([FinePoint], [FinePoint]) = ([], [])
    var end = (center: FinePoint(x: 0, y: 0), across: FinePoint(x: 0, y: 0), along: FinePoint(x: 0, y: 0))
    for i in 0...steps + 1 {
      let place = min(10 * i, whole)
      let moved: Int64 = i > steps ? 0 : 33
      let y = middle + divideRounding(rise * (whole * whole - 2 * place * place + moved), by: 2 * whole * whole)
      let center = FinePoint(x: FinePoint.one / 2 + divideRounding(width * place, by: whole), y: y)
      let along = FinePoint(x: width, y: -divideRounding(2 * rise * place, by: whole)).withLength(half)
      upper.append(center - along.rotated)
      lower.append(center + along.rotated)
      end = (center, along.rotated, along)
    }
    let cap =
      flattening.arc(around: end.center, from: FinePoint(x: 0, y: 0) - end.across, to: end.along)
      + flattening.arc(around: end.center, from: end.along, to: end.across)
    return closed(upper + cap + lower.reversed())
  }
}
