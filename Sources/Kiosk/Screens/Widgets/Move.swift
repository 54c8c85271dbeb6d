import StarSlider

/// The way from one tile to another one of the same size, in pixels as the visitor sees them and of the scanout.
struct Move {
  let (layout, scanout): ((x: Int32, y: Int32), (x: Int32, y: Int32))

  init(from: Rect<LayoutSpace>, to: Rect<LayoutSpace>, through transform: ScreenTransform) {
    let (start, end) = (transform.toPhysical(from), transform.toPhysical(to))
    layout = (to.minX - from.minX, to.minY - from.minY)
    scanout = (end.minX - start.minX, end.minY - start.minY)
  }

  func moved(_ rect: Rect<LayoutSpace>) -> Rect<LayoutSpace> {
    Rect(
      minX: rect.minX + layout.x, minY: rect.minY + layout.y, maxX: rect.maxX + layout.x, maxY: rect.maxY + layout.y)
  }

  func moved(_ rect: Rect<PhysicalSpace>) -> Rect<PhysicalSpace> {
    Rect(
      minX: rect.minX + scanout.x, minY: rect.minY + scanout.y, maxX: rect.maxX + scanout.x,
      maxY: rect.maxY + scanout.y)
  }
}
