import Display
import StarSlider

/// An image on the background, at its position on the scanout: centered in its bounds and scaled down to fit. It is scaled once. If there
/// is not enough memory for it, the background is shown.
struct PlacedImage {
  /// The image's place as the visitor sees it.
  private(set) var bounds: Rect<LayoutSpace>
  let memory: PictureMemory?
  fileprivate private(set) var place: Rect<PhysicalSpace>

  init(_ image: Image, in room: Rect<LayoutSpace>, _ canvas: Canvas) {
    var scaling = ImageScaling(image, in: room, canvas)
    while !scaling.isDone { scaling.advance(rows: .max) }
    self = scaling.result
  }

  fileprivate init(at bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    self.bounds = bounds
    place = canvas.transform.toPhysical(bounds)
    memory = PictureMemory(1, size: place.size, format: canvas.format)
  }

  /// Returns the place of an image in the middle of an area.
  static func place(_ image: Image, in room: Rect<LayoutSpace>) -> Rect<LayoutSpace> {
    let fitted = Self.fitted(image, room.size)
    let (left, top) = (room.minX + (room.width - fitted.width) / 2, room.minY + (room.height - fitted.height) / 2)
    return Rect(minX: left, minY: top, maxX: left + fitted.width, maxY: top + fitted.height)
  }

  /// Returns the largest size with the image's proportions that fits, but not larger than the image, because enlarging would only blur it.
  private static func fitted(_ image: Image, _ room: Size<LayoutSpace>) -> (width: Int32, height: Int32) {
    if image.width <= room.width && image.height <= room.height { return (image.width, image.height) }
    let height = Int32(Int64(image.height) * Int64(room.width) / Int64(image.width))
    if height <= room.height { return (room.width, max(height, 1)) }
    return (max(Int32(Int64(image.width) * Int64(room.height) / Int64(image.height)), 1), room.height)
  }

  func moved(_ move: Move) -> PlacedImage {
    var image = self
    (image.bounds, image.place) = (move.moved(bounds), move.moved(place))
    return image
  }

  /// Stores the pixels that lie on the surface. A shifted picture may extend beyond it.
  func paint(on surface: Surface) {
    let shown = place.intersection(surface.bounds)
    guard let memory, !shown.isEmpty else { return }
    let part = Rect<PhysicalSpace>(
      minX: shown.minX - place.minX, minY: shown.minY - place.minY, maxX: shown.maxX - place.minX,
      maxY: shown.maxY - place.minY)
    surface.part(shown).copy(memory[0].part(part))
  }
}

/// Renders a placed image, a few rows at a time.
struct ImageScaling {
  /// The image; it has all its pixels once `isDone`.
  let result: PlacedImage
  private(set) var isDone = false
  private let canvas: Canvas
  private let scaled: ScaledImage
  /// The scaled image as the visitor sees it, and as it lies on the scanout.
  private var picture: Picture
  private var rotated: Picture
  private var stage = Stage.scaling
  /// Whether rows are darkened as on a slide.
  private var isSlide = false
  /// The first row that the stage has not reached.
  private var row: Int32 = 0

  private enum Stage { case scaling, rotating, storing }

  init(_ image: Image, in room: Rect<LayoutSpace>, _ canvas: Canvas) {
    self.init(image, at: PlacedImage.place(image, in: room), canvas)
  }

  /// Renders an image that covers the screen, cut where its proportions differ, and darkened behind the text.
  init(slide image: Image, _ canvas: Canvas) {
    let layout = canvas.transform.layout
    self.init(image.cropped(like: layout), at: Rect(layout), canvas.plain)
    isSlide = true
  }

  private init(_ image: Image, at bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    result = PlacedImage(at: bounds, canvas)
    self.canvas = canvas
    let size = Size<PhysicalSpace>(width: bounds.width, height: bounds.height)
    picture = Picture(size: size, background: canvas.theme.background, blending: .linear)
    rotated = Self.none(like: picture)
    scaled = ScaledImage(image, in: Rect(size), picture.blending)
  }

  /// Returns a picture without pixels.
  private static func none(like picture: Picture) -> Picture {
    Picture(size: Size(width: 0, height: 0), background: picture.background, blending: picture.blending)
  }

  /// Renders at most `rows` more rows, in one of up to three passes over the image.
  mutating func advance(rows count: Int32) {
    let rows = row..<row + min(count, picture.size.height - row)
    switch stage {
    case .scaling:
      if let photo = canvas.photo {
        let (width, bounds) = (picture.size.width, result.bounds)
        for i in rows.lowerBound * width..<rows.upperBound * width {
          picture.lights[Int(i)] = photo.light(
            x: bounds.minX + i % width, y: bounds.minY + i / width, through: canvas.transform)
        }
      }
      scaled.draw(rows: rows, on: &picture)
      if isSlide { darken(rows) }
    case .rotating: picture.rotate(rows: rows, by: canvas.transform.rotation, into: &rotated)
    case .storing: if let memory = result.memory { picture.store(rows: rows, on: memory[0]) }
    }
    row = rows.upperBound
    if row < picture.size.height { return }
    row = 0
    switch stage {
    case .scaling where canvas.transform.rotation != .none:
      rotated = Picture(size: result.place.size, background: picture.background, blending: picture.blending)
      stage = .rotating
    case .scaling: stage = .storing
    case .rotating:
      (picture, rotated) = (rotated, Self.none(like: picture))
      stage = .storing
    case .storing: isDone = true
    }
  }
}

extension ImageScaling {
  private mutating func darken(_ rows: Range<Int32>) {
    let (width, ink) = (picture.size.width, Light(Scrim.ink, .linear))
    for y in rows {
      let share = Scrim.share(row: y, of: picture.size.height)
      if share == 0 { continue }
      for i in Int(y * width)..<Int((y + 1) * width) { picture.lights[i] = picture.lights[i].mixed(with: ink, share) }
    }
  }
}

/// An image, centered in its bounds and scaled down to fit.
final class ImageWidget: Widget {
  private let image: PlacedImage

  init(_ image: Image, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    self.image = PlacedImage(image, in: bounds, canvas)
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    image.paint(on: surface)
  }
}

extension Canvas {
  /// Returns a screen that shows only an image.
  func screen(of image: Image) -> Screen {
    Screen(self, widgets: [ImageWidget(image, in: Rect(transform.layout), self)])
  }
}
