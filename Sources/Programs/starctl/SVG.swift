import Foundation

/// Parts of an SVG picture in a page, whose style sheet gives the classes their colors.
enum SVG {
  /// Returns a picture of a size in pixels, which a page may scale.
  static func picture(_ title: String, width: Double, height: Double, _ lines: [String]) -> String {
    let head = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) \(number(height))\" "
        + "width=\"\(number(width))\" role=\"img\">", "<title>\(escaped(title))</title>",
    ]
    return (head + lines + ["</svg>", ""]).joined(separator: "\n")
  }

  static func text(
    _ x: Double, _ y: Double, _ words: String, size: Int = 13, anchor: String = "start", style: String = "ink"
  ) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(escaped(words))</text>"
  }

  /// Returns a text escaped for use between the tags of SVG and HTML.
  static func escaped(_ words: String) -> String {
    // File names may contain control characters and noncharacters, which XML forbids.
    let shown = words.unicodeScalars.filter {
      $0.properties.generalCategory != .control && !$0.properties.isNoncharacterCodePoint
    }
    return String(String.UnicodeScalarView(shown))
      .replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  /// Returns a text escaped for use within the quotes of an attribute.
  static func attribute(_ words: String) -> String { escaped(words).replacingOccurrences(of: "\"", with: "&quot;") }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String {
    "<line class=\"\(style)\" x1=\"\(number(x1))\" x2=\"\(number(x2))\" y1=\"\(number(y1))\" y2=\"\(number(y2))\"/>"
  }

  static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
