import Raster
import Screens
import Settings
import StarSlider

// What the configuration leaves to the theme.
extension Settings {
  /// The colors of the screens. Without a survey, only the background is used.
  var colors: Theme {
    guard hasWords else {
      var plain = theme.base == .contrast ? Theme.contrast : .classic
      plain.background = face.background ?? .white
      plain.text = theme.text ?? plain.text
      return plain
    }
    let base: Theme =
      switch theme.base {
      case .light: .light
      case .dark: .dark
      case .contrast: .contrast
      case .classic: .classic
      }
    var brand = Theme.Brand()
    (brand.background, brand.text) = (theme.background, theme.text)
    (brand.accent, brand.accentText) = (theme.accent, theme.accentText)
    (brand.star, brand.thanks) = (theme.star, theme.thanks)
    return base.with(brand)
  }

  /// Returns the settings with stars of the theme, as far as the configuration sets nothing else.
  func themed(_ theme: Theme) -> Settings {
    guard hasWords else { return self }
    var settings = self
    theme.complete(&settings.face)
    for i in settings.starFaces.indices { theme.complete(&settings.starFaces[i].face) }
    return settings
  }

  /// Returns the stars of the thank-you screen.
  func thanks(in theme: Theme) -> Face {
    guard hasWords else { return thanks }
    let own = theme.thanksFace
    var thanks = themed(theme).thanks
    if face.imageFull != nil { thanks.shape = own.shape }
    thanks.fill = own.fill
    thanks.stroke = face.stroke.map { own.fill.mixed(with: $0, 90) } ?? own.stroke
    return thanks
  }
}

extension Theme {
  /// Sets what a face leaves to the theme. The outline fits the face's own color, the ink of smileys is that of text.
  fileprivate func complete(_ face: inout FaceSettings) {
    let own = self.face
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
    if isRounded && face.form == .star {
      (face.form, face.innerRadius, face.cornerRadius) = (.pointed(5), Self.softInnerRadius, Self.softCornerRadius)
    }
  }
}
