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
}

extension SliderConfiguration {
  /// A warning if full stars can hardly be told from empty ones.
  var likenessWarning: ScreenWarning? {
    let alike = everyFace.filter { $0.looksAlike }
    if alike.isEmpty { return nil }
    let key = alike.contains { $0.images != nil } ? "image-full" : "fill"
    return ScreenWarning(.face(key), "full and empty stars look alike, so that visitors do not see their answer")
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
