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

/// A dot for each question of a survey. The current one is a pill 2.4 times as wide. The dots up to the current one have the color of buttons.
struct ProgressDots {
  private let dots: [(shape: RoundedRectangle, isReached: Bool)]

  init(_ progress: Progress, in bounds: Rect<LayoutSpace>, _ metrics: Metrics, _ canvas: Canvas) {
    // Half of the width is space between the dots.
    let side = max(min(metrics.unit / 48, bounds.width / (2 * progress.count + 1), bounds.height), 1)
    let pill = side * 12 / 5
    let top = bounds.minY + (bounds.height - side) / 2
    var x = bounds.minX + (bounds.width - 2 * side * (progress.count - 1) - pill) / 2
    dots = (0..<progress.count).map { place in
      let index = progress.isRightToLeft ? progress.count - 1 - place : place
      let width = index == progress.index ? pill : side
      let dot = Rect<LayoutSpace>(minX: x, minY: top, maxX: x + width, maxY: top + side)
      x += width + side
      return (RoundedRectangle(dot, radius: side / 2, canvas), index <= progress.index)
    }
  }

  func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    for dot in dots {
      dot.shape.paint(dot.isReached ? theme.accent : theme.emptyEdge, canvas, on: surface)
    }
  }
}
