import StarSlider

/// The typed digits as dots, in a row that fits the longest PIN.
final class PINField: Widget {
  /// The number of typed digits.
  var count = 0 { didSet { markChanged(count != oldValue) } }

  private let dots: [(typed: RoundedRectangle, empty: RoundedRectangle)]

  /// Creates an empty field.
  ///
  /// - Parameter longest: The number of digits of the longest PIN.
  init(longest: Int, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    let places = Int32(longest)
    let side = max(min(bounds.width / (2 * places), bounds.height), 1)
    let left = bounds.minX + (bounds.width - side * (2 * places - 1)) / 2
    let top = bounds.minY + (bounds.height - side) / 2
    dots = (0..<places).map { place in
      let x = left + 2 * side * place
      func dot(_ inset: Int32) -> RoundedRectangle {
        let rect = Rect<LayoutSpace>(minX: x, minY: top, maxX: x + side, maxY: top + side).inset(by: inset)
        return RoundedRectangle(rect, radius: rect.width / 2, canvas)
      }
      return (dot(0), dot(side / 3))
    }
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.clear(bounds, on: surface)
    for (i, dot) in dots.enumerated() {
      if i < count {
        dot.typed.paint(theme.accent, canvas, on: surface)
      } else {
        dot.empty.paint(theme.emptyEdge, canvas, on: surface)
      }
    }
  }
}

extension Screen {
  /// Shows a dot for each typed digit of the PIN.
  package func showDigits(_ count: Int) { for widget in widgets { (widget as? PINField)?.count = count } }
}
