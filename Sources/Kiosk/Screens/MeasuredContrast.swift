import StarSlider

/// The contrast of two colors of the screens, and the minimum that it needs.
package struct MeasuredContrast: Sendable {
  /// What a warning about it is about.
  let subject: ScreenWarning.Subject
  /// What was compared, such as "text on background".
  package let name: String
  /// What was measured besides the colors, such as " in the strokes of text of 20 px"; often empty.
  package let note: String
  package let contrast: Contrast
  package let minimum: Contrast
  /// Whether this is a text; otherwise it is a part of a control.
  package let isText: Bool

  package var isEnough: Bool { contrast >= minimum }

  /// Measures two colors by their keys in the configuration.
  init(
    _ contrast: Contrast, atLeast minimum: Contrast, _ first: String, on second: String, isText: Bool,
    _ note: String = ""
  ) {
    (self.contrast, self.minimum, self.isText, self.note) = (contrast, minimum, isText, note)
    subject = .colors(first, on: second)
    name = first + " on " + second
  }

  /// Measures full or empty stars with their outline, by the key of their color.
  init(stars key: String, _ name: String, _ contrast: Contrast) {
    (self.contrast, minimum, isText, note) = (contrast, .components, false, "")
    subject = .face(key)
    self.name = name + " and their outline on background"
  }

  /// A warning, unless the contrast is enough.
  var warning: ScreenWarning? {
    if isEnough { return nil }
    return ScreenWarning(
      subject,
      "low contrast of " + name + ": " + contrast.ratio + " to 1" + note + "; WCAG 2.2 requires " + minimum.ratio
        + " or more")
  }
}

extension SliderConfiguration {
  /// The contrasts of full and of empty stars with their background, each of the face in which it is lowest. Of color and outline, the
  /// higher one counts. Images are not measured.
  var contrasts: [MeasuredContrast] {
    var (full, empty): (Contrast?, Contrast?)
    for face in everyFace where face.images == nil {
      func contrast(_ fill: Color, _ stroke: Color) -> Contrast {
        let own = Contrast(fill, face.background)
        return face.lineWidth > .zero ? max(own, Contrast(stroke, face.background)) : own
      }
      let (fullest, emptiest) =
        (contrast(face.fill, face.stroke), contrast(face.empty, face.emptyStroke ?? face.stroke))
      (full, empty) = (min(full ?? fullest, fullest), min(empty ?? emptiest, emptiest))
    }
    guard let full, let empty else { return [] }
    return [
      MeasuredContrast(stars: "fill", "full stars", full), MeasuredContrast(stars: "empty", "empty stars", empty),
    ]
  }
}
