import Raster

/// How the terminal's screens look, beside the stars: a section `[theme]`.
public struct ThemeSettings: Hashable, Sendable {
  public var base = Base.light
  /// Instead of the base's; `nil` takes the base's.
  public var background: Color?
  public var text: Color?
  /// Buttons.
  public var accent: Color?
  /// On buttons.
  public var accentText: Color?
  /// A PNG file above the start screen's words; its pixels are among `Settings.images`.
  public var logo: String?
  /// Font files (with a slash in them) or families, in order of preference.
  public var fonts: [String] = ["sans-serif"]

  public init() {}

  /// The most fonts.
  public static var mostFonts: Int { 8 }

  public enum Base: Hashable, Sendable {
    case light
    case contrast
  }
}
