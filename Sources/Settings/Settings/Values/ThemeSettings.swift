import StarSlider

/// The appearance of a kiosk with a survey: the section `[theme]`.
package struct ThemeSettings: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    case light, dark, contrast
    /// The control's own stars, on white.
    case classic
  }

  /// Colors that replace the base's; `nil` keeps the base's own.
  package struct Brand: Hashable, Sendable {
    package var background: Color?
    package var text: Color?
    /// The color of buttons.
    package var accent: Color?
    /// The color of text on buttons.
    package var accentText: Color?
    /// The color of full stars.
    package var star: Color?
    /// The color of full stars on the thank-you screen.
    package var thanks: Color?

    package init() {}
  }

  package var base = Base.light
  package var brand = Brand()
  /// The colors of full stars by value, from the lowest to the highest; empty if they have one color.
  package var starsByValue: [Color] = []
  /// A PNG file for the start screen. Its pixels are in `Settings.images`.
  package var logo: String?
  /// A PNG file for the closed kiosk.
  package var closedPicture: String?
  /// A PNG file to show behind all screens. It is read when the screens are made.
  package var photo: String?
  /// PNG files for the start screen. They are read when they are shown.
  package var slides: [String] = []
  /// How long each slide is shown, in seconds.
  package var slideTime: Int32 = 8
  /// Paths of font files, which contain a slash, and names of families, in order of preference.
  package var fonts: [String] = ["sans-serif"]

  package init() {}

  /// The color of full stars on the thank-you screen of a kiosk without a survey: green, brighter for `contrast`.
  package var thanksColor: Color { brand.thanks ?? Color(rgb: base == .contrast ? 0x4c_d07d : 0x2e_9e5b) }

  /// The maximum number of slides, and the maximum number of pixels of each slide and of the photo: 16 MiB while it is decoded.
  package static var mostSlides: Int { 8 }
  package static var mostSlidePixels: Int64 { 1 << 22 }
  /// The maximum number of fonts.
  package static var mostFonts: Int { 8 }
}
