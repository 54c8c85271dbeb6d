import StarSlider

/// A usability problem of the screens: low contrast, a small touch target, or a text that does not fit or lacks glyphs.
package struct ScreenWarning: Hashable, Sendable {
  /// The part of the configuration that causes the problem.
  package enum Subject: Hashable, Sendable {
    /// A text in the language with this BCP 47 tag.
    case phrase(ScreenText, language: String)
    /// The icon of an option or a reason.
    case icon(ScreenText)
    /// Two colours with low contrast, by their keys in the configuration: foreground and background.
    case colors(String, on: String)
    /// The row of stars.
    case stars
    /// A colour of the stars, by its key in the configuration.
    case face(String)
    /// The code of `qr-url`.
    case code
  }

  package let subject: Subject
  /// The problem with its figures, then the requirement.
  package let reason: String

  package init(_ subject: Subject, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }

  /// Creates a warning about a contrast; `nil` if it reaches its minimum. `note` says what was measured.
  init?(_ contrast: Contrast, below minimum: Contrast, _ first: String, on second: String, _ note: String = "") {
    if contrast >= minimum { return nil }
    self.init(
      .colors(first, on: second),
      "low contrast of " + first + " on " + second + ": " + contrast.ratio + " to 1" + note + "; WCAG 2.2 requires "
        + minimum.ratio + " or more")
  }
}

extension SliderConfiguration {
  /// Warnings about stars whose colour and outline both have too little contrast with their background.
  var contrastWarnings: [ScreenWarning] {
    var warnings: [ScreenWarning] = []
    for face in faces where face.images == nil {
      for (key, name, fill, stroke) in [
        ("fill", "full stars", face.fill, face.stroke),
        ("empty", "empty stars", face.empty, face.emptyStroke ?? face.stroke),
      ] {
        var contrast = Contrast(fill, face.background)
        if face.lineWidth > .zero { contrast = max(contrast, Contrast(stroke, face.background)) }
        if contrast >= .components || warnings.contains(where: { $0.subject == .face(key) }) { continue }
        let found = "low contrast of " + name + " and their outline on background: " + contrast.ratio + " to 1"
        warnings.append(
          ScreenWarning(.face(key), found + "; WCAG 2.2 requires " + Contrast.components.ratio + " or more"))
      }
    }
    return warnings
  }
}
