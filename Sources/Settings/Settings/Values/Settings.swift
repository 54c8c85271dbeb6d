import StarSlider

/// The configuration of a kiosk. `SettingsBuilder` makes it from files and options; `SettingsSchema` describes its keys.
package struct Settings: Hashable, Sendable {
  package var screen = ScreenSettings()
  package var touch = TouchSettings()
  /// The path of the database; `nil` for the default.
  package var journal: String?
  package var slider = SliderSettings()
  package var face = FaceSettings()
  /// The faces of single stars, sorted by star. Each includes the settings that it inherits from `face`.
  package var starFaces: [StarFace] = []
  package var kiosk = KioskSettings()
  package var voice = VoiceSettings()
  /// The questions in the order in which they are asked.
  package var questions: [QuestionSettings] = []
  /// The languages in the order in which they are offered. The kiosk starts with the first one.
  package var languages: [LanguageSettings] = []
  package var theme = ThemeSettings()
  package var courier = CourierSettings()
  package var fleet = FleetSettings()

  // MARK: Results of `SettingsBuilder.build`

  /// The images named by faces, questions and the theme.
  package internal(set) var images: [NamedImage] = []
  package internal(set) var warnings: [Diagnostic] = []

  package init() {}

  package struct StarFace: Hashable, Sendable {
    /// The number of the star, from 1.
    package let star: Int32
    package var face: FaceSettings
  }

  /// A PNG file that could be decoded. Images of stars keep their pixels, which stars share. Other images are kept as files, because their
  /// pixels would use many times as much memory and are needed only while screens are made.
  package struct NamedImage: Hashable, Sendable {
    package let path: String
    package let file: [UInt8]
    package let decoded: Image?
  }
}
