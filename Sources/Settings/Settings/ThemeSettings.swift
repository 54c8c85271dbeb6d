import Raster

/// How the terminal's screens look, beside the stars: a section `[theme]`.
package struct ThemeSettings: Hashable, Sendable {
  package var base = Base.light
  /// Instead of the base's; `nil` takes the base's.
  package var background: Color?
  package var text: Color?
  /// Buttons.
  package var accent: Color?
  /// On buttons.
  package var accentText: Color?
  /// A PNG file above the start screen's words; its pixels are among `Settings.images`.
  package var logo: String?
  /// Font files (with a slash in them) or families, in order of preference.
  package var fonts: [String] = ["sans-serif"]

  package init() {}

  /// The most fonts.
  package static var mostFonts: Int { 8 }

  package enum Base: Hashable, Sendable {
    case light
    case contrast
  }
}
