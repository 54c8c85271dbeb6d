import StarSlider
import Text

/// A tick on a disc, to thank the visitor.
final class TickWidget: Widget {
  override var isOnPanel: Bool { true }
  private let disc: PlacedMask
  private let tick: PlacedMask

  init(in area: Rect<LayoutSpace>, _ metrics: Metrics, _ canvas: Canvas) {
    let side = max(min(area.height, area.width, metrics.unit * 2 / 5), 1)
    let (x, y) = (area.minX + (area.width - side) / 2, area.minY + (area.height - side) / 2)
    let inset = side / 6
    disc = PlacedMask(Shape.circle.coverage(side: side), x: x, y: y, through: canvas.transform)
    tick = PlacedMask(
      Shape.tick.coverage(side: side - 2 * inset), x: x + inset, y: y + inset, through: canvas.transform)
    super.init(Rect(minX: x, minY: y, maxX: x + side, maxY: y + side))
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.fill(bounds, with: theme.background, on: surface)
    disc.paint(theme.thanks, over: theme.background, canvas, on: surface)
    tick.paint(theme.ink(on: theme.thanks), over: theme.thanks, canvas, on: surface)
  }
}

/// A tick on the last full star of the thank-you screen, once the stars have the color of thanks. It is rendered for the first thanks, so
/// that the start does not wait for it.
final class StarTick {
  private let slider: StarSlider
  private var tick: PlacedMask?
  private let side: Int32
  /// The color of the star.
  private let color: Color

  /// Returns `nil` for stars that are images or differ from each other.
  init?(on slider: StarSlider, _ color: Color) {
    if !slider.hasEqualShapes { return nil }
    (self.slider, self.color) = (slider, color)
    side = max(slider.layout.starSize / 2, 1)
  }

  /// Paints the tick over a star that has just been painted, or that has the tick already. Returns its place; `nil` if there is none.
  func paint(_ canvas: Canvas, on surface: Surface) -> Rect<LayoutSpace>? {
    if slider.style != Screen.thanks || slider.fullStars < 1 { return nil }
    let center = slider.layout.star(slider.fullStars - 1).center
    let (x, y) = (center.x.floor - side / 2, center.y.floor - side / 2)
    let tick = tick ?? PlacedMask(Shape.tick.coverage(side: side), x: 0, y: 0, through: canvas.transform)
    self.tick = tick
    tick.placed(x: x, y: y, side: side, through: canvas.transform)
      .paint(canvas.theme.ink(on: color), over: color, canvas, on: surface)
    return Rect(minX: x, minY: y, maxX: x + side, maxY: y + side)
  }
}

/// A globe in the place of a heading. It is rendered when it is shown.
final class GlobeWidget: Widget {
  private var globe: PlacedMask?

  init(side: Int32, _ stack: Stack) {
    let area = stack.heading
    let x = area.minX + (area.width - side) / 2
    let y = max(min(stack.headingMiddle - side / 2, area.maxY - side), area.minY)
    super.init(Rect(minX: x, minY: y, maxX: x + side, maxY: y + side))
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    let globe =
      globe ?? PlacedMask(.globe(side: bounds.width), x: bounds.minX, y: bounds.minY, through: canvas.transform)
    self.globe = globe
    globe.paint(canvas.theme.text, canvas, on: surface)
  }
}

/// The word at an end of a scale.
final class EndWord: Widget {
  private let text: PlacedMask

  /// Centers a block that was set in `bounds` around a column, as far as the bounds allow.
  init(_ block: TextBlock, around column: Int32, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    let width = block.coverage.width
    let x = max(min(column - width / 2, bounds.maxX - width), bounds.minX) - block.x
    let place = Rect<LayoutSpace>(minX: x, minY: bounds.minY, maxX: x + bounds.width, maxY: bounds.maxY)
    text = PlacedMask(block, in: place, through: canvas.transform)
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    text.paint(canvas.theme.secondary, canvas, on: surface)
  }
}
