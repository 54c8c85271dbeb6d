import Geometry
import Raster
import Text

/// The properties that widgets draw with: the transform, the pixel format, and the colours.
struct Canvas {
  let transform: ScreenTransform
  let format: PixelFormat
  let theme: Theme
  /// The thickness of the focus frame, in pixels.
  let ring: Int32
  /// The photo behind the widgets; `nil` for the theme's background.
  var photo: Photo?
  /// Whether buttons shrink under a finger.
  var hasMotion = false
  /// Whether the background of the widgets has already been painted.
  var isCleared = false
  /// The color ramps, shared by all canvases of a screen.
  var ramps = ColorRamps()

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

  /// Returns the same coverage nearer to a middle by a share of 100, as in a picture that shrinks around it.
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

/// A rectangle with round corners. Only the corners' coverage is stored.
struct RoundedRectangle {
  private var bounds: Rect<LayoutSpace>
  private let radius: Int32
  private var corners: [PlacedMask]

  init(_ bounds: Rect<LayoutSpace>, radius: Int32, through transform: ScreenTransform) {
    self.bounds = bounds
    let radius = max(min(radius, bounds.width / 2, bounds.height / 2), 0)
    self.radius = radius
    let (right, bottom) = (bounds.maxX - radius, bounds.maxY - radius)
    let corner = Self.corner(radius)
    corners = [
      (bounds.minX, bounds.minY, Rotation.none), (right, bounds.minY, .quarter), (right, bottom, .half),
      (bounds.minX, bottom, .threeQuarters),
    ].map { PlacedMask(corner.rotated(by: $0.2), x: $0.0, y: $0.1, through: transform) }
  }

  /// Returns a rectangle with the same corners whose width and height are smaller by a percentage.
  func shrunk(by share: Int32, through transform: ScreenTransform) -> RoundedRectangle {
    let (x, y) = ((bounds.width * share + 100) / 200, (bounds.height * share + 100) / 200)
    var small = self
    small.bounds = Rect(
      minX: bounds.minX + x, minY: bounds.minY + y, maxX: bounds.maxX - x, maxY: bounds.maxY - y)
    if small.bounds.width < 2 * radius || small.bounds.height < 2 * radius { return self }
    let (right, bottom) = (small.bounds.maxX - radius, small.bounds.maxY - radius)
    for (i, place) in [
      (small.bounds.minX, small.bounds.minY), (right, small.bounds.minY), (right, bottom), (small.bounds.minX, bottom),
    ].enumerated() {
      small.corners[i] = corners[i].placed(x: place.0, y: place.1, side: radius, through: transform)
    }
    return small
  }

  func paint(_ color: Color, over background: Color, _ canvas: Canvas, on surface: Surface) {
    paintRectangles(color, canvas, on: surface)
    for corner in corners { corner.paint(color, over: background, canvas, on: surface) }
  }

  /// Paints a color over the background, or over the photo.
  func paint(_ color: Color, _ canvas: Canvas, on surface: Surface) {
    paintRectangles(color, canvas, on: surface)
    for corner in corners { corner.paint(color, canvas, on: surface) }
  }

  /// Paints an outline in a color around a smaller rectangle of the theme's background.
  ///
  /// - Parameter inside: The smaller rectangle. Its edges are the inner edges of the outline's straight parts.
  func paintOutline(_ color: Color, around inside: RoundedRectangle, _ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    if canvas.photo != nil {
      paint(color, canvas, on: surface)
      return inside.paint(theme.background, over: color, canvas, on: surface)
    }
    // The background has already been painted.
    let (line, middle) = (inside.bounds.minX - bounds.minX, bounds.inset(by: radius))
    for bar in [
      Rect(minX: middle.minX, minY: bounds.minY, maxX: middle.maxX, maxY: bounds.minY + line),
      Rect(minX: middle.minX, minY: bounds.maxY - line, maxX: middle.maxX, maxY: bounds.maxY),
      Rect(minX: bounds.minX, minY: middle.minY, maxX: bounds.minX + line, maxY: middle.maxY),
      Rect(minX: bounds.maxX - line, minY: middle.minY, maxX: bounds.maxX, maxY: middle.maxY),
    ] as [Rect<LayoutSpace>] {
      canvas.fill(bar.intersection(bounds), with: color, on: surface)
    }
    for corner in corners { corner.paint(color, canvas, on: surface) }
    for corner in inside.corners { corner.paint(theme.background, over: color, canvas, on: surface) }
  }

  private func paintRectangles(_ color: Color, _ canvas: Canvas, on surface: Surface) {
    let inner = bounds.inset(by: radius)
    for rect in [
      Rect(minX: inner.minX, minY: bounds.minY, maxX: inner.maxX, maxY: inner.minY),
      Rect(minX: bounds.minX, minY: inner.minY, maxX: bounds.maxX, maxY: inner.maxY),
      Rect(minX: inner.minX, minY: inner.maxY, maxX: inner.maxX, maxY: bounds.maxY),
    ] as [Rect<LayoutSpace>] {
      canvas.fill(rect, with: color, on: surface)
    }
  }

  /// Returns the upper left corner: a quarter of a circle as a polygon, which deviates by at most 1/200 px up to a radius of 90 px.
  static func corner(_ radius: Int32) -> CoveragePicture {
    // The points ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) with t = i / count are on the unit circle.
    let (count, side) = (96, Int64(radius) * 256)
    var path = Path(capacity: count + 2)
    path.addContour(count: count + 2) { index in
      if index > count { return Point(x: Fixed(radius), y: Fixed(radius)) }
      let (i, n) = (Int64(index), Int64(count))
      let whole = n * n + i * i
      func offset(_ part: Int64) -> Fixed {
        Fixed(raw: Int32(truncatingIfNeeded: side - (side * part + whole / 2) / whole))
      }
      return Point(x: offset(n * n - i * i), y: offset(2 * i * n))
    }
    return CoveragePicture(Outline(path), width: radius, height: radius)
  }
}
