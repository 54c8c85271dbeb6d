/// A control's value as a screen reader speaks it.
///
/// `text` is English. A program in another language composes its own text from `starCount` and either `number(decimalSeparator:)` or
/// `stars`.
public struct AccessibilityValue: Hashable, Sendable, CustomStringConvertible {
  /// The value in steps, as in `AccessibleControl.accessibilityRange`; `nil` is unrated.
  public let steps: Int32?
  private let step: Step
  /// The number of stars, 1 ... 1,000.
  public let starCount: Int32

  /// Creates the spoken form of a value in steps; `nil` is unrated.
  package init(_ value: Int32?, on scale: Scale) {
    (steps, step, starCount) = (value, scale.step, scale.starCount)
  }

  /// The value in stars, 0 ... `starCount`; `nil` is unrated, which is not 0.
  public var stars: Double? { steps.map { step.stars($0) } }

  /// The value in English, such as "3.5 of 5", or "not rated".
  public var text: String { number().map { $0 + " of \(starCount)" } ?? "not rated" }

  /// The same as `text`.
  public var description: String { text }

  /// Returns the number of stars in digits, such as "3.5", with as many decimal places as it needs, at most three. It is rounded to the
  /// nearest thousandth, with halves rounded up.
  ///
  /// - Parameter decimalSeparator: The text between the whole stars and the decimal places, such as "," in German.
  /// - Returns: The digits; `nil` if the control is unrated.
  public func number(decimalSeparator: String = ".") -> String? {
    guard let value = steps else { return nil }
    let perStar = Int64(step.perStar)
    let thousandths = (2000 * Int64(value) + perStar) / (2 * perStar)
    var text = "\(thousandths / 1000)"
    var (rest, place) = (thousandths % 1000, Int64(100))
    if rest > 0 { text += decimalSeparator }
    while rest > 0 {
      text += "\(rest / place)"
      (rest, place) = (rest % place, place / 10)
    }
    return text
  }
}
