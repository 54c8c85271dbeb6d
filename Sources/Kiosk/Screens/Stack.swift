import StarSlider

/// The grid that all screens share: the areas from top to bottom are logo, heading, answers, words and foot. Only this file decides where they
/// are; a screen says what it holds. Heights are shares of the screen's height. Heading and logo leave out the button in the top right corner,
/// if there is one.
///
/// | | landscape | portrait |
/// | --- | --- | --- |
/// | middle of the heading | 0.24; above tiles 0.22 | 0.20 |
/// | middle of the answers | 0.55 | 0.50 |
/// | middle of the foot | 0.93, or as low as the margin allows | the same |
struct Stack {
  /// The preferred middle of the heading, and its limits.
  let headingMiddle: Int32
  let heading: Rect<LayoutSpace>
  /// The row of stars, as wide as the screen allows.
  let row: Rect<LayoutSpace>
  /// The area between heading and foot, for a column of stars or tiles.
  let middle: Rect<LayoutSpace>
  private(set) var foot: Rect<LayoutSpace>
  /// Whether the foot was narrowed (`narrowFoot`). Its middle part is then above it.
  private var isNarrow = false
  /// The area below the row of stars; empty without words.
  let words: Rect<LayoutSpace>
  let logo: Rect<LayoutSpace>
  let isRightToLeft: Bool
  /// The middle of the answers, as far as heading and foot leave room.
  private let answers: Int32
  /// The height of tiles in portrait, with their focus frames; `nil` in landscape, where they are as high as the screen allows.
  private let portraitTile: Int32?
  /// The height of the lowest tile that contains words.
  private let least: Int32
  /// The number of rows of a choice's tiles; 0 for other content.
  private var tileRows: Int32 = 0
  private let screen: Rect<LayoutSpace>
  /// The lower end of the button in the corner; 0 without one.
  private let cornerEnd: Int32

  /// The content between heading and foot.
  enum Content: Hashable {
    /// A row of stars, with or without words below it.
    case row(stars: Int32, words: Bool)
    case column
    case tiles
    /// A number of tiles with words. On a small screen, the heading gets less height to make room for tiles.
    case choice(of: Int32)

    init(_ slider: SliderConfiguration, words: Bool) {
      self = slider.isVertical ? .column : .row(stars: slider.scale.starCount, words: words)
    }
  }

  init(_ metrics: Metrics, _ content: Content, hasLogo: Bool = false, isRightToLeft: Bool) {
    let (area, margin, height) = (Rect(metrics.size).inset(by: metrics.margin), metrics.margin, metrics.size.height)
    let isPortrait = height > metrics.size.width
    func band(_ top: Int32, _ bottom: Int32) -> Rect<LayoutSpace> {
      Rect(minX: area.minX, minY: top, maxX: area.maxX, maxY: max(top, bottom))
    }
    let footHeight = min(metrics.button, area.height / 3)
    let footTop = min(area.maxY - footHeight, height * 93 / 100 - footHeight / 2)
    foot = band(footTop, footTop + footHeight)
    let corner = metrics.contrastButton
    let cornerEnd = corner > 0 ? area.minY + corner : 0
    self.cornerEnd = cornerEnd
    /// A band that keeps its middle and does not reach into the corner.
    func upper(_ top: Int32, _ bottom: Int32) -> Rect<LayoutSpace> {
      let (whole, side) = (band(top, bottom), top < cornerEnd ? corner + margin / 2 : 0)
      return Rect(minX: whole.minX + side, minY: whole.minY, maxX: whole.maxX - side, maxY: whole.maxY)
    }
    logo = upper(area.minY, area.minY + height / 9)
    self.isRightToLeft = isRightToLeft
    answers = height * (isPortrait ? 50 : 55) / 100
    portraitTile = isPortrait ? height * 12 / 100 : nil
    (least, screen) = (metrics.leastWordTile, Rect(metrics.size))
    var top = hasLogo ? logo.maxY + margin / 2 : isPortrait ? max(area.minY, cornerEnd) : area.minY
    guard case .row(let stars, let hasWords) = content else {
      let share: Int32 = content == .column ? 36 : 42
      headingMiddle = height * (isPortrait ? 20 : 22) / 100
      var end = min(headingMiddle + metrics.title.largest * 3 / 2, area.minY + (footTop - area.minY) * share / 100)
      end = max(end, cornerEnd - margin / 2)
      var middle = band(end + margin / 2, footTop - margin / 2)
      let least = metrics.leastWordTile
      var needed: Int32 = content == .tiles ? 2 * least + metrics.word.line : 0
      if case .choice(let count) = content {
        tileRows = Self.rowCount(count, in: middle, least: least, tallest: portraitTile ?? metrics.tallestTile)
        needed = tileRows * least
      }
      if middle.height < needed {
        top = margin / 2
        end = max(footTop - needed, top + metrics.leastLine, cornerEnd)
        middle = band(end, footTop)
      }
      self.middle = middle
      (row, words, heading) = (middle, .empty, upper(top, end))
      return
    }
    headingMiddle = height * (isPortrait ? 20 : 24) / 100
    let side = metrics.starSize(stars)
    let line = hasWords ? metrics.word.line : 0
    let center = min(answers, footTop - max(margin / 2, 3 * metrics.ring) - line - (side + 1) / 2)
    // The targets of a row are higher than the row.
    let highest = corner > 0 ? cornerEnd + max(side * 9 / 100, 3 * metrics.ring) : area.minY
    let rowTop = max(center - side / 2, highest)
    let rowEnd = corner > 0 ? max(min(rowTop + side, footTop), rowTop + 1) : rowTop + side
    row = Rect(
      minX: metrics.rowInset, minY: rowTop, maxX: metrics.size.width - metrics.rowInset, maxY: rowEnd)
    // The words themselves, which are about 1 em high, stand a quarter of a star below the row.
    let gap = max(side / 4 - (line - metrics.word.largest) / 2, 3 * metrics.ring)
    let wordsTop = min(rowEnd + gap, footTop - line)
    // Tiny screens have no room for words.
    words =
      wordsTop < rowEnd || !hasWords
      ? .empty : Rect(minX: row.minX, minY: wordsTop, maxX: row.maxX, maxY: min(wordsTop + line, footTop))
    heading = upper(top, rowTop - margin / 2 - 3 * metrics.ring)
    let end = area.minY + (footTop - area.minY) * 24 / 100
    middle = band(end + margin / 2, footTop - margin / 2)
  }

  /// The places for stars, best first: the row, the middle inside its focus frame, the whole width, and the whole screen. On tiny screens
  /// only the last places have at least one pixel per star.
  func placesForStars(ring: Int32) -> [Rect<LayoutSpace>] {
    [
      row.intersection(screen), middle.inset(by: 3 * ring),
      Rect(minX: screen.minX, minY: middle.minY, maxX: screen.maxX, maxY: middle.maxY), screen,
    ]
  }

  /// The area of a text that fills the screen down to the foot.
  var statement: Rect<LayoutSpace> {
    Rect(minX: middle.minX, minY: max(heading.minY, cornerEnd), maxX: middle.maxX, maxY: middle.maxY)
  }

  /// Returns the side of a globe in the place of the heading: two lines of it at most.
  func globe(_ metrics: Metrics) -> Int32 { max(min(metrics.title.largest * 2, heading.height), 1) }

  /// Narrows the foot to the columns of an area.
  mutating func narrowFoot(to area: Rect<LayoutSpace>) {
    foot = Rect(minX: area.minX, minY: foot.minY, maxX: area.maxX, maxY: foot.maxY)
    isNarrow = true
  }

  /// Returns a part of the foot, counted from 0 to 2 in reading order. The one in the middle is narrower, because dots need less than words.
  func foot(_ part: Int32) -> Rect<LayoutSpace> {
    if isNarrow && part == 1 {
      return Rect(minX: foot.minX, minY: max(foot.minY - foot.height, 0), maxX: foot.maxX, maxY: foot.minY)
    }
    let ends: [Int32] = isNarrow ? [0, 50, 50, 100] : [0, 36, 64, 100]
    let place = Int(isRightToLeft ? 2 - part : part)
    return Rect(
      minX: foot.minX + foot.width * ends[place] / 100, minY: foot.minY,
      maxX: foot.minX + foot.width * ends[place + 1] / 100, maxY: foot.maxY)
  }

  /// Returns equal cells for tiles with words, in reading order, around the middle of the answers. They are as large as possible, at most
  /// `tallest` pixels high. Every row of cells is centered.
  func grid(_ count: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    let tallest = min(tallest, portraitTile ?? tallest)
    let rows = tileRows > 0 ? tileRows : Self.rowCount(count, in: area, least: least, tallest: tallest)
    return self.rows(count, of: max((count + rows - 1) / rows, 1), in: area, tallest: tallest)
  }

  /// Returns the number of rows with which the cells of a grid are largest. Seven and eight are in two columns if they are at least `least`
  /// pixels high there.
  private static func rowCount(
    _ count: Int32, in area: Rect<LayoutSpace>, least: Int32, tallest: Int32
  ) -> Int32 {
    if 7...8 ~= count && area.height / 4 >= least { return 4 }
    var (fewest, best) = (count, 0 as Int32)
    for tried in 1...4 as ClosedRange<Int32> where tried <= count {
      let rows = (count + tried - 1) / tried
      // A text is about four times as wide as high.
      let height = min(min(area.height / rows, tallest), area.width / tried / 4)
      if height > best { (fewest, best) = (rows, height) }
    }
    return max(fewest, 1)
  }

  /// Returns equal cells in rows of `columns`, each row centered, around the middle of the answers as far as the area allows.
  func rows(_ count: Int32, of columns: Int32, in area: Rect<LayoutSpace>, tallest: Int32) -> [Rect<LayoutSpace>] {
    let rows = max((count + columns - 1) / columns, 1)
    let height = min(area.height / rows, tallest)
    let width = area.width / columns
    let top = self.top(of: height * rows, in: area)
    return (0..<count).map { i in
      let (row, column) = (i / columns, i % columns)
      let inRow = min(columns, count - row * columns)
      let place = isRightToLeft ? inRow - 1 - column : column
      let x = area.minX + (area.width - inRow * width) / 2 + place * width
      return Rect(minX: x, minY: top + row * height, maxX: x + width, maxY: top + (row + 1) * height)
    }
  }

  /// The height of two tiles beside each other: the answers' whole area in landscape, and about square tiles in portrait.
  var tallestPair: Int32 { portraitTile.map { $0 * 3 } ?? middle.height }

  /// Returns cells for the numbers of a scale: in landscape one row if they are at least `least` pixels wide, else two rows; in portrait rows
  /// of four.
  func scale(_ count: Int32, in area: Rect<LayoutSpace>, least: Int32) -> (cells: [Rect<LayoutSpace>], isRow: Bool) {
    if let portraitTile { return (rows(count, of: 4, in: area, tallest: portraitTile), false) }
    let cell = area.width / count
    if cell >= least { return (rows(count, of: count, in: area, tallest: cell * 3 / 2), true) }
    let columns = (count + 1) / 2
    return (rows(count, of: columns, in: area, tallest: area.width / columns * 3 / 2), false)
  }

  /// Returns the place of the start screen's button: around 0.82 of the height or, below low content, in the foot beside the language.
  ///
  /// - Parameters:
  ///   - top: The end of the content above it.
  ///   - language: The language's button.
  ///   - width: The width of its text with the space around it. The button is at least 0.34 of the screen wide.
  ///   - isLow: Whether its preferred place is the middle of the foot.
  func invitation(
    _ metrics: Metrics, under top: Int32, beside language: Rect<LayoutSpace>?, width: Int32, isLow: Bool
  ) -> Rect<LayoutSpace> {
    let (wide, high) = (max(screen.width * 34 / 100, width), metrics.unit * 13 / 100 + 4 * metrics.ring)
    let left = (screen.width - wide) / 2
    let middle = isLow ? foot.maxY - (high + 1) / 2 : screen.height * 82 / 100
    let place = Rect<LayoutSpace>(minX: left, minY: middle - high / 2, maxX: left + wide, maxY: middle + (high + 1) / 2)
    let isFree = language.map { $0.intersection(place).isEmpty } ?? true
    if isFree && place.minY >= top && place.maxY <= foot.maxY && place.minX >= foot.minX { return place }
    let free = mostInvitation
    let x = isRightToLeft ? foot.maxX - free : foot.minX
    return Rect(minX: x, minY: foot.minY, maxX: x + free, maxY: foot.maxY)
  }

  /// The width of the start screen's button in the foot.
  var mostInvitation: Int32 { foot.width * 64 / 100 }

  /// Returns the top of content of a height whose middle is that of the answers, as far as the area allows.
  func top(of height: Int32, in area: Rect<LayoutSpace>) -> Int32 {
    max(min(answers - height / 2, area.maxY - height), area.minY)
  }
}
