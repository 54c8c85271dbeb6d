extension ScreenBuilder {
  /// Builds the question with its code. Settings with errors may have no address; then it is a text.
  func commentScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    guard let address = place.code else { return try messageScreen(place) }
    return try codeScreen(place, address)
  }
}
