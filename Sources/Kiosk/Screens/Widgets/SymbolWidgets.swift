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
