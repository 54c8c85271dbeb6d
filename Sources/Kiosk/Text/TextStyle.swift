/// Where a font comes from.
package enum FontSource: Sendable {
  /// A font file (TrueType, OpenType, collections of either), and which of its faces.
  case file(String, index: Int32 = 0)
  /// A family by its name, or any pattern of fontconfig's: `sans`, `Noto Sans:bold`.
  case family(String)
}

/// Which way a paragraph runs: where its first word stands, and what its embedded words are embedded in.
package enum TextDirection: Sendable {
  /// As the first strong character of each paragraph says (rules P2 and P3 of UAX #9); without one, left to right.
  case automatic
  case leftToRight
  case rightToLeft
}

/// Where a line stands between the box's sides: on that at which its paragraph's lines begin, in the middle, on the other.
package enum TextAlignment: Sendable {
  case start
  case center
  case end
}

/// Where the lines stand between the box's top and bottom.
package enum VerticalAlignment: Sendable {
  case top
  case middle
  case bottom
}
