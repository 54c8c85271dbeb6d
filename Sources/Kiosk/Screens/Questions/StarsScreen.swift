import StarSlider

extension ScreenBuilder {
  func starsScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(Stack.Content(place.slider, words: place.local.hasStarWords), place)
    let (slider, motion) = try place.sliders.moved(place.slider, isRightToLeft: place.local.reversesStars)
    let title = try heading(.question(place.number), place.phrases, stack)
    return Screen(
      canvas, widgets: [title] + (try foot(place, stack)), slider: slider, motion: motion,
      words: try starWords(place.phrases, under: slider, in: stack.words), countdown: try dots(place, stack),
      focusDistance: 3 * canvas.ring)
  }
}
