import StarSlider

/// The sizes that follow from a screen's pixels and, if the board profile has them, its millimeters.
package struct Metrics: Hashable, Sendable {
  /// The size of the screen as the visitor sees it.
  package let size: Size<LayoutSpace>
  /// The number of pixels per 10 mm, in the direction with fewer; `nil` if the size in millimeters is unknown.
  package let pixelsPerCentimeter: Int32?

  /// Whether texts are 1.25 times as large, for people with low vision.
  package let hasLargeText: Bool

  /// Whether there is a button for more contrast in the top right corner.
  let hasContrastButton: Bool

  /// `millimeters` is the size of the picture as the visitor sees it. Sides below 1 count as unknown.
  package init(
    _ size: Size<LayoutSpace>, millimeters: (width: Int32, height: Int32)? = nil, hasLargeText: Bool = false,
    hasContrastButton: Bool = false
  ) {
    (self.size, self.hasLargeText, self.hasContrastButton) = (size, hasLargeText, hasContrastButton)
    pixelsPerCentimeter = millimeters.flatMap { area in
      area.width < 1 || area.height < 1
        ? nil : min(size.width * 10 / area.width, size.height * 10 / area.height)
    }
  }

  /// The minimum side of a touch target in pixels: 24 px (WCAG 2.5.8) or 9 mm, the size of a fingertip, whichever is larger.
  package var leastTarget: Int32 {
    guard let density = pixelsPerCentimeter else { return 24 }
    return max(24, (density * 9 + 9) / 10)
  }

  /// The width in pixels below which the tiles of a scale are in two rows.
  var leastTile: Int32 { max(min(48, unit / 8), leastTarget) }

  /// Converts pixels to millimeters, rounded down; `nil` if the density is unknown.
  package func millimeters(_ pixels: Int32) -> Int32? {
    pixelsPerCentimeter.flatMap { $0 > 0 ? pixels * 10 / $0 : nil }
  }

  /// The minimum height of capitals in tenths of a millimeter: 0.7 degrees at a distance of 400 mm (EN 301 549, 5.1.4).
  static var leastCapitals: Int32 { 49 }

  /// Returns the height of capitals in tenths of a millimeter, for a text of `size` pixels per em. Noto Sans' capitals are 0.714 em high.
  /// Returns `nil` if the density is unknown.
  func capitals(of size: Int32) -> Int32? { pixelsPerCentimeter.flatMap { $0 > 0 ? size * 714 / 10 / $0 : nil } }

  /// The shorter side. Other sizes are fractions of it.
  var unit: Int32 { min(size.width, size.height) }
  /// The space around the screen and between widgets; a twelfth of the shorter side on tiny screens.
  var margin: Int32 { max(unit / 24, min(4, unit / 12)) }
  /// The height of a button with its focus frame, and of the foot. A countdown needs two lines of text and one line of digits.
  var button: Int32 { max(leastTarget + 4 * ring, unit / 7, 3 * leastLine) }
  /// The side of the button for more contrast, with its focus frame; 0 without one.
  var contrastButton: Int32 { hasContrastButton ? max(leastTarget + 4 * ring, unit / 8) : 0 }
  /// The sizes of titles. At the largest size, capitals, which are about 0.71 em high, are a thirteenth of the shorter side or 7.3 mm high.
  /// 7.3 mm is 0.7 degrees at a distance of 600 mm.
  package var title: TextSizes { scaled(upTo: max(unit / 9, min((pixelsPerCentimeter ?? 0) * 51 / 50, unit / 5), 14)) }
  /// The sizes of texts that are read from afar: the question of the start screen, and statements. Capitals are up to a ninth of the shorter
  /// side.
  var poster: TextSizes { sizes(upTo: max(title.largest, unit * 155 / 1000)) }
  /// The sizes of the words below the stars, and of minor actions. At the largest size, capitals are at least 4.9 mm high.
  var word: TextSizes { scaled(upTo: max(unit / 19, readable, 12)) }
  /// The sizes of the word for the visitor's value in the moment of the answer.
  var heldWord: TextSizes {
    TextSizes(largest: max(min(size.height / 14, title.largest), word.largest), smallest: word.smallest)
  }
  package var label: TextSizes { scaled(upTo: max(unit / 15, readable, 12)) }
  /// The size of the smallest text that meets EN 301 549, unless it would be larger than a title.
  private var readable: Int32 {
    min(((pixelsPerCentimeter ?? 0) * Self.leastCapitals * 10 + 713) / 714, unit / 9)
  }
  func sizes(upTo largest: Int32) -> TextSizes { TextSizes(largest: largest, smallest: smallestText) }
  /// Returns the sizes of text whose largest size follows from the screen.
  private func scaled(upTo largest: Int32) -> TextSizes { sizes(upTo: hasLargeText ? largest * 5 / 4 : largest) }
  /// The smallest text size: 12 px or 2.5 mm, whichever is larger. Smaller text is not readable at arm's length.
  private var smallestText: Int32 { max(12, (pixelsPerCentimeter ?? 0) / 4) }
  /// The height of a line of the smallest text.
  var leastLine: Int32 { sizes(upTo: smallestText).line }
  /// The height of the lowest tile that contains words, with its focus frame.
  var leastWordTile: Int32 { max(leastTarget, leastLine + 1) + 4 * ring }
  /// The height of the tallest tile, with its focus frame: a quarter of the shorter side, or 16 mm.
  var tallestTile: Int32 { max(unit / 4, ((pixelsPerCentimeter ?? 0) * 16 + 9) / 10 + 4 * ring) }
  /// The distance of a row of stars from the sides of the screen, including its focus frame.
  var rowInset: Int32 { min(margin + 2 * ring, size.width / 4) }

  /// Returns the side of each of `count` stars in a row, with gaps of 0.18 stars and 0.24 stars of space at both ends. In portrait, the row
  /// fills the width. A column fills half of the height.
  package func starSize(_ count: Int32, isVertical: Bool = false) -> Int32 {
    let shares = 118 * count - 18
    if isVertical { return max(min(size.height * 50 / shares, size.width - 2 * rowInset), 1) }
    if size.height > size.width { return max((size.width - 2 * rowInset) * 100 / shares, 1) }
    return max(min(size.width * 100 / (shares + 48), size.height * 36 / 100), 1)
  }

  /// The thickness of the focus frame.
  var ring: Int32 { max(unit / 120, min(2, unit / 12)) }
}

/// A range of text sizes, in pixels per em.
package struct TextSizes: Hashable, Sendable {
  package let largest: Int32
  package let smallest: Int32
  /// The height of a line of the largest size in any script: 1.45 em in Arabic, and more where marks are stacked.
  var line: Int32 { (largest * 8 + 4) / 5 }

  init(largest: Int32, smallest: Int32) {
    self.largest = max(largest, smallest)
    self.smallest = smallest
  }
}
