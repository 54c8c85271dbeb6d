import Display
import StarSlider

/// An answer that stands out on its screen until the next one appears: the chosen star and its word are larger, the chosen tile is filled, and
/// the others fade.
struct HeldAnswer {
  /// The share of the background in what was not chosen, in 1/256: 45 %.
  private static var share: UInt16 { 115 }
  /// The picture of a full star that is about 1.08 times as large.
  private static var starSize: Int { 3 }

  private let canvas: Canvas
  private let shift: ScreenShift
  /// The places of what was not chosen.
  private let others: [Rect<LayoutSpace>]
  private let button: ButtonWidget?
  private let star: (square: Rect<LayoutSpace>, pictures: StarPictures)?
  private let words: ScaleWordsWidget?

  init(
    _ others: [Rect<LayoutSpace>], button: ButtonWidget? = nil, star: (Rect<LayoutSpace>, StarPictures)? = nil,
    words: ScaleWordsWidget? = nil, movedBy shift: ScreenShift, _ canvas: Canvas
  ) {
    (self.others, self.button, self.star, self.words) = (others, button, star, words)
    (self.shift, self.canvas) = (shift, canvas)
  }

  /// Paints the answer over the still picture of its screen. `ground` is the background of the screen.
  func paint(on whole: Surface, over ground: Surface) {
    let isMoved = shift != .none
    let (surface, ground) = isMoved ? (whole.moved(by: shift), ground.moved(by: shift)) : (whole, ground)
    for other in others {
      let place = canvas.transform.toPhysical(other).intersection(surface.bounds)
      if place.isEmpty { continue }
      let part = surface.part(place)
      part.mix(part, with: ground.part(place), share: Self.share)
    }
    if let button {
      button.isSelected = true
      button.paint(canvas, on: surface)
    }
    if let star, case let place = canvas.transform.toPhysical(star.square), surface.bounds.contains(place) {
      star.pictures.paint(size: Self.starSize, on: surface.part(place))
    }
    if let words, let word = words.held {
      canvas.fill(words.bounds, with: canvas.theme.background, on: surface)
      word.paint(on: surface)
    }
  }
}

extension Screen {
  /// Returns the answer that the visitor has just given on this screen; `nil` if there is none.
  func heldAnswer(movedBy shift: ScreenShift) -> HeldAnswer? {
    switch input.answer {
    case .none: return nil
    case .button(let chosen):
      let others = buttons.filter { $0 !== chosen && $0.isOption }.map { $0.bounds }
      let isOnPanel = panel?.bounds.contains(chosen.bounds) == true
      return HeldAnswer(others, button: chosen, movedBy: shift, isOnPanel ? canvas.plain : canvas)
    case .stars:
      guard let slider else { return nil }
      let layout = slider.layout
      let others = (slider.touchedStars..<max(layout.scale.starCount, slider.touchedStars)).map { layout.star($0) }
      var star: (Rect<LayoutSpace>, StarPictures)?
      if let motion = animation.stars, slider.fullStars > 0, slider.fullStars == slider.touchedStars {
        star = (layout.star(slider.fullStars - 1).inset(by: -motion.pictures.margin), motion.pictures)
      }
      return HeldAnswer(others, star: star, words: words, movedBy: shift, canvas.plain)
    }
  }
}
