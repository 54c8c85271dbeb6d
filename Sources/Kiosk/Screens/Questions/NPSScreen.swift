extension ScreenBuilder {
  func npsScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen { try scaleScreen(place, 0...10) }
}
