import StarSlider
import Text

/// The heading of a screen. While an idle visit is about to end, it is the warning.
final class HeadingWidget: Widget {
  var warns = false { didSet { markChanged(warns != oldValue && warning != nil) } }

  private let text: PlacedMask
  private let warning: PlacedMask?

  init(_ text: PlacedText, warning: PlacedText? = nil, _ canvas: Canvas) {
    self.text = text.mask(canvas)
    self.warning = warning?.mask(canvas)
    super.init(warning.map { $0.bounds.union(text.bounds) } ?? text.bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    let shown = warns ? warning ?? text : text
    shown.paint(canvas.theme.text, canvas, on: surface)
  }
}
