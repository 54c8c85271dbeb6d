import StarSlider
import Text

/// A QR code whose modules are whole pixels, dark on light in every theme, on a light card with round corners: its quiet zone.
final class CodeWidget: Widget {
  /// The side of a module in pixels.
  private let side: Int32
  private let card: RoundedRectangle
  private var code: QRCode?

  /// Creates a widget without a code.
  ///
  /// - Parameter bounds: The bounds of the code with its quiet zone; multiples of `side`.
  init(side: Int32, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    self.side = side
    // With this radius, an arc stays three modules away from the code's corner.
    card = RoundedRectangle(bounds, radius: QRCode.quietZone * side, canvas)
    super.init(bounds)
  }

  /// Shows a code of the size that fits the bounds; `nil` removes it.
  func show(_ code: QRCode?) {
    self.code = code
    isChanged = true
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    card.clear(around: bounds, canvas, on: surface)
    card.paint(.white, canvas, on: surface)
    guard let code, (code.width + 2 * QRCode.quietZone) * side <= bounds.width else { return }
    let (left, top) = (bounds.minX + QRCode.quietZone * side, bounds.minY + QRCode.quietZone * side)
    for row in 0..<code.width {
      var column: Int32 = 0
      while column < code.width {
        let start = column
        while column < code.width, code.modules[Int(row * code.width + column)] { column += 1 }
        if column > start {
          canvas.fill(
            Rect(
              minX: left + start * side, minY: top + row * side, maxX: left + column * side,
              maxY: top + (row + 1) * side), with: .black, on: surface)
        } else {
          column += 1
        }
      }
    }
  }
}
