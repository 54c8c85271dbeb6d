import Raster

/// The colours of everything but the stars.
package struct Theme: Hashable, Sendable {
  /// Of the whole screen, and around the stars.
  package var background: Color
  /// Words on the background.
  package var text: Color
  /// Buttons.
  package var accent: Color
  /// Words on buttons.
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
  /// White and yellow on black: for rooms full of light, and for eyes that need it.
  package static let contrast = Theme(
    background: .black, text: .white, accent: .yellow, accentText: .black)

  /// A button under a finger.
  var pressed: Color { accent.mixed(with: background, 96) }

  /// What of the theme somebody will not be able to read or to find, in words that name the ratio.
  package var faults: [ScreenFault] {
    var faults: [ScreenFault] = []
    func expect(
      _ wanted: Contrast, _ a: Color, on b: Color, _ first: ScreenFault.ThemeColor, _ second: ScreenFault.ThemeColor,
      _ what: String
    ) {
      let found = Contrast(a, b)
      if found < wanted {
        faults.append(
          ScreenFault(
            .colors(first, second),
            what + ": a contrast of " + found.words + " to 1; WCAG 2.2 wants " + wanted.words + " or more"))
      }
    }
    expect(.text, text, on: background, .text, .background, "text on background")
    expect(.text, accentText, on: accent, .accentText, .accent, "accent-text on accent")
    expect(.parts, accent, on: background, .accent, .background, "accent on background")
    return faults
  }
}
