import StarSlider
import Text

extension ScreenBuilder {
  /// Builds a scale: a tile for each number.
  func scaleScreen(_ place: QuestionPlace, _ numbers: ClosedRange<Int32>) throws(ScreenError) -> Screen {
    let count = Int32(numbers.count)
    let stack = stack(.tiles, place)
    let line = place.ends > 0 ? metrics.word.line : 0
    let (middle, ring) = (stack.middle, canvas.ring)
    let area = Rect<LayoutSpace>(
      minX: middle.minX, minY: middle.minY, maxX: middle.maxX, maxY: max(middle.maxY - line, middle.minY + 1))
    let (cells, isRow) = stack.scale(count, in: area, least: metrics.leastTile + 4 * ring)
    // Two digits are 1.2 em wide.
    let body = ButtonWidget.body(cells[0], ring: ring)
    let sizes = metrics.sizes(upTo: min(body.height * 45 / 100, body.width * 66 / 100))
    var widgets: [Widget] = []
    for (i, cell) in zip(0..<count, cells) {
      widgets.append(
        try button(
          .option(i), .secondary, .question(place.number), place.phrases, in: cell, text: "\(numbers.lowerBound + i)",
          sizes: sizes, isHeading: true))
    }
    if place.ends == 2, let first = cells.first, let last = cells.last {
      let top = last.maxY + canvas.ring
      // Below several rows, the words include their numbers.
      for (i, number) in [(0, numbers.lowerBound), (1, numbers.upperBound)] as [(Int32, Int32)] {
        let tile = isRow ? (i == 0 ? first : last) : stack.foot(i == 0 ? 0 : 2)
        widgets.append(try end(i, place, under: tile, top: top, line, number: isRow ? nil : number))
      }
    }
    return try screen(place, stack, widgets)
  }

  /// Sets the word at one end of a scale in half of the width.
  ///
  /// - Parameters:
  ///   - tile: The tile at that end. The word is centered below it, as far as the half allows.
  ///   - line: The height of the word.
  ///   - number: A number to show before the word.
  func end(
    _ end: Int32, _ place: QuestionPlace, under tile: Rect<LayoutSpace>, top: Int32, _ line: Int32, number: Int32? = nil
  ) throws(ScreenError) -> Widget {
    let (area, middle) = (Rect(metrics.size).inset(by: metrics.margin), metrics.size.width / 2)
    let isLeft = (end == 0) != place.local.isRightToLeft
    let bounds = Rect<LayoutSpace>(
      minX: isLeft ? area.minX : middle + metrics.margin / 2, minY: top,
      maxX: isLeft ? middle - metrics.margin / 2 : area.maxX, maxY: top + line)
    let word = ScreenText.end(end, ofQuestion: place.number)
    let text = number.map { "\($0) = " + place.phrases[word] }
    let block = try set(word, place.phrases, metrics.word, in: bounds, [.secondary], text: text)
    return EndWord(block, around: tile.center.x.floor, in: bounds, canvas)
  }
}
