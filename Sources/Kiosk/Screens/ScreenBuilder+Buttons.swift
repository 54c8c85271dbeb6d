import Settings
import StarSlider
import Text

extension ScreenBuilder {
  /// Builds a button with a phrase, or with `text` in its place.
  func button(
    _ action: Action, _ kind: ButtonWidget.Kind, _ phrase: ScreenText, _ phrases: LocalizedPhrases,
    in bounds: Rect<LayoutSpace>, text: String? = nil, sizes: TextSizes? = nil, icon: TileIcon? = nil,
    isHeading: Bool = false
  ) throws(ScreenError) -> Widget {
    let body = ButtonWidget.body(bounds, ring: canvas.ring)
    checkTarget(body.size, .phrase(phrase, language: phrases.language), "the button")
    let (block, area) = try label(
      kind, phrase, phrases, in: body, text: text, sizes: sizes, icon: icon, isHeading: isHeading)
    return TextButton(action, kind, block, in: area, bounds: bounds, icon: icon, canvas)
  }

  /// Sets the words of a button in its body, closer to the edges if a word would be broken otherwise.
  private func label(
    _ kind: ButtonWidget.Kind, _ phrase: ScreenText, _ phrases: LocalizedPhrases, in body: Rect<LayoutSpace>,
    text: String? = nil, sizes: TextSizes? = nil, icon: TileIcon? = nil, isHeading: Bool = false
  ) throws(ScreenError) -> (block: TextBlock, area: Rect<LayoutSpace>) {
    let padding = isHeading ? 2 : max(min(body.width, body.height) / 6, 2)
    func area(_ padding: Int32) -> Rect<LayoutSpace> {
      Rect(minX: body.minX + padding, minY: body.minY + 1, maxX: body.maxX - padding, maxY: body.maxY - 1)
    }
    let inks: [DrawnText.Ink] =
      switch kind {
      case .primary: [.onAccent]
      case .secondary: [.onPanel]
      case .quiet: [.secondaryOnPanel]
      case .toggle: [.onPanel, .onAccent]
      }
    let sizes = sizes ?? (kind == .quiet ? metrics.word : metrics.label)
    let mayBeWider = icon == nil && padding > 2
    let room = icon?.words ?? area(padding)
    let block = try set(phrase, phrases, sizes, in: room, inks, text: text, isHeading: isHeading) {
      mayBeWider && $0.hasBrokenWords
    }
    if !mayBeWider || !block.hasBrokenWords { return (block, room) }
    return (try set(phrase, phrases, sizes, in: area(2), inks, text: text), area(2))
  }

  /// Returns the sizes at which the labels of all tiles fit, so that they are equally large.
  func sizes(
    _ kind: ButtonWidget.Kind, of labels: [ScreenText], _ phrases: LocalizedPhrases, in cells: [Rect<LayoutSpace>],
    _ icons: [TileIcon?]
  ) throws(ScreenError) -> TextSizes {
    var sizes = metrics.label
    for (i, label) in labels.enumerated() {
      let body = ButtonWidget.body(cells[i], ring: canvas.ring)
      let block = try self.label(kind, label, phrases, in: body, sizes: sizes, icon: icons[i]).block
      sizes = TextSizes(largest: min(sizes.largest, block.size), smallest: sizes.smallest)
    }
    return sizes
  }

  private func globePicture(side: Int32) -> CoveragePicture {
    if let globe, globe.side == side { return globe.picture }
    let picture = CoveragePicture.globe(side: side)
    globe = (side, picture)
    return picture
  }

  /// Builds a minor action: a text without a frame at the leading or trailing edge of the foot, flush with the tiles above, with a globe
  /// before it if it changes the language.
  func minorButton(
    _ action: Action, _ phrase: ScreenText, _ phrases: LocalizedPhrases, _ stack: Stack, part: Int32,
    hasGlobe: Bool = false
  ) throws(ScreenError) -> Widget {
    let (all, ring) = (stack.foot(part), canvas.ring)
    let body = ButtonWidget.body(all, ring: ring)
    let globe = hasGlobe ? min(metrics.word.largest * 5 / 4, body.height) : 0
    let before = globe + globe / 3
    func room(_ padding: Int32) -> Rect<LayoutSpace> {
      Rect(
        minX: body.minX, minY: body.minY + 1, maxX: max(body.maxX - padding - before, body.minX + 1),
        maxY: body.maxY - 1)
    }
    var padding = max(min(body.width, body.height) / 6, 2)
    var block = try set(phrase, phrases, metrics.word, in: room(padding), [.secondary]) { $0.hasBrokenWords }
    if block.hasBrokenWords {
      padding = 2
      block = try set(phrase, phrases, metrics.word, in: room(padding), [.secondary])
    }
    let text = block.coverage.width
    let width = min(max(text + before + padding, metrics.leastTarget) + 4 * ring, all.width)
    let isLeft = (part == 0) != stack.isRightToLeft
    let left = isLeft ? all.minX : all.maxX - width
    let bounds = Rect<LayoutSpace>(minX: left, minY: all.minY, maxX: left + width, maxY: all.maxY)
    checkTarget(ButtonWidget.body(bounds, ring: ring).size, .phrase(phrase, language: phrases.language), "the button")
    let start = isLeft ? left + 2 * ring : left + width - 2 * ring - text - before
    let symbol =
      hasGlobe
      ? PlacedMask(
        globePicture(side: globe), x: stack.isRightToLeft ? start + text + globe / 3 : start,
        y: body.minY + (body.height - globe) / 2, through: canvas.transform) : nil
    let x = (stack.isRightToLeft ? start : start + before) - block.x
    let area = Rect<LayoutSpace>(minX: x, minY: body.minY + 1, maxX: x + room(padding).width, maxY: body.maxY - 1)
    return TextButton(action, .quiet, block, in: area, bounds: bounds, symbol: symbol, canvas)
  }
}
