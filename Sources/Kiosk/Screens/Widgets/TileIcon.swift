import StarSlider
import Text

/// An icon in a tile: beside the words, or above them if the tile is less than three times as wide as high.
///
/// A pictogram in one gray is painted like the words. Any other icon keeps the screen's background in every state of the tile, so its
/// colors do not change.
struct TileIcon {
  private var drawing: Drawing
  /// The place of the words in the tile that the icon was made for.
  let words: Rect<LayoutSpace>

  private enum Drawing {
    case pictogram(PlacedMask)
    /// An image, and the background around it where the tile is filled.
    case image(PlacedImage, plate: RoundedRectangle)
  }

  /// The minimum side of a recognizable icon, in pixels.
  static var least: Int32 { 16 }

  init(_ image: Image, _ places: Places, _ canvas: Canvas) {
    words = places.words
    if image.isPictogram {
      let place = PlacedImage.place(image, in: places.icon)
      drawing = .pictogram(
        PlacedMask(image.opacity(in: place.size), x: place.minX, y: place.minY, through: canvas.transform))
    } else {
      let plate = places.icon.inset(by: -(places.gap / 2))
      drawing = .image(
        PlacedImage(image, in: places.icon, canvas.plain),
        plate: RoundedRectangle(plate, radius: plate.height / 6, canvas))
    }
  }

  func moved(_ move: Move) -> TileIcon {
    var icon = self
    switch drawing {
    case .pictogram(let mask): icon.drawing = .pictogram(mask.moved(move))
    case .image(let image, let plate): icon.drawing = .image(image.moved(move), plate: plate.moved(move))
    }
    return icon
  }

  /// Paints the icon in a tile.
  ///
  /// - Parameters:
  ///   - ink: The color of the words.
  ///   - ground: The color of the tile.
  func paint(_ ink: Color, over ground: Color, _ canvas: Canvas, on surface: Surface) {
    switch drawing {
    case .pictogram(let mask): mask.paint(ink, over: ground, canvas, on: surface)
    case .image(let image, let plate):
      let background = canvas.theme.background
      if ground != background { plate.paint(background, over: ground, canvas, on: surface) }
      image.paint(on: surface)
    }
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

extension Image {
  /// Whether it shows one gray on transparent pixels, such as a black pictogram. Nearly transparent pixels may have any color.
  fileprivate var isPictogram: Bool {
    var (gray, hasGround) = (nil as Int?, false)
    for i in stride(from: 0, to: rgba.count, by: 4) {
      let (red, green, blue, alpha) = (Int(rgba[i]), Int(rgba[i + 1]), Int(rgba[i + 2]), rgba[i + 3])
      if alpha < 128 { hasGround = true }
      if alpha < 64 { continue }
      let first = gray ?? green
      gray = first
      if max(abs(red - first), abs(green - first), abs(blue - first)) > 16 { return false }
    }
    return gray != nil && hasGround
  }

  /// Returns the opacity of the image, scaled to a size.
  fileprivate func opacity(in size: Size<LayoutSpace>) -> CoveragePicture {
    var picture = Picture(size: Size(width: size.width, height: size.height), background: .black, blending: .linear)
    let white = rgba.indices.map { $0 % 4 == 3 ? rgba[$0] : 255 }
    if let white = Image(width: width, height: height, rgba: white) { picture.draw(white, in: Rect(picture.size)) }
    return CoveragePicture(
      width: size.width, height: size.height, bytes: picture.lights.map { UInt8($0.green >> 8) })
  }

  /// The share of the visible pixels that have enough contrast with a background, in percent. Of a large image, a few thousand pixels are looked at.
  fileprivate func visibleShare(on background: Color) -> Int {
    var (seen, visible) = (0, 0)
    for pixel in stride(from: 0, to: rgba.count / 4, by: max(rgba.count / 4096, 1)) where rgba[4 * pixel + 3] >= 128 {
      let color = Color(red: rgba[4 * pixel], green: rgba[4 * pixel + 1], blue: rgba[4 * pixel + 2])
      seen += 1
      if Contrast(color, background) >= .components { visible += 1 }
    }
    return seen == 0 ? 0 : visible * 100 / seen
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
      let share = image.visibleShare(on: canvas.plain.theme.background)
      if !image.isPictogram && share < 25 {
        warn(
          .icon(tiles[i]),
          "only \(share) % of its visible pixels have a contrast of " + Contrast.components.ratio
            + " to 1 with the tile, which WCAG 2.2 requires; use darker or lighter colors, or a black pictogram")
      }
      icons[i] = TileIcon(image, places, canvas)
    }
    return icons
  }
}
