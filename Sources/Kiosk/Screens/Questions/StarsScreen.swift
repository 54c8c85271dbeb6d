import StarSlider

extension ScreenBuilder {
  func starsScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(Stack.Content(place.slider, words: place.local.hasStarWords), place)
    let (slider, motion) = try place.sliders.moved(place.slider, isRightToLeft: place.local.reversesStars)
    let words =
      place.isStart ? nil : try starWords(place.phrases, under: slider, in: stack.words, above: stack.foot.minY)
    return try screen(place, stack, slider: slider, motion: motion, words: words)
  }
}
