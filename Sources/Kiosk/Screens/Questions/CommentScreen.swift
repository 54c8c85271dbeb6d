extension ScreenBuilder {
  /// Builds the question with its code. If the settings are invalid and have no address, builds a message without a code.
  func commentScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    guard let address = place.code, !place.isStart else { return try messageScreen(place) }
    return try codeScreen(place, address)
  }
}
