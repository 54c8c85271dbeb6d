import Geometry
import Raster

/// A text that was set: its pixels' coverage, and how it came to fit.
package struct TextBlock: Sendable {
  /// The inked pixels and nothing around them; no pixels at all for a text without ink.
  package let coverage: CoveragePicture
  /// The coverage's first pixel within the box that was asked for, pixels from its left and its top, 0 or more.
  package let x: Int32
  /// See `x`.
  package let y: Int32
  /// The em that was taken, pixels.
  package let size: Int32
  /// From the top line to the bottom one; without those that found no room.
  package let lines: [TextLine]
  /// What the lines take by their fonts' ascents and descents, inked or not; pixels, at most the box's height.
  package let height: Int32
  /// The whole text is there. If not, it did not fit even at the smallest size: the lines hold what fits.
  package let isWhole: Bool
  /// Words had to be cut where no line may break.
  package let hasBrokenWords: Bool
  /// The characters that no font has, each once, as they come; each shows the first font's sign for that.
  package let missing: [Unicode.Scalar]
}

/// One line of a `TextBlock`.
package struct TextLine: Hashable, Sendable {
  /// The part of the text, without the white space at its end: numbers of Unicode scalars.
  package let start: Int
  /// Exclusive.
  package let end: Int
  /// Pixels from the box's top.
  package let baseline: Int32
  /// The paragraph that it belongs to runs from right to left.
  package let isRightToLeft: Bool
}
