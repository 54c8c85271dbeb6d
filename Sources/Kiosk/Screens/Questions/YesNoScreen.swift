import Settings
import StarSlider
import Text

extension ScreenBuilder {
  /// Builds two large tiles, each with a thumb and a word.
  func yesNoScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(.tiles, place)
    let places = stack.rows(2, of: 2, in: stack.middle, tallest: stack.tallestPair)
    return try screen(place, stack, try thumbs(place, in: places))
  }

  /// Builds the tiles. Both thumbs are at the same height. Each thumb, together with the word below it, is in the middle of its tile.
  private func thumbs(_ place: QuestionPlace, in places: [Rect<LayoutSpace>]) throws(ScreenError) -> [Widget] {
    let phrases: [Phrase] = [.yes, .no]
    let bodies = places.map { ButtonWidget.body($0, ring: canvas.ring) }
    let side = max(min(bodies[0].width, bodies[0].height) / 2, 1)
    let room = max((bodies[0].height - side) * 5 / 8, 1)
    func words(in body: Rect<LayoutSpace>, from y: Int32) -> Rect<LayoutSpace> {
      Rect(minX: body.minX + body.width / 12, minY: y, maxX: body.maxX - body.width / 12, maxY: y + room)
    }
    var blocks: [TextBlock] = []
    for (phrase, body) in zip(phrases, bodies) {
      checkTarget(body.size, .phrase(.phrase(phrase), language: place.phrases.language), "the tile")
      let sizes = metrics.sizes(upTo: metrics.title.largest * 3 / 4)
      blocks.append(try set(.phrase(phrase), place.phrases, sizes, in: words(in: body, from: body.minY)))
    }
    let height = min(blocks.map { $0.height }.max() ?? 0, room)
    var tiles: [Widget] = []
    for (i, body) in bodies.enumerated() {
      let top = body.minY + (body.height - side - height) / 2
      let symbol = PlacedMask(
        Shape.thumb(isUp: i == 0).coverage(side: side), x: body.minX + (body.width - side) / 2, y: top,
        through: canvas.transform)
      tiles.append(
        TextButton(
          .option(Int32(i)), .secondary, blocks[i], in: words(in: body, from: top + side - (room - height) / 2),
          bounds: places[i], symbol: symbol, canvas))
    }
    return tiles
  }
}

extension Shape {
  /// Returns the coverage of the shape in a square.
  func coverage(side: Int32) -> CoveragePicture {
    CoveragePicture(Face(shape: self, lineWidth: .zero).outlines(inCellOf: side).inside, width: side, height: side)
  }
}
