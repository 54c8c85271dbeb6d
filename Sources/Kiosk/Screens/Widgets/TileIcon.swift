import StarSlider

/// An icon in a tile: beside the words, or above them if the tile is less than three times as wide as high.
///
/// The icon keeps the screen's background in every state of the tile, so its colors do not change.
struct TileIcon {
  let image: PlacedImage
  /// The background around the icon where the tile is filled.
  let plate: RoundedRectangle
  /// The place of the words.
  let words: Rect<LayoutSpace>

  /// The minimum side of a recognizable icon, in pixels.
  static var least: Int32 { 16 }

  init(_ image: Image, _ places: Places, _ canvas: Canvas) {
    self.image = PlacedImage(image, in: places.icon, canvas.plain)
    let plate = places.icon.inset(by: -(places.gap / 2))
    self.plate = RoundedRectangle(plate, radius: plate.height / 6, canvas)
    words = places.words
  }

  /// The places of icon and words in a tile.
  struct Places {
    let icon: Rect<LayoutSpace>
    let words: Rect<LayoutSpace>
    let gap: Int32

    /// Divides a tile. `body` is the tile without its focus frame.
    init(_ body: Rect<LayoutSpace>, isRightToLeft: Bool) {
      gap = max(min(body.width, body.height) / 8, 2)
      if body.width >= 3 * body.height {
        let side = min(body.height - 2 * gap, body.width / 4)
        let left = isRightToLeft ? body.maxX - gap - side : body.minX + gap
        let top = body.minY + (body.height - side) / 2
        icon = Rect(minX: left, minY: top, maxX: left + side, maxY: top + side)
        words = Rect(
          minX: isRightToLeft ? body.minX + gap : icon.maxX + gap, minY: body.minY + 1,
          maxX: isRightToLeft ? icon.minX - gap : body.maxX - gap, maxY: body.maxY - 1)
      } else {
        let side = min(body.height / 2 - gap, body.width - 2 * gap)
        let left = body.minX + (body.width - side) / 2
        icon = Rect(minX: left, minY: body.minY + gap, maxX: left + side, maxY: body.minY + gap + side)
        words = Rect(
          minX: body.minX + gap, minY: icon.maxY + gap / 2, maxX: body.maxX - gap, maxY: body.maxY - gap / 2)
      }
    }
  }
}

extension ScreenBuilder {
  /// Returns the icons of tiles. If one icon would be too small, or if the words beside it would not fit, no tile has an icon.
  func icons(
    _ tiles: [ScreenText], in cells: [Rect<LayoutSpace>], _ place: QuestionPlace
  ) throws(ScreenError) -> [TileIcon?] {
    let none = [TileIcon?](repeating: nil, count: cells.count)
    var icons = none
    for (i, image) in place.question.icons.enumerated() {
      guard let image else { continue }
      let body = ButtonWidget.body(cells[i], ring: canvas.ring)
      let places = TileIcon.Places(body, isRightToLeft: place.local.isRightToLeft)
      let isLarge = places.icon.height >= TileIcon.least
      let isFitting = isLarge ? try fits(tiles[i], place.phrases, in: places.words.size) : false
      if !isFitting {
        let size = "\(body.width)x\(body.height) px"
        let reason =
          isLarge
          ? "the words do not fit beside it into a tile of \(size) in " + place.phrases.language + "; shorten them"
          : "it would be too small in a tile of \(size); use fewer tiles or a larger screen"
        warn(.icon(tiles[i]), "the question's icons are left out: " + reason)
        return none
      }
      icons[i] = TileIcon(image, places, canvas)
    }
    return icons
  }
}
