import StarSlider
import Text

extension ScreenBuilder {
  /// Builds a scale: a tile for each number, in one row or, if the tiles would be too narrow, in two.
  func scaleScreen(_ place: QuestionPlace, _ numbers: ClosedRange<Int32>) throws(ScreenError) -> Screen {
    let count = Int32(numbers.count)
    var stack = stack(.row(stars: 5, words: true), place)
    let line = metrics.word.largest * 11 / 5
    var (columns, cell) = (count, stack.foot.width / count)
    var area = stack.foot
    if metrics.size.width > metrics.size.height && cell - 4 * canvas.ring >= metrics.leastTile {
      let (middle, high) = (stack.row.center.y.floor, min(stack.row.height, cell * 3 / 2))
      area = Rect(minX: area.minX, minY: middle - high / 2, maxX: area.maxX, maxY: middle + high / 2)
    } else {
      stack = self.stack(.tiles, place)
      columns = (count + 1) / 2
      cell = area.width / columns
      let bottom = stack.middle.maxY - (place.ends > 0 ? line : 0)
      area = Rect(minX: area.minX, minY: stack.middle.minY, maxX: area.maxX, maxY: bottom)
    }
    let cells = stack.rows(count, of: columns, in: area, tallest: cell * 3 / 2)
    var widgets: [Widget] = []
    for (i, cell) in zip(0..<count, cells) {
      widgets.append(
        try button(
          .option(i), .secondary, .question(place.number), place.phrases, in: cell, text: "\(numbers.lowerBound + i)",
          sizes: metrics.sizes(upTo: min(cell.height / 3, (cell.width - 4 * canvas.ring) * 5 / 9))))
    }
    if place.ends == 2, let first = cells.first, let last = cells.last {
      let top = last.maxY + canvas.ring
      // Below two rows, the words include their numbers.
      let isAtEnds = columns == count
      for (i, number) in [(0, numbers.lowerBound), (1, numbers.upperBound)] as [(Int32, Int32)] {
        let tile = isAtEnds ? (i == 0 ? first : last) : stack.foot(i == 0 ? 0 : 2)
        widgets.append(try end(i, place, under: tile, top: top, line, number: isAtEnds ? nil : number))
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
