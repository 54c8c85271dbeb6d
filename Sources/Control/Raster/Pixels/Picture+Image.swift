import Geometry

extension Picture {
  /// Paints an image over the picture, scaled to `rect`, which lies within the picture.
  ///
  /// Sums are exact, of light times alpha, so that the color of transparent pixels does not bleed, and they are rounded
  /// once, at the end. An opaque image that is not scaled keeps its pixels.
  @export(interface) package mutating func draw(_ image: Image, in rect: Rect<PhysicalSpace>) {
    precondition(Rect(size).contains(rect), "an image beyond its picture")
    if rect.isEmpty { return }
    let columns = ScalingAxis(from: image.width, to: rect.width)
    let rows = ScalingAxis(from: image.height, to: rect.height)
    let intensities = (0...255 as ClosedRange<UInt8>).map { UInt32(blending.intensity($0)) }
    // At most 2^15 * 2^15 (`ScalingAxis.total`) * 255 * 65535: below 2^54.
    let whole = columns.total * rows.total * 255
    for y in 0..<Int(rect.height) {
      for x in 0..<Int(rect.width) {
        let sum = image.sum(columns, x, rows, y, intensities)
        let i = (Int(rect.minY) + y) * Int(size.width) + Int(rect.minX) + x
        lights[i].cover(with: sum, of: whole)
      }
    }
  }
}

/// Weighted sums over some of an image's pixels: alpha, and alpha times each channel's intensity.
private struct WeightedSum {
  var alpha: Int64 = 0
  var red: Int64 = 0
  var green: Int64 = 0
  var blue: Int64 = 0
}

extension Image {
  /// Returns the weighted sum of the pixels that make pixel (`x`, `y`) of the scaled image.
  fileprivate func sum(
    _ columns: ScalingAxis, _ x: Int, _ rows: ScalingAxis, _ y: Int, _ intensities: [UInt32]
  ) -> WeightedSum {
    var sum = WeightedSum()
    let (fromX, fromY) = (columns.taps(x), rows.taps(y))
    for (j, row) in fromY.indices.enumerated() {
      var line = WeightedSum()
      var pixel = ((Int(fromY.first) + j) * Int(width) + Int(fromX.first)) * 4
      for column in fromX.indices {
        let alpha = Int64(columns.weights[column]) * Int64(rgba[pixel + 3])
        line.alpha += alpha
        line.red += alpha * Int64(intensities[Int(rgba[pixel])])
        line.green += alpha * Int64(intensities[Int(rgba[pixel + 1])])
        line.blue += alpha * Int64(intensities[Int(rgba[pixel + 2])])
        pixel += 4
      }
      let weight = Int64(rows.weights[row])
      sum.alpha += weight * line.alpha
      sum.red += weight * line.red
      sum.green += weight * line.green
      sum.blue += weight * line.blue
    }
    return sum
  }
}

extension Light {
  /// Paints a sum over this light. An opaque sum has an alpha of `whole`.
  fileprivate mutating func cover(with sum: WeightedSum, of whole: Int64) {
    if sum.alpha == 0 { return }
    let rest = whole - sum.alpha
    func over(_ under: UInt16, _ light: Int64) -> UInt16 {
      UInt16((light + rest * Int64(under) + whole / 2) / whole)
    }
    (red, green, blue) = (over(red, sum.red), over(green, sum.green), over(blue, sum.blue))
  }
}

/// The weights with which pixels of a line make each pixel of a shorter or longer line.
///
/// A shorter line has the mean over each pixel's extent: a box filter with exact weights. A longer line interpolates
/// linearly between the middles of the two nearest pixels and repeats the pixels at its ends.
struct ScalingAxis {
  /// The weights of all pixels, pixel after pixel.
  let weights: [Int32]
  /// The sum of each pixel's weights, at most 2^15.
  let total: Int64
  /// The first source pixel of each pixel.
  private let firsts: [Int32]
  /// The end index of each pixel's weights.
  private let ends: [Int]

  /// `from` is 1 ... `Image.limit` pixels, `to` 1 ... `Path.limit`.
  init(from: Int32, to: Int32) {
    var weights: [Int32] = []
    var firsts: [Int32] = []
    var ends: [Int] = []
    for i in 0..<to {
      if to <= from {
        // In 1/to of a pixel: from i * from to (i + 1) * from.
        let (start, end) = (i * from, (i + 1) * from)
        firsts.append(start / to)
        for j in start / to...(end - 1) / to { weights.append(min(end, (j + 1) * to) - max(start, j * to)) }
      } else {
        // In 1/(2 to) of a pixel: the pixel's middle, measured from the middle of the first one.
        let middle = min(max((2 * i + 1) * from - to, 0), (from - 1) * 2 * to)
        let (first, share) = middle.quotientAndRemainder(dividingBy: 2 * to)
        firsts.append(first)
        weights.append(2 * to - share)
        if share > 0 { weights.append(share) }
      }
      ends.append(weights.count)
    }
    self.weights = weights
    self.firsts = firsts
    self.ends = ends
    total = to <= from ? Int64(from) : Int64(to) * 2
  }

  func taps(_ i: Int) -> (first: Int32, indices: Range<Int>) {
    (firsts[i], (i == 0 ? 0 : ends[i - 1])..<ends[i])
  }
}
