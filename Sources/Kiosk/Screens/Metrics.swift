import Geometry

/// What sizes follow from a screen: pixels, and millimetres where the board's profile knows them.
package struct Metrics: Hashable, Sendable {
  /// What the visitor sees.
  package let size: Size<LayoutSpace>
  /// Pixels in 10 mm, the coarser of both directions; `nil` where nobody knows.
  package let pixelsPerCentimetre: Int32?

  /// `millimetres` is the picture area's size, as the visitor sees it; sides below 1 count as unknown.
  package init(_ size: Size<LayoutSpace>, millimetres: (width: Int32, height: Int32)? = nil) {
    self.size = size
    pixelsPerCentimetre = millimetres.flatMap { area in
      area.width < 1 || area.height < 1
        ? nil : min(size.width * 10 / area.width, size.height * 10 / area.height)
    }
  }

  /// The least side of what is to be touched: 24 px (WCAG 2.5.8), and 9 mm, which is what a fingertip hits.
  package var leastTarget: Int32 {
    guard let density = pixelsPerCentimetre else { return 24 }
    return max(24, (density * 9 + 9) / 10)
  }

  /// A length in pixels as millimetres, rounded down; `nil` where nobody knows.
  package func millimetres(_ pixels: Int32) -> Int32? {
    pixelsPerCentimetre.flatMap { $0 > 0 ? pixels * 10 / $0 : nil }
  }

  /// The shorter side: what sizes are shares of.
  var unit: Int32 { min(size.width, size.height) }
  /// Around the screen and between its parts.
  var margin: Int32 { max(unit / 24, 4) }
  /// A button's height, the frame around it included.
  var button: Int32 { max(leastTarget + 4 * ring, unit / 6) }
  var title: TextSizes { TextSizes(largest: max(unit / 9, 14), smallest: smallestText) }
  var label: TextSizes { TextSizes(largest: max(unit / 15, 12), smallest: smallestText) }
  /// Of what is said beside a number that says the same.
  var remark: TextSizes { TextSizes(largest: label.largest, smallest: smallestText * 3 / 4) }
  /// 12 px, or 2.5 mm: below that nobody who stands before it reads.
  private var smallestText: Int32 { max(12, (pixelsPerCentimetre ?? 0) / 4) }
  /// How thick the frame around what has the focus is.
  var ring: Int32 { max(unit / 120, 2) }
}

/// Between which sizes a text may be set, pixels of the em.
struct TextSizes: Hashable, Sendable {
  let largest: Int32
  let smallest: Int32

  init(largest: Int32, smallest: Int32) {
    self.largest = max(largest, smallest)
    self.smallest = smallest
  }
}
