import Geometry

/// The areas of a screen from top to bottom: heading, middle and foot.
struct Stack {
  let heading: Rect<LayoutSpace>
  let middle: Rect<LayoutSpace>
  let foot: Rect<LayoutSpace>
  private let isRightToLeft: Bool

  /// `headingShare` is the height of the heading in percent of the area above the foot.
  init(_ metrics: Metrics, headingShare: Int32 = 36, isRightToLeft: Bool) {
    let area = Rect(metrics.size).inset(by: metrics.margin)
    let footTop = area.maxY - min(metrics.button, area.height / 3)
    let headingEnd = area.minY + (footTop - area.minY) * headingShare / 100
    heading = Rect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: headingEnd)
    middle = Rect(
      minX: area.minX, minY: headingEnd + metrics.margin / 2, maxX: area.maxX, maxY: footTop - metrics.margin / 2)
    foot = Rect(minX: area.minX, minY: footTop, maxX: area.maxX, maxY: area.maxY)
    self.isRightToLeft = isRightToLeft
  }

  /// The places for stars, best first: the middle inside its focus frame, all of it, and the whole screen. On tiny screens only the last
  /// ones have a pixel for each star.
  func placesForStars(ring: Int32) -> [Rect<LayoutSpace>] {
    let screen = heading.union(foot).inset(by: -heading.minX)
    return [
      middle.inset(by: ring), Rect(minX: screen.minX, minY: middle.minY, maxX: screen.maxX, maxY: middle.maxY), screen,
    ]
  }

  /// Returns a third of the foot, from 0 to 2 in reading order.
  func foot(_ third: Int32) -> Rect<LayoutSpace> {
    let place = isRightToLeft ? 2 - third : third
    let width = foot.width
    return Rect(
      minX: foot.minX + width * place / 3, minY: foot.minY, maxX: foot.minX + width * (place + 1) / 3, maxY: foot.maxY)
  }

  /// Returns equal cells for buttons in reading order, as large as possible, at most `tallest` pixels high.
  func grid(_ count: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    var (columns, best) = (1 as Int32, 0 as Int32)
    for tried in 1...4 as ClosedRange<Int32> where tried <= count {
      let rows = (count + tried - 1) / tried
      // A text is about four times as wide as high.
      let height = min(min(area.height / rows, tallest), area.width / tried / 4)
      if height > best { (columns, best) = (tried, height) }
    }
    let rows = (count + columns - 1) / columns
    let (width, height) = (area.width / columns, min(area.height / rows, tallest))
    let top = area.minY + (area.height - height * rows) / 2
    return (0..<count).map { i in
      let (row, column) = (i / columns, i % columns)
      let place = isRightToLeft ? columns - 1 - column : column
      let x = area.minX + place * width
      return Rect(minX: x, minY: top + row * height, maxX: x + width, maxY: top + (row + 1) * height)
    }
  }
}
