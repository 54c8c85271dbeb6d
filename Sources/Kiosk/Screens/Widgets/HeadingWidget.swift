import StarSlider
import Text

/// The heading of a screen. While an idle visit is about to end, it is the warning.
final class HeadingWidget: Widget {
  /// A text that was set in its bounds.
  struct Text {
    let block: TextBlock
    let bounds: Rect<LayoutSpace>

    init(_ block: TextBlock, in bounds: Rect<LayoutSpace>) { (self.block, self.bounds) = (block, bounds) }

    func paint(_ canvas: Canvas, on surface: Surface) {
      PlacedMask(block, in: bounds, through: canvas.transform).paint(canvas.theme.text, canvas, on: surface)
    }
  }

  var warns = false { didSet { markChanged(warns != oldValue && warning != nil) } }

  private let text: PlacedMask
  private let warning: PlacedMask?

  init(_ text: Text, warning: Text? = nil, _ canvas: Canvas) {
    self.text = PlacedMask(text.block, in: text.bounds, through: canvas.transform)
    self.warning = warning.map { PlacedMask($0.block, in: $0.bounds, through: canvas.transform) }
    super.init(warning.map { $0.bounds.union(text.bounds) } ?? text.bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    let shown = warns ? warning ?? text : text
    shown.paint(canvas.theme.text, canvas, on: surface)
  }
}
