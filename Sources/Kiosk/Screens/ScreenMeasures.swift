import StarSlider

/// What the check of the screens measures: the smallest text and touch target among all screens for visitors, and every pair of colors.
/// `ScreenWarning`s are about the measures that do not suffice.
package struct ScreenMeasures: Sendable {
  private let metrics: Metrics
  /// The smallest text in pixels per em; `nil` without texts.
  package private(set) var text: Int32?
  /// The smallest text with capitals.
  private var cased: Int32?
  /// The shortest side of a touch target in pixels; `nil` if nothing can be touched.
  package private(set) var target: Int32?
  package private(set) var contrasts: [MeasuredContrast] = []

  package init(_ metrics: Metrics) { self.metrics = metrics }

  /// The minimum height of capitals in tenths of a millimeter, and the distance for which it holds in millimeters.
  package static var leastCapitals: (tenths: Int32, distance: Int32) { (Metrics.leastCapitals, 400) }

  /// The minimum side of a touch target in pixels.
  package var leastTarget: Int32 { metrics.leastTarget }

  /// The height of the smallest capitals in tenths of a millimeter; `nil` without texts, or if the density is unknown. If no text has
  /// capitals, those of a font of the same size count.
  package var capitals: Int32? { (cased ?? text).flatMap { metrics.capitals(of: $0) } }

  /// The shortest side of a touch target in tenths of a millimeter; `nil` if the density is unknown.
  package var targetTenths: Int32? {
    guard let target, let density = metrics.pixelsPerCentimeter, density > 0 else { return nil }
    return target * 100 / density
  }

  mutating func add(text size: Int32, hasCapitals: Bool) {
    text = min(text ?? size, size)
    if hasCapitals { cased = min(cased ?? size, size) }
  }

  mutating func add(target size: Size<LayoutSpace>) {
    let side = min(size.width, size.height)
    target = min(target ?? side, side)
  }

  /// Adds contrasts. Returns the warnings about those that do not suffice.
  mutating func add(_ measured: [MeasuredContrast]) -> [ScreenWarning] {
    contrasts += measured
    return measured.compactMap { $0.warning }
  }
}
