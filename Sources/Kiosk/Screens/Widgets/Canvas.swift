import StarSlider
import Text

/// The properties that widgets draw with: the transform, the pixel format, and the colors.
struct Canvas {
  let transform: ScreenTransform
  let format: PixelFormat
  var theme: Theme
  /// The thickness of the focus frame, in pixels.
  let ring: Int32
  /// The photo behind the widgets; `nil` for the theme's background.
  var photo: Photo?
  /// Whether buttons shrink under a finger.
  var hasMotion = false
  /// Whether the background of the widgets has already been painted.
  var isCleared = false
  /// The color ramps and the pictures of corners, shared by all canvases of a screen.
  var ramps = ColorRamps()
  var corners = CornerPictures()

  func fill(_ rect: Rect<LayoutSpace>, with color: Color, on surface: Surface) {
    surface.fill(transform.toPhysical(rect), with: color)
  }

  /// Draws a frame along the edges of a rectangle, inside it.
  func frame(_ rect: Rect<LayoutSpace>, thickness: Int32, with color: Color, on surface: Surface) {
    let inner = rect.inset(by: thickness)
    for bar in [
      Rect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: inner.minY),
      Rect(minX: rect.minX, minY: inner.maxY, maxX: rect.maxX, maxY: rect.maxY),
      Rect(minX: rect.minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
      Rect(minX: inner.maxX, minY: inner.minY, maxX: rect.maxX, maxY: inner.maxY),
    ] as [Rect<LayoutSpace>] {
      fill(bar, with: color, on: surface)
    }
  }
}

/// The ramps of the color pairs painted so far. Each is kept, because mixing a ramp takes longer than painting with it. A theme has a few
/// dozen pairs.
final class ColorRamps {
  private struct Pair: Equatable {
    let color: Color
    let background: Color
    let isText: Bool
  }

  private var ramps: [(pair: Pair, ramp: CoverageRamp)] = []

  func ramp(_ color: Color, over background: Color, isText: Bool, _ format: PixelFormat) -> CoverageRamp {
    let pair = Pair(color: color, background: background, isText: isText)
    for known in ramps where known.pair == pair { return known.ramp }
    let ramp = CoverageRamp(color, over: background, isText: isText, format)
    ramps.append((pair, ramp))
    return ramp
  }
}

/// Coverage at a position on the scanout, rotated once. It can be painted in any color.
struct PlacedMask {
  private let picture: CoverageRuns
  private var x: Int32
  private var y: Int32
  private let isText: Bool

  /// Places a picture. `x` and `y` are the position of its first pixel as the visitor sees it.
  init(_ picture: CoveragePicture, x: Int32, y: Int32, isText: Bool = false, through transform: ScreenTransform) {
    let place = transform.toPhysical(
      Rect<LayoutSpace>(minX: x, minY: y, maxX: x + picture.width, maxY: y + picture.height))
    self.picture = CoverageRuns(picture.rotated(by: transform.rotation))
    (self.x, self.y) = (place.minX, place.minY)
    self.isText = isText
  }

  /// Places a text that was set in the box `bounds`.
  init(_ block: TextBlock, in bounds: Rect<LayoutSpace>, through transform: ScreenTransform) {
    self.init(block.coverage, x: bounds.minX + block.x, y: bounds.minY + block.y, isText: true, through: transform)
  }

  /// Returns the same coverage at another place, given as a square in the visitor's view.
  func placed(x: Int32, y: Int32, side: Int32, through transform: ScreenTransform) -> PlacedMask {
    var mask = self
    let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + side, maxY: y + side))
    (mask.x, mask.y) = (place.minX, place.minY)
    return mask
  }

  func moved(_ move: Move) -> PlacedMask {
    var mask = self
    (mask.x, mask.y) = (x + move.scanout.x, y + move.scanout.y)
    return mask
  }

  /// Returns the same coverage, moved toward the center of `middle` by `share` percent, as in a picture that shrinks around that center.
  func drawn(to middle: Rect<LayoutSpace>, by share: Int32, through transform: ScreenTransform) -> PlacedMask {
    let center = transform.toPhysical(middle)
    var mask = self
    mask.x -= (2 * x + picture.width - center.minX - center.maxX) * share / 200
    mask.y -= (2 * y + picture.height - center.minY - center.maxY) * share / 200
    return mask
  }

  func paint(_ color: Color, over background: Color, _ canvas: Canvas, on surface: Surface) {
    surface.paint(picture, x: x, y: y, canvas.ramps.ramp(color, over: background, isText: isText, canvas.format))
  }

  /// Paints a color over the background, or over the photo.
  func paint(_ color: Color, _ canvas: Canvas, on surface: Surface) {
    let background = canvas.theme.background
    guard let photo = canvas.photo else { return paint(color, over: background, canvas, on: surface) }
    surface.paint(
      picture, x: x, y: y, color: color, over: photo.surface, textOn: isText ? background : nil)
  }
}
