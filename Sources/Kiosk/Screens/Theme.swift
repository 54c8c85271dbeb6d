import Settings
import StarSlider

/// The colors of the screens, and the appearance of the stars.
package struct Theme: Hashable, Sendable {
  /// The background of the screen and of the stars.
  package var background: Color
  /// Text on the background.
  package var text: Color
  /// Less important text.
  package var secondary: Color
  /// The color of buttons.
  package var accent: Color
  /// The color of text on buttons.
  package var accentText: Color
  /// The colors of full stars and their outlines.
  package var star: Color
  package var starEdge: Color
  /// The colors of empty stars and their outlines.
  package var emptyStar: Color
  package var emptyEdge: Color
  /// The color of full stars on the thank-you screen.
  package var thanks: Color
  /// Whether stars have round corners.
  package let isRounded: Bool
  /// Whether outlines have shades of the stars' colors; otherwise they have the text's color.
  package let isShaded: Bool

  /// Whether outlines are at least 4 px wide and texts larger, for people with low vision.
  package private(set) var isBold = false

  /// The color of a pressed button.
  var pressed: Color { pressed(accent) }

  /// Returns the color of a pressed button of a color: 12 % of the text's color are mixed in, or of the background's
  /// if the button has the text's color.
  func pressed(_ color: Color) -> Color { color.mixed(with: color == text ? background : text, 31) }

  /// Warnings about pairs of colors with too little contrast.
  package var warnings: [ScreenWarning] { contrasts { _ in background }.compactMap { $0.warning } }

  /// Returns the contrasts of the theme's colors.
  ///
  /// - Parameter ground: Returns the background color against which a color has the least contrast.
  func contrasts(on ground: (Color) -> Color) -> [MeasuredContrast] {
    [
      MeasuredContrast(Contrast(text, ground(text)), atLeast: .text, "text", on: "background", isText: true),
      MeasuredContrast(Contrast(accentText, accent), atLeast: .text, "accent-text", on: "accent", isText: true),
      MeasuredContrast(
        Contrast(accent, ground(accent)), atLeast: .components, "accent", on: "background", isText: false),
    ]
  }
}

// MARK: - The themes

extension Theme {
  /// Dark colors on warm white.
  package static let light = Theme(
    background: Color(rgb: 0xf7_f5f0), text: Color(rgb: 0x1b_2430), secondary: Color(rgb: 0x5b_6673),
    accent: Color(rgb: 0x1e_4f91), accentText: .white, star: Color(rgb: 0xff_b000), starEdge: Color(rgb: 0x8a_5a00),
    emptyStar: Color(rgb: 0xe3_e0d8), emptyEdge: Color(rgb: 0x8c_8778), thanks: Color(rgb: 0x1a_7a43),
    isRounded: true, isShaded: true)
  /// Light colors on blue black.
  package static let dark = Theme(
    background: Color(rgb: 0x12_161c), text: Color(rgb: 0xf2_f4f7), secondary: Color(rgb: 0xa9_b3c1),
    accent: Color(rgb: 0x5a_a9ff), accentText: Color(rgb: 0x12_161c), star: Color(rgb: 0xff_c53d),
    starEdge: Color(rgb: 0xff_c53d), emptyStar: Color(rgb: 0x2a_313b), emptyEdge: Color(rgb: 0x6b_7685),
    thanks: Color(rgb: 0x57_d08a), isRounded: true, isShaded: true)
  /// White and yellow on black: for bright rooms and for people with low vision.
  package static let contrast = Theme(
    background: .black, text: .white, secondary: .white, accent: .yellow, accentText: .black, star: .yellow,
    starEdge: .white, emptyStar: .black, emptyEdge: .white, thanks: Color(rgb: 0x4c_d07d), isRounded: true,
    isShaded: false, isBold: true)
  /// The control's own stars on white.
  package static let classic = Theme(
    background: .white, text: Color(rgb: 0x1f_2933), secondary: Color(rgb: 0x1f_2933), accent: Color(rgb: 0x1d_4f91),
    accentText: .white, star: .yellow, starEdge: Color(rgb: 0x1f_2933), emptyStar: .white,
    emptyEdge: Color(rgb: 0x1f_2933), thanks: Color(rgb: 0x2e_9e5b), isRounded: false, isShaded: false)

  /// Returns the theme with a brand's colors, and with shades that match them.
  package func with(_ brand: ThemeSettings.Brand) -> Theme {
    var theme = self
    theme.background = brand.background ?? background
    theme.text = brand.text ?? text
    theme.accent = brand.accent ?? accent
    theme.star = brand.star ?? star
    theme.thanks = brand.thanks ?? thanks
    theme.accentText = brand.accentText ?? accentText
    if brand.accent != nil, brand.accentText == nil, Contrast(accentText, theme.accent) < .text {
      theme.accentText = Self.farthest(from: theme.accent)
    }
    if theme.background != background || theme.text != text {
      let soft = theme.text.mixed(with: theme.background, 76)
      theme.secondary = Contrast(soft, theme.background) < .text ? theme.text : soft
      let empty = theme.background.mixed(with: theme.text, 24)
      theme.emptyStar = isShaded ? empty : theme.background
      theme.emptyEdge = isShaded ? theme.shade(of: empty, atLeast: .components) : theme.text
    }
    if theme.background != background || theme.text != text || theme.star != star {
      theme.starEdge = theme.edge(of: theme.star)
    }
    return theme
  }

  /// Returns the color of the outline for stars of a color.
  package func edge(of fill: Color) -> Color { isShaded ? shade(of: fill, atLeast: .text) : text }

  /// Returns the shade that is nearest to a color and has at least the given contrast with the background.
  private func shade(of color: Color, atLeast contrast: Contrast) -> Color {
    let end = Self.farthest(from: background)
    for share in stride(from: 0, to: 255, by: 5) as StrideTo<UInt8> {
      let shade = color.mixed(with: end, share)
      if Contrast(shade, background) >= contrast { return shade }
    }
    return end
  }

  /// Returns white or black, whichever has the higher contrast with a color.
  private static func farthest(from color: Color) -> Color {
    Contrast(.white, color) > Contrast(.black, color) ? .white : .black
  }
}
