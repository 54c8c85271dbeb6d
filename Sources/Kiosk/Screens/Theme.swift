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
    var warnings: [ScreenWarning] = []
    func require(_ minimum: Contrast, _ first: (key: String, Color), on second: (key: String, Color)) {
      let contrast = Contrast(first.1, second.1)
      if contrast >= minimum { return }
      let colors = first.key + " on " + second.key
      warnings.append(
        ScreenWarning(
          .colors(first.key, on: second.key),
          "low contrast of " + colors + ": " + contrast.ratio + " to 1; WCAG 2.2 requires " + minimum.ratio + " or more"
        ))
    }
    require(.text, ("text", text), on: ("background", background))
    require(.text, ("accent-text", accentText), on: ("accent", accent))
    require(.components, ("accent", accent), on: ("background", background))
    return warnings
  }
}
