extension ScreenBuilder {
  func effortScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    try scaleScreen(place, 1...place.question.size)
  }
}
