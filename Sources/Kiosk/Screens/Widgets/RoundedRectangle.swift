import StarSlider

/// A rectangle with round corners. Only the corners' coverage is stored.
struct RoundedRectangle {
  private(set) var bounds: Rect<LayoutSpace>
  let radius: Int32
  private var corners: [PlacedMask]

  init(_ bounds: Rect<LayoutSpace>, radius: Int32, _ canvas: Canvas) {
    self.bounds = bounds
    let radius = max(min(radius, bounds.width / 2, bounds.height / 2), 0)
    self.radius = radius
    corners = canvas.corners.corners(radius, canvas.transform).placed(radius, in: bounds, canvas.transform)
  }

  /// Returns a rectangle with the same corners whose width and height are smaller by a percentage.
  func shrunk(by share: Int32, through transform: ScreenTransform) -> RoundedRectangle {
    let (x, y) = ((bounds.width * share + 100) / 200, (bounds.height * share + 100) / 200)
    var small = self
    small.bounds = Rect(
      minX: bounds.minX + x, minY: bounds.minY + y, maxX: bounds.maxX - x, maxY: bounds.maxY - y)
    if small.bounds.width < 2 * radius || small.bounds.height < 2 * radius { return self }
    small.corners = corners.placed(radius, in: small.bounds, transform)
    return small
  }

  func moved(_ move: Move) -> RoundedRectangle {
    var rectangle = self
    rectangle.bounds = move.moved(bounds)
    rectangle.corners = corners.map { $0.moved(move) }
    return rectangle
  }

  /// Paints the background of a larger rectangle around this one: above and below it, and in the columns of its corners.
  func clear(around all: Rect<LayoutSpace>, _ canvas: Canvas, on surface: Surface) {
    let (left, right) = (bounds.minX + radius, bounds.maxX - radius)
    for rect in [
      Rect(minX: all.minX, minY: all.minY, maxX: left, maxY: all.maxY),
      Rect(minX: left, minY: all.minY, maxX: right, maxY: bounds.minY),
      Rect(minX: left, minY: bounds.maxY, maxX: right, maxY: all.maxY),
      Rect(minX: right, minY: all.minY, maxX: all.maxX, maxY: all.maxY),
    ] as [Rect<LayoutSpace>] {
      canvas.clear(rect, on: surface)
    }
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
}

/// The outline of a rectangle with round corners, on a background that has already been painted.
struct RoundedOutline {
  private let outer: RoundedRectangle
  private let inner: RoundedRectangle
  private let edges: CornerPictures.Edges

  /// Creates the outline of `outer`, inside it. `line` is its thickness in pixels.
  init(_ outer: RoundedRectangle, line: Int32, _ canvas: Canvas) {
    self.outer = outer
    let transform = canvas.transform
    inner = RoundedRectangle(outer.bounds.inset(by: line), radius: outer.radius - line, canvas)
    let edges = canvas.corners.edges(outer.radius, line, transform)
    self.edges = CornerPictures.Edges(
      outer: edges.outer.placed(outer.radius, in: outer.bounds, transform),
      inner: edges.inner.placed(inner.radius, in: inner.bounds, transform))
  }

  /// Paints the outline in a color. Over a photo, also fills the inside with the theme's background.
  func paint(_ color: Color, _ canvas: Canvas, on surface: Surface) {
    let background = canvas.theme.background
    if canvas.photo != nil {
      outer.paint(color, canvas, on: surface)
      return inner.paint(background, over: color, canvas, on: surface)
    }
    let (bounds, inside, middle) = (outer.bounds, inner.bounds, outer.bounds.inset(by: outer.radius))
    for bar in [
      Rect(minX: middle.minX, minY: bounds.minY, maxX: middle.maxX, maxY: inside.minY),
      Rect(minX: middle.minX, minY: inside.maxY, maxX: middle.maxX, maxY: bounds.maxY),
      Rect(minX: bounds.minX, minY: middle.minY, maxX: inside.minX, maxY: middle.maxY),
      Rect(minX: inside.maxX, minY: middle.minY, maxX: bounds.maxX, maxY: middle.maxY),
    ] as [Rect<LayoutSpace>] {
      canvas.fill(bar.intersection(bounds), with: color, on: surface)
    }
    for edge in edges.outer { edge.paint(color, over: background, canvas, on: surface) }
    for edge in edges.inner { edge.paint(background, over: color, canvas, on: surface) }
  }
}
