import Raster

/// The colours of everything beside the stars.
package struct Theme: Hashable, Sendable {
  /// The background of the screen and of the stars.
  package var background: Color
  /// Text on the background.
  package var text: Color
  /// Buttons.
  package var accent: Color
  /// Text on buttons.
  package var accentText: Color

  package init(background: Color, text: Color, accent: Color, accentText: Color) {
    self.background = background
    self.text = text
    self.accent = accent
    self.accentText = accentText
  }

  /// Dark on white.
  package static let light = Theme(
    background: .white, text: Color(rgb: 0x1f_2933), accent: Color(rgb: 0x1d_4f91), accentText: .white)
  /// White and yellow on black: for bright rooms and for people with low vision.
  package static let contrast = Theme(
    background: .black, text: .white, accent: .yellow, accentText: .black)

  /// A pressed button.
  var pressed: Color { accent.mixed(with: background, 96) }

  /// The pairs of colours with too little contrast.
  package var warnings: [ScreenWarning] {
    var warnings: [ScreenWarning] = []
    func require(
      _ minimum: Contrast, _ a: Color, on b: Color, _ first: ScreenWarning.ThemeColor,
      _ second: ScreenWarning.ThemeColor, _ what: String
    ) {
      let contrast = Contrast(a, b)
      if contrast >= minimum { return }
      warnings.append(
        ScreenWarning(
          .colors(first, second),
          "low contrast of " + what + ": " + contrast.ratio + " to 1; WCAG 2.2 requires " + minimum.ratio + " or more"))
    }
    require(.text, text, on: background, .text, .background, "text on background")
    require(.text, accentText, on: accent, .accentText, .accent, "accent-text on accent")
    require(.components, accent, on: background, .accent, .background, "accent on background")
    return warnings
  }
}
