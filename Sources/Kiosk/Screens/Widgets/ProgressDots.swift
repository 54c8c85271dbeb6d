import StarSlider

/// The progress of a visit: the index of its question, and the number of questions, two or more.
struct Progress {
  let index: Int32
  let count: Int32
  let isRightToLeft: Bool

  /// Returns `nil` for a survey of one question.
  init?(_ visit: VisitProgress, _ stack: Stack) {
    if visit.count < 2 { return nil }
    (index, count, isRightToLeft) = (visit.index, visit.count, stack.isRightToLeft)
  }
}

/// A dot for each question of a survey. The dots of the current question and those before it are larger and have the color of buttons.
struct ProgressDots {
  private let dots: [(shape: RoundedRectangle, isReached: Bool)]

  init(_ progress: Progress, in bounds: Rect<LayoutSpace>, _ metrics: Metrics, _ canvas: Canvas) {
    // Half of the width is space between the dots.
    let side = max(min(metrics.unit / 36, bounds.width / (2 * progress.count), bounds.height), 1)
    let left = bounds.minX + (bounds.width - side * (2 * progress.count - 1)) / 2
    let top = bounds.minY + (bounds.height - side) / 2
    dots = (0..<progress.count).map { place in
      let x = left + 2 * side * place
      let index = progress.isRightToLeft ? progress.count - 1 - place : place
      let isReached = index <= progress.index
      let dot = Rect<LayoutSpace>(minX: x, minY: top, maxX: x + side, maxY: top + side)
        .inset(by: isReached ? 0 : side / 5)
      return (RoundedRectangle(dot, radius: dot.width / 2, canvas), isReached)
    }
  }

  func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    for dot in dots {
      dot.shape.paint(dot.isReached ? theme.accent : theme.emptyEdge, canvas, on: surface)
    }
  }
}
