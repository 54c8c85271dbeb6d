import StarSlider

extension ScreenBuilder {
  /// Builds a row of smileys of the same size as stars.
  func facesScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let count = place.question.size
    let stack = stack(.row(stars: count, words: place.ends > 0), place)
    let side = max(min(metrics.starSize(count), stack.row.height), 1)
    let gap = side * 18 / 100
    let left = (metrics.size.width - side * count - gap * (count - 1)) / 2
    // Of four faces, the neutral one in the middle is missing.
    let moods = Shape.Mood.allCases.filter { count == 5 || $0 != .neutral }
    let masks = faceMasks(side: side)
    var widgets: [Widget] = []
    // Targets end at the foot.
    let outset = max(min(gap / 2, stack.foot.minY - stack.row.minY - side), 0)
    var squares: [Rect<LayoutSpace>] = []
    for (i, mood) in zip(0..<count, moods) {
      let x = left + (stack.isRightToLeft ? count - 1 - i : i) * (side + gap)
      let square = Rect<LayoutSpace>(
        minX: x, minY: stack.row.minY, maxX: x + side, maxY: stack.row.minY + side)
      checkTarget(square.size, .phrase(.question(place.number), language: place.phrases.language), "a face")
      widgets.append(FaceButton(.option(i), mood, masks, in: square, bounds: square.inset(by: -outset), canvas))
      squares.append(square)
    }
    if place.ends == 2, let first = squares.first, let last = squares.last {
      widgets.append(try end(0, place, under: first, top: stack.words.minY, stack.words.height))
      widgets.append(try end(1, place, under: last, top: stack.words.minY, stack.words.height))
    }
    return try screen(place, stack, widgets)
  }
}

extension Theme {
  /// Returns the color of a face: from red to green, or the stars' color in a theme that does not distinguish by color.
  func color(of mood: Shape.Mood) -> Color {
    if !isShaded && isRounded { return star }
    return Face.smileys[Int(mood.rawValue - Shape.Mood.awful.rawValue)].fill
  }

  /// Returns the color of the eyes and the mouth.
  func ink(on color: Color) -> Color { Contrast(text, color) > Contrast(background, color) ? text : background }
}
