import StarSlider

/// The areas of a screen from top to bottom: logo, heading, row of stars, foot. Heights are shares of the screen's height.
struct Stack {
  /// The preferred middle of the heading, and its limits.
  let headingMiddle: Int32
  let heading: Rect<LayoutSpace>
  /// The row of stars, as wide as the screen allows.
  let row: Rect<LayoutSpace>
  /// The area between heading and foot, for a column of stars or tiles.
  let middle: Rect<LayoutSpace>
  private(set) var foot: Rect<LayoutSpace>
  /// Whether the foot was narrowed (`narrowFoot`). Its middle third is then above it.
  private var isNarrow = false
  /// The area below the row of stars; empty without words.
  let words: Rect<LayoutSpace>
  let logo: Rect<LayoutSpace>
  let isRightToLeft: Bool

  /// The content between heading and foot.
  enum Content: Hashable {
    /// A row of stars, with or without words below it.
    case row(stars: Int32, words: Bool)
    case column
    case tiles
    /// A number of tiles with words. On a small screen, the heading gets less height to make room for them.
    case choice(of: Int32)

    init(_ slider: SliderConfiguration, words: Bool) {
      self = slider.isVertical ? .column : .row(stars: slider.scale.starCount, words: words)
    }
  }

  init(_ metrics: Metrics, _ content: Content, hasLogo: Bool = false, isRightToLeft: Bool) {
    let (area, margin, height) = (Rect(metrics.size).inset(by: metrics.margin), metrics.margin, metrics.size.height)
    func band(_ top: Int32, _ bottom: Int32) -> Rect<LayoutSpace> {
      Rect(minX: area.minX, minY: top, maxX: area.maxX, maxY: max(top, bottom))
    }
    let footTop = area.maxY - min(metrics.button, area.height / 3)
    foot = band(footTop, area.maxY)
    logo = band(area.minY, area.minY + height / 9)
    self.isRightToLeft = isRightToLeft
    let hasTiles = if case .row = content { false } else { content != .column }
    var top = hasLogo ? logo.maxY + margin / 2 : area.minY
    var headingEnd = area.minY + (footTop - area.minY) * (hasTiles ? 24 : 36) / 100
    var middle = band(headingEnd + margin / 2, footTop - margin / 2)
    if case .choice(let count) = content {
      let needed = Self.rowCount(count, in: middle, tallest: metrics.tallestTile) * metrics.leastWordTile
      if middle.height < needed {
        top = margin / 2
        headingEnd = max(footTop - needed, top + metrics.leastText)
        middle = band(headingEnd, footTop)
      }
    }
    self.middle = middle
    guard case .row(let stars, let hasWords) = content else {
      row = middle
      words = .empty
      heading = band(top, headingEnd)
      headingMiddle = (top + headingEnd) / 2
      return
    }
    let side = metrics.starSize(stars)
    // An Arabic or Devanagari line is up to 2.2 em high.
    let line = hasWords ? metrics.word.largest * 11 / 5 : 0
    let center = min(height * 55 / 100, footTop - max(margin / 2, 3 * metrics.ring) - line - (side + 1) / 2)
    let rowTop = max(center - side / 2, area.minY)
    row = Rect(
      minX: metrics.rowInset, minY: rowTop, maxX: metrics.size.width - metrics.rowInset, maxY: rowTop + side)
    let wordsTop = min(
      max(rowTop + side + 3 * metrics.ring, height * 76 / 100 - line / 2), rowTop + side * 3 / 2, footTop - line)
    // Tiny screens have no room for words.
    words =
      wordsTop < rowTop + side
      ? .empty : Rect(minX: row.minX, minY: wordsTop, maxX: row.maxX, maxY: min(wordsTop + line, footTop))
    heading = band(top, rowTop - margin / 2 - 3 * metrics.ring)
    headingMiddle = height * 26 / 100
  }

  /// The places for stars, best first: the row, the middle inside its focus frame, the whole width, and the whole screen. On tiny screens
  /// only the last places have at least one pixel per star.
  func placesForStars(ring: Int32) -> [Rect<LayoutSpace>] {
    let screen = heading.union(foot).inset(by: -heading.minX)
    return [
      row.intersection(screen), middle.inset(by: 3 * ring),
      Rect(minX: screen.minX, minY: middle.minY, maxX: screen.maxX, maxY: middle.maxY), screen,
    ]
  }

  /// Narrows the foot to the columns of an area.
  mutating func narrowFoot(to area: Rect<LayoutSpace>) {
    foot = Rect(minX: area.minX, minY: foot.minY, maxX: area.maxX, maxY: foot.maxY)
    isNarrow = true
  }

  /// Returns a third of the foot, counted from 0 to 2 in reading order.
  func foot(_ third: Int32) -> Rect<LayoutSpace> {
    if isNarrow && third == 1 {
      return Rect(minX: foot.minX, minY: max(foot.minY - foot.height, 0), maxX: foot.maxX, maxY: foot.minY)
    }
    let (count, part): (Int32, Int32) = isNarrow ? (2, third / 2) : (3, third)
    let place = isRightToLeft ? count - 1 - part : part
    let width = foot.width
    return Rect(
      minX: foot.minX + width * place / count, minY: foot.minY, maxX: foot.minX + width * (place + 1) / count,
      maxY: foot.maxY)
  }

  /// Returns equal cells for buttons in reading order. They are as large as possible, at most `tallest` pixels high and five times as wide
  /// as high. Every row of cells is centered.
  func grid(_ count: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    let rows = Self.rowCount(count, in: area, tallest: tallest)
    return self.rows(count, of: max((count + rows - 1) / rows, 1), in: area, tallest: tallest)
  }

  /// Returns the number of rows with which the cells of a grid are largest.
  private static func rowCount(_ count: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> Int32 {
    var (fewest, best) = (count, 0 as Int32)
    for tried in 1...4 as ClosedRange<Int32> where tried <= count {
      let rows = (count + tried - 1) / tried
      // A text is about four times as wide as high.
      let height = min(min(area.height / rows, tallest), area.width / tried / 4)
      if height > best { (fewest, best) = (rows, height) }
    }
    return max(fewest, 1)
  }

  /// Returns equal cells in rows of `columns`, each row centered.
  func rows(_ count: Int32, of columns: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    let rows = max((count + columns - 1) / columns, 1)
    let height = min(area.height / rows, tallest)
    let width = min(area.width / columns, max(5 * height, area.width / 3))
    let top = area.minY + (area.height - height * rows) / 2
    return (0..<count).map { i in
      let (row, column) = (i / columns, i % columns)
      let inRow = min(columns, count - row * columns)
      let place = isRightToLeft ? inRow - 1 - column : column
      let x = area.minX + (area.width - inRow * width) / 2 + place * width
      return Rect(minX: x, minY: top + row * height, maxX: x + width, maxY: top + (row + 1) * height)
    }
  }
}
