import StarSlider
import Testing

/// Both axes in both directions: where a row runs and which way it fills.
struct Arrangement: CustomTestStringConvertible {
  let isVertical: Bool
  let direction: SliderConfiguration.LayoutDirection

  static let all = [
    Arrangement(isVertical: false, direction: .leftToRight), Arrangement(isVertical: false, direction: .rightToLeft),
    Arrangement(isVertical: true, direction: .leftToRight), Arrangement(isVertical: true, direction: .rightToLeft),
  ]
  /// Every step mode of the contract, two of them "any 1/n".
  static let steps = try! [Step.whole, .half, .quarter, .continuous, Step(perStar: 3), Step(perStar: 10)]

  var testDescription: String { (isVertical ? "vertical" : "horizontal") + " \(direction)" }

  /// Values grow with x (or y): only in a horizontal row from left to right.
  var growsWithCoordinate: Bool { !isVertical && direction == .leftToRight }

  func apply(to configuration: inout SliderConfiguration) {
    configuration.isVertical = isVertical
    configuration.layoutDirection = direction
  }

  /// A rectangle from what it has along the row and across.
  func rect(along: (Int32, Int32), across: (Int32, Int32)) -> Rect<LayoutSpace> {
    isVertical
      ? Rect(minX: across.0, minY: along.0, maxX: across.1, maxY: along.1)
      : Rect(minX: along.0, minY: across.0, maxX: along.1, maxY: across.1)
  }

  /// A rectangle's extent along the row.
  func along(_ rect: Rect<LayoutSpace>) -> (low: Int32, high: Int32) {
    isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
  }

  /// A rectangle's extent across the row.
  func across(_ rect: Rect<LayoutSpace>) -> (low: Int32, high: Int32) {
    isVertical ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
  }

  /// A point by its places along and across the row, 1/256 px.
  func point(along: Int32, across: Int32) -> Point<LayoutSpace> {
    isVertical
      ? Point(x: Fixed(raw: across), y: Fixed(raw: along)) : Point(x: Fixed(raw: along), y: Fixed(raw: across))
  }
}
