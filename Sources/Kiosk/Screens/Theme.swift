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
  package static let contrast = Theme(background: .black, text: .white, accent: .yellow, accentText: .black)

  /// A pressed button.
  var pressed: Color { accent.mixed(with: background, 96) }

  /// The pairs of colours with too little contrast.
  package var warnings: [ScreenWarning] {
    [
      ScreenWarning(Contrast(text, background), below: .text, "text", on: "background"),
      ScreenWarning(Contrast(accentText, accent), below: .text, "accent-text", on: "accent"),
      ScreenWarning(Contrast(accent, background), below: .components, "accent", on: "background"),
    ].compactMap { $0 }
  }
}
