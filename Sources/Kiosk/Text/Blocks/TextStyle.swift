package enum FontSource: Sendable {
  /// A face of a font file: TrueType, OpenType, or a collection.
  case file(String, index: Int32 = 0)
  /// A family or a fontconfig pattern, such as `sans` or `Noto Sans:bold`.
  case family(String)
}

/// The direction of a paragraph.
package enum TextDirection: UInt8, Sendable {
  /// The direction of each paragraph's first strong character (UAX #9, rules P2 and P3); left to right if there is none.
  case automatic
  case leftToRight
  case rightToLeft
}

/// The horizontal alignment of a line. `start` is the side at which the lines of its paragraph begin.
package enum TextAlignment: UInt8, Sendable {
  case start
  case center
  case end
}

package enum VerticalAlignment: UInt8, Sendable {
  case top
  case middle
  case bottom
}
