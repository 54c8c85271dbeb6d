import StarSlider
import Text

/// A number with a label beside it; without a number, the progress of the visit. The digits are rendered once.
final class CountdownWidget: Widget {
  /// The number; `nil` while there is no countdown.
  var number: Int32? { didSet { markChanged(number != oldValue) } }

  private let label: PlacedMask?
  private let digits: [TextBlock]
  /// The width of a digit in pixels.
  private let advance: Int32
  private let area: Rect<LayoutSpace>
  private let dots: ProgressDots?

  /// Creates a countdown whose number is in the middle of `area`. Each digit was set in a box `advance` pixels wide and as high as the area.
  init(
    label: PlacedText?, digits: [TextBlock], advance: Int32, in area: Rect<LayoutSpace>, dots: ProgressDots?,
    _ canvas: Canvas
  ) {
    self.label = label?.mask(canvas)
    (self.digits, self.advance, self.area, self.dots) = (digits, advance, area, dots)
    super.init(label.map { $0.bounds.union(area) } ?? area)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    guard let number else {
      dots?.paint(canvas, on: surface)
      return
    }
    label?.paint(canvas.theme.text, canvas, on: surface)
    let shown = "\(max(number, 0))".utf8.map { Int($0 - UInt8(ascii: "0")) }
    var x = area.minX + (area.width - advance * Int32(shown.count)) / 2
    for digit in shown where x >= area.minX && x + advance <= area.maxX {
      let place = Rect<LayoutSpace>(minX: x, minY: area.minY, maxX: x + advance, maxY: area.maxY)
      PlacedMask(digits[digit], in: place, through: canvas.transform).paint(canvas.theme.text, canvas, on: surface)
      x += advance
    }
  }
}
