import StarSlider
import Text

/// A part of a screen. It paints every pixel of its bounds, so that no pixel has to be read.
class Widget {
  let bounds: Rect<LayoutSpace>
  /// Whether the widget is on the panel of a screen with a photo.
  var isOnPanel: Bool { false }
  /// Whether the widget has changed since it was last painted.
  var isChanged = false
  /// The last frame in which it changed.
  var changedAt: Int64 = 0

  init(_ bounds: Rect<LayoutSpace>) { self.bounds = bounds }

  func markChanged(_ hasChanged: Bool) { if hasChanged { isChanged = true } }

  func paint(_ canvas: Canvas, on surface: Surface) { preconditionFailure("every widget overrides paint") }
}

/// A text and the bounds in which it was set.
struct PlacedText {
  let block: TextBlock
  let bounds: Rect<LayoutSpace>

  init(_ block: TextBlock, in bounds: Rect<LayoutSpace>) { (self.block, self.bounds) = (block, bounds) }

  func mask(_ canvas: Canvas) -> PlacedMask { PlacedMask(block, in: bounds, through: canvas.transform) }
}

final class TextWidget: Widget {
  private let text: PlacedMask

  init(_ block: TextBlock, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    text = PlacedMask(block, in: bounds, through: canvas.transform)
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    text.paint(canvas.theme.text, canvas, on: surface)
  }
}
