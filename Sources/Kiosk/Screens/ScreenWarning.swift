import StarSlider

/// A usability problem of the screens: low contrast, a small touch target, or a text that does not fit or lacks glyphs.
package struct ScreenWarning: Hashable, Sendable {
  /// The part of the configuration that causes the problem.
  package enum Subject: Hashable, Sendable {
    /// A text in the language with this BCP 47 tag.
    case phrase(ScreenText, language: String)
    /// The icon of an option or a reason.
    case icon(ScreenText)
    /// Two colors with low contrast, by their keys in the configuration: foreground and background.
    case colors(String, on: String)
    /// The row of stars.
    case stars
    /// A color of the stars, by its key in the configuration.
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
  /// Warnings about stars whose color and outline both have too little contrast with their background.
  var contrastWarnings: [ScreenWarning] {
    var warnings: [ScreenWarning] = []
    let faces = everyFace
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
    if faces.contains(where: { $0.looksAlike }) {
      let key = faces.contains { $0.looksAlike && $0.images != nil } ? "image-full" : "fill"
      warnings.append(
        ScreenWarning(.face(key), "full and empty stars look alike, so that visitors do not see their answer"))
    }
    return warnings
  }
}

extension Face {
  /// Whether a full star can hardly be told from an empty one by its colors.
  fileprivate var looksAlike: Bool {
    if let images {
      let (a, b) = (images.empty, images.full)
      if (a.width, a.height) != (b.width, b.height) { return false }
      // The mean difference of the channels.
      var sum = 0
      for i in a.rgba.indices { sum += abs(Int(a.rgba[i]) - Int(b.rgba[i])) }
      return sum < 4 * a.rgba.count
    }
    func areAlike(_ a: Color, _ b: Color) -> Bool {
      func distance(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
      return max(distance(a.red, b.red), distance(a.green, b.green), distance(a.blue, b.blue)) < 32
    }
    return areAlike(fill, empty) && (lineWidth == .zero || areAlike(stroke, emptyStroke ?? stroke))
  }
}
