import StarSlider
import Text

/// A label with a number below it; without a number, the progress of the visit. The digits are rendered once.
final class CountdownWidget: Widget {
  /// The number; `nil` while there is no countdown.
  var number: Int32? { didSet { markChanged(number != oldValue) } }

  private let label: TextBlock
  private let digits: [TextBlock]
  /// The width of a digit in pixels.
  private let advance: Int32
  private let labelBounds: Rect<LayoutSpace>
  private let dots: ProgressDots?

  /// Creates a countdown. `label` was set in `labelBounds`; each digit was set in a box `advance` pixels wide below it.
  init(
    _ label: TextBlock, in labelBounds: Rect<LayoutSpace>, digits: [TextBlock], advance: Int32,
    dots: ProgressDots? = nil, bounds: Rect<LayoutSpace>
  ) {
    self.label = label
    self.digits = digits
    self.advance = advance
    self.labelBounds = labelBounds
    self.dots = dots
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.clear(bounds, on: surface)
    guard let number else {
      dots?.paint(canvas, on: surface)
      return
    }
    func paint(_ block: TextBlock, in box: Rect<LayoutSpace>) {
      PlacedMask(block, in: box, through: canvas.transform).paint(theme.text, canvas, on: surface)
    }
    paint(label, in: labelBounds)
    let shown = "\(max(number, 0))".utf8.map { Int($0 - UInt8(ascii: "0")) }
    var x = bounds.minX + (bounds.width - advance * Int32(shown.count)) / 2
    for digit in shown where x >= bounds.minX && x + advance <= bounds.maxX {
      paint(digits[digit], in: Rect(minX: x, minY: labelBounds.maxY, maxX: x + advance, maxY: bounds.maxY))
      x += advance
    }
  }
}
