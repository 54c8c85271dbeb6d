import StarSlider

/// The WCAG 2.2 contrast ratio of two colors, from 1 to 21.
package struct Contrast: Hashable, Comparable, Sendable {
  /// The ratio in hundredths, rounded down: 450 is 4.5 to 1.
  package let hundredths: Int32

  package init(hundredths: Int32) { self.hundredths = hundredths }

  /// Computes (L1 + 0.05) / (L2 + 0.05), where L1 is the relative luminance of the lighter color.
  package init(_ a: Color, _ b: Color) {
    // White has the luminance 65,535 * 65,536 in these units, so 0.05 is exact.
    let twentieth: Int64 = 65_535 * 65_536 / 20
    let (x, y) = (Self.luminance(a), Self.luminance(b))
    hundredths = Int32((max(x, y) + twentieth) * 100 / (min(x, y) + twentieth))
  }

  /// Returns the luminance, weighted according to Rec. 709 in linear light, from 0 to 65,535 * 65,536.
  static func luminance(_ color: Color) -> Int64 { luminance(Light(color, .linear)) }

  static func luminance(_ light: Light) -> Int64 {
    Int64(light.red) * 13_933 + Int64(light.green) * 46_871 + Int64(light.blue) * 4_732
  }

  /// The minimum for text (WCAG 1.4.3, level AA).
  package static let text = Contrast(hundredths: 450)
  /// The minimum for text of 24 px or more (WCAG 1.4.3, level AA).
  package static let largeText = Contrast(hundredths: 300)
  /// The minimum for user interface components (WCAG 1.4.11).
  package static let components = Contrast(hundredths: 300)

  package static func < (a: Self, b: Self) -> Bool { a.hundredths < b.hundredths }

  /// The ratio as text, such as "4.50".
  package var ratio: String {
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
