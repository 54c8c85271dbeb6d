import StarSlider
import Text

/// The button in the top right corner that shows the screens with more contrast and larger texts: a disc of which one half is filled.
final class ContrastButton: ButtonWidget {
  private let symbol: PlacedMask

  override var focusRadius: Int32 { bounds.width / 2 }

  init(_ metrics: Metrics, _ canvas: Canvas) {
    let side = metrics.contrastButton
    let (right, top) = (metrics.size.width - metrics.margin, metrics.margin)
    let bounds = Rect<LayoutSpace>(minX: right - side, minY: top, maxX: right, maxY: top + side)
    let body = Self.body(bounds, ring: canvas.ring)
    symbol = PlacedMask(.contrast(side: body.width), x: body.minX, y: body.minY, through: canvas.transform)
    super.init(.contrast, .quiet, bounds: bounds)
  }

  override func paintBody(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    symbol.paint(isPressed ? canvas.theme.accent : canvas.theme.text, canvas, on: surface)
  }
}

extension CoveragePicture {
  /// Returns a disc whose left half is filled and whose right half is an outline.
  fileprivate static func contrast(side: Int32) -> CoveragePicture {
    let line = max(side / 14, 2)
    let hole = Shape.circle.coverage(side: max(side - 2 * line, 1))
    var bytes = Shape.circle.coverage(side: side).bytes
    for y in 0..<hole.height {
      for x in hole.width / 2..<hole.width { bytes[Int((y + line) * side + x + line)] -= hole[x, y] }
    }
    return CoveragePicture(width: side, height: side, bytes: bytes)
  }
}
