extension Picture {
  /// Paints an image over the picture, scaled to `rect`, which lies within the picture.
  @export(interface) package mutating func draw(_ image: Image, in rect: Rect<PhysicalSpace>) {
    ScaledImage(image, in: rect, blending).draw(rows: 0..<rect.height, on: &self)
  }
}

/// An image that is painted over a picture, scaled to a rectangle, all at once or some rows at a time.
///
/// Sums are of light times alpha, so that the color of transparent pixels does not bleed. They are exact and rounded once, at the end. An
/// opaque image that is not scaled keeps its pixels.
package struct ScaledImage {
  private let image: Image
  private let rect: Rect<PhysicalSpace>
  private let columns: ScalingAxis
  private let rows: ScalingAxis
  private let intensities: [Int64]

  /// Computes the weights. `blending` is that of the pictures to paint on.
  package init(_ image: Image, in rect: Rect<PhysicalSpace>, _ blending: Blending) {
    (self.image, self.rect) = (image, rect)
    columns = ScalingAxis(from: image.width, to: max(rect.width, 1))
    rows = ScalingAxis(from: image.height, to: max(rect.height, 1))
    intensities = (0...255 as ClosedRange<UInt8>).map { Int64(blending.intensity($0)) }
  }

  /// Paints some rows of the rectangle, counted from its first one. The rectangle lies within the picture.
  package func draw(rows shown: Range<Int32>, on picture: inout Picture) {
    precondition(Rect(picture.size).contains(rect) && shown.upperBound <= rect.height, "an image beyond its picture")
    if rect.isEmpty { return }
    // At most 2^15 * 2^15 (`ScalingAxis.total`) * 255 * 65535: below 2^54.
    let whole = columns.total * rows.total * 255
    let isScaled = rect.width != image.width || rect.height != image.height
    for y in shown {
      let start = Int(rect.minY + y) * Int(picture.size.width) + Int(rect.minX)
      for x in 0..<Int(rect.width) {
        let pixel = (Int(y) * Int(image.width) + x) * 4
        if !isScaled && image.rgba[pixel + 3] == 255 {
          picture.lights[start + x] = Light(
            red: intensity(image.rgba[pixel]), green: intensity(image.rgba[pixel + 1]),
            blue: intensity(image.rgba[pixel + 2]))
        } else {
          picture.lights[start + x].cover(with: image.sum(columns, x, rows, Int(y), intensities), of: whole)
        }
      }
    }
  }

  private func intensity(_ code: UInt8) -> UInt16 { UInt16(truncatingIfNeeded: intensities[Int(code)]) }
}

/// Weighted sums over some of an image's pixels: alpha times the intensities of red, green and blue, and alpha.
private typealias WeightedSum = SIMD4<Int64>

extension Image {
  /// Returns the weighted sum of the source pixels that form pixel (`x`, `y`) of the scaled image.
  fileprivate func sum(
    _ columns: ScalingAxis, _ x: Int, _ rows: ScalingAxis, _ y: Int, _ intensities: [Int64]
  ) -> WeightedSum {
    var sum = WeightedSum()
    let (fromX, fromY) = (columns.taps[x], rows.taps[y])
    for (j, row) in fromY.indices.enumerated() {
      var line = WeightedSum()
      var pixel = ((Int(fromY.first) + j) * Int(width) + Int(fromX.first)) * 4
      for column in fromX.indices {
        let color = WeightedSum(
          intensities[Int(rgba[pixel])], intensities[Int(rgba[pixel + 1])], intensities[Int(rgba[pixel + 2])], 1)
        line &+= color &* (Int64(columns.weights[column]) * Int64(rgba[pixel + 3]))
        pixel += 4
      }
      sum &+= line &* Int64(rows.weights[row])
    }
    return sum
  }
}

extension Light {
  /// Paints a weighted sum over this light. The alpha of an opaque sum is `whole`.
  fileprivate mutating func cover(with sum: WeightedSum, of whole: Int64) {
    if sum.w == 0 { return }
    let rest = whole - sum.w
    func over(_ under: UInt16, _ light: Int64) -> UInt16 {
      UInt16((light + rest * Int64(under) + whole / 2) / whole)
    }
    (red, green, blue) = (over(red, sum.x), over(green, sum.y), over(blue, sum.z))
  }
}

/// The weights with which the pixels of a line form each pixel of a shorter or longer line.
///
/// Each pixel of a shorter line is the mean over its extent: a box filter with exact weights. A longer line is interpolated linearly
/// between the middles of the two nearest pixels, and the pixels at its ends are repeated.
struct ScalingAxis {
  /// The weights of all pixels, pixel after pixel.
  private(set) var weights: [Int32] = []
  /// The first source pixel of each pixel, and the indices of the pixel's weights.
  private(set) var taps: [(first: Int32, indices: Range<Int>)] = []
  /// The sum of each pixel's weights, at most 2^15.
  let total: Int64

  /// Computes the weights. `from` is 1 ... `Image.limit` pixels, `to` is 1 ... `Path.limit`.
  init(from: Int32, to: Int32) {
    total = to <= from ? Int64(from) : Int64(to) * 2
    for i in 0..<to {
      let known = weights.count
      let first: Int32
      if to <= from {
        // In units of 1/to of a pixel, from i * from to (i + 1) * from.
        let (start, end) = (i * from, (i + 1) * from)
        first = start / to
        for j in first...(end - 1) / to { weights.append(min(end, (j + 1) * to) - max(start, j * to)) }
      } else {
        // The pixel's middle, measured from the middle of the first pixel, in units of 1/(2 to) of a pixel.
        let middle = min(max((2 * i + 1) * from - to, 0), (from - 1) * 2 * to)
        let share = middle % (2 * to)
        first = middle / (2 * to)
        weights.append(2 * to - share)
        if share > 0 { weights.append(share) }
      }
      taps.append((first, known..<weights.count))
    }
  }
}
