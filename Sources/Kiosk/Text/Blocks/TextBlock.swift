import StarSlider

/// A text as coverage, with a description of its layout.
package struct TextBlock: Sendable {
  /// The inked pixels; empty for a text without ink.
  package let coverage: CoveragePicture
  /// The position of the coverage's first pixel in the box, in pixels from its left and its top; not negative.
  package let x: Int32
  package let y: Int32
  /// The size in pixels per em.
  package let size: Int32
  /// The lines from top to bottom. Lines that did not fit are missing.
  package let lines: [TextLine]
  /// The height of the lines according to their fonts' ascents and descents, in pixels; at most the box's height.
  package let height: Int32
  /// The middle between the top that the eye sees and the bottom that it sees, in pixels from the top of the box. The top is that of the
  /// first line's capitals and the bottom the last line's baseline; in scripts without capitals they are those of the ink.
  package let middle: Int32
  /// Whether the whole text fits.
  package let isComplete: Bool
  /// Whether words were broken at places where no line break is allowed.
  package let hasBrokenWords: Bool
  /// The characters that no font has, each once, in the order of the text. They appear as the first font's missing-glyph box.
  package let missing: [Unicode.Scalar]
}

/// A line of a `TextBlock`.
package struct TextLine: Hashable, Sendable {
  /// The index of the first Unicode scalar in the text.
  package let start: Int
  /// The exclusive end, without white space at the end of the line.
  package let end: Int
  /// The distance from the top of the box, in pixels.
  package let baseline: Int32
  /// The width from the pen's start to its end, including ink beyond them, in pixels.
  package let width: Int32
  /// The direction of the line's paragraph.
  package let isRightToLeft: Bool
}
