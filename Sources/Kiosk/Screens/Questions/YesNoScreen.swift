import Geometry
import Raster
import Settings
import StarSlider
import Text

extension ScreenBuilder {
  /// Builds two large tiles, each with a thumb and a word.
  func yesNoScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(.row(stars: 3, words: true), place)
    let width = metrics.size.width
    let room = stack.foot.minY - metrics.margin / 2 - stack.row.minY
    let high = min(room, metrics.unit / 2)
    let top = stack.row.minY + (room - high) / 2
    let wide = min((width - 2 * metrics.margin) / 2, high * 5 / 4)
    var tiles: [Widget] = []
    for (i, phrase) in [(0, .yes), (1, .no)] as [(Int32, Phrase)] {
      let x = width / 2 - (i == (stack.isRightToLeft ? 1 : 0) ? wide : 0)
      let bounds = Rect<LayoutSpace>(minX: x, minY: top, maxX: x + wide, maxY: top + high)
      tiles.append(try thumb(.option(i), isUp: i == 0, phrase, place, in: bounds))
    }
    return try screen(place, stack, tiles)
  }

  private func thumb(
    _ action: Action, isUp: Bool, _ phrase: Phrase, _ place: QuestionPlace, in bounds: Rect<LayoutSpace>
  ) throws(ScreenError) -> Widget {
    let body = ButtonWidget.body(bounds, ring: canvas.ring)
    let side = max(min(body.width, body.height) / 2, 1)
    let top = body.minY + (body.height - side) * 3 / 8
    let textBounds = Rect<LayoutSpace>(
      minX: body.minX + body.width / 12, minY: min(top + side, body.maxY - 2), maxX: body.maxX - body.width / 12,
      maxY: body.maxY - 1)
    checkTarget(body.size, .phrase(.phrase(phrase), language: place.phrases.language), "the tile")
    let sizes = metrics.sizes(upTo: metrics.title.largest * 3 / 4)
    let block = try set(.phrase(phrase), place.phrases, sizes, in: textBounds)
    let symbol = PlacedMask(
      Shape.thumb(isUp: isUp).coverage(side: side), x: body.minX + (body.width - side) / 2, y: top,
      through: canvas.transform)
    return TextButton(action, .secondary, block, in: textBounds, bounds: bounds, symbol: symbol, canvas)
  }
}

extension Shape {
  /// Returns the coverage of the shape in a square.
  func coverage(side: Int32) -> CoveragePicture {
    CoveragePicture(Face(shape: self, lineWidth: .zero).outlines(inCellOf: side).inside, width: side, height: side)
  }
}
