import Screens
import Settings
import StarSlider

// Settings that default to the theme.
extension Settings {
  /// The colors of the screens. Without a survey, only the background is used.
  var colors: Theme {
    guard hasWords else {
      var plain = theme.base == .contrast ? Theme.contrast : .classic
      plain.background = face.background ?? .white
      plain.text = theme.brand.text ?? plain.text
      return plain
    }
    let base: Theme =
      switch theme.base {
      case .light: .light
      case .dark: .dark
      case .contrast: .contrast
      case .classic: .classic
      }
    return base.with(theme.brand)
  }

  /// Returns the settings with the theme's stars, except for what the configuration sets.
  ///
  /// - Parameter side: The size of a star in pixels.
  func themed(_ theme: Theme, starSize side: Int32) -> Settings {
    guard hasWords else { return self }
    var settings = self
    var own = theme.face(ofSize: side)
    // No outline of one color suits all fills.
    if !self.theme.starsByValue.isEmpty { own.stroke = own.emptyStroke ?? own.stroke }
    settings.slider.spacing = slider.spacing ?? theme.gap(ofStar: side)
    theme.complete(&settings.face, own)
    for i in settings.starFaces.indices { theme.complete(&settings.starFaces[i].face, own) }
    return settings
  }

  /// The settings for a visitor who has asked for more contrast and larger texts: the theme `contrast` in its own colors, in which nothing
  /// moves. Images stay.
  package var withContrast: Settings {
    var settings = self
    settings.theme = ThemeSettings()
    (settings.theme.base, settings.theme.logo, settings.theme.fonts) = (.contrast, theme.logo, theme.fonts)
    settings.kiosk.motion = .none
    settings.face.removeColors()
    for i in settings.starFaces.indices { settings.starFaces[i].face.removeColors() }
    return settings
  }

  /// Returns the stars of the thank-you screen.
  func thanks(in theme: Theme, starSize side: Int32) -> Face {
    guard hasWords else { return thanks }
    let own = theme.thanksFace(ofSize: side)
    var thanks = themed(theme, starSize: side).thanks
    if face.imageFull != nil { thanks.shape = own.shape }
    thanks.fill = own.fill
    thanks.stroke = face.stroke.map { own.fill.mixed(with: $0, 90) } ?? own.stroke
    return thanks
  }
}

extension FaceSettings {
  /// Leaves the colors and the outline to the theme.
  fileprivate mutating func removeColors() {
    (fill, empty, background, stroke, emptyStroke, lineWidth) = (nil, nil, nil, nil, nil, nil)
  }
}

extension Theme {
  /// Fills in the settings of a face that the theme determines. The outline matches the face's own color, and smileys are drawn in the
  /// color of text.
  fileprivate func complete(_ face: inout FaceSettings, _ own: Face) {
    if face.stroke == nil {
      face.emptyStroke = own.emptyStroke
      face.stroke =
        switch face.form {
        case .smiley, .smileys: text
        default: face.fill.map(edge) ?? own.stroke
        }
    }
    switch face.form {
    case .smiley, .smileys: break
    default: face.fill = face.fill ?? own.fill
    }
    face.empty = face.empty ?? own.empty
    face.background = face.background ?? own.background
    face.lineWidth = face.lineWidth ?? own.lineWidth
    if isRounded && face.form == .star {
      (face.form, face.innerRadius, face.cornerRadius) = (.pointed(5), Self.softInnerRadius, Self.softCornerRadius)
    }
  }
}
