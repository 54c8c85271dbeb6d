import Settings
import StarSlider
import Survey

// The place of the keyboard focus in words.
extension ScreenSpeech {
  func words(for focused: Screen.Focused, _ place: Place, _ screen: Screen) -> [Utterance] {
    if place.view.isPrivate { return [] }
    switch focused {
    case .nothing: return []
    case .stars: return words(forStars: place, screen)
    case .button(let button): return words(for: button, place, screen)
    }
  }

  /// The value, and the word under its star.
  private func words(forStars place: Place, _ screen: Screen) -> [Utterance] {
    var said = SpokenText(phrases(place))
    guard let slider = screen.slider, let value = slider.value else {
      said.say(.sayUnrated)
      return said.utterances
    }
    let scale = slider.layout.scale
    said.say(.sayPosition, said.number(slider.accessibilityValue) ?? "", of: "\(scale.starCount)")
    let star = Int((value - 1) / scale.step.perStar)
    if value > 0 && said.phrases.starWords.count == Int(scale.starCount) { said.say(said.phrases.starWords[star]) }
    return said.utterances
  }

  /// What is on the button, whether it is selected, and its place among the others of its group.
  private func words(for button: Screen.FocusedButton, _ place: Place, _ screen: Screen) -> [Utterance] {
    var said = SpokenText(phrases(place))
    switch button.action {
    case .option(let tile):
      if let number = number(ofTile: tile, place) {
        said.say(.sayPosition, number, of: number + button.count - 1 - tile)
        if let end = end(ofTile: tile, of: button.count, place) { said.say(end) }
        return said.utterances
      }
      said.say(label(ofTile: tile, of: button.count, place))
    case .language(let language):
      said.add([Utterance(languages[Int(language)].language, languages[Int(language)].phrases[.name])])
    case .languages: said.say(.sayLanguage)
    case .start: said.say(.sayBegin)
    case .done: said.say(isMessage(place.view) ? .next : .done)
    case .startOver:
      said.say(.startOver)
      if button.isSelected { said.say(.sayAgain) }
    case .contrast:
      said.say(.sayContrast)
      said.say(place.hasContrast ? .saySelected : .sayNotSelected)
    case .digit, .erase, .clean, .service: break
    }
    if button.isToggle { said.say(button.isSelected ? .saySelected : .sayNotSelected) }
    if button.count > 1 { said.say(.sayPosition, button.index + 1, of: button.count) }
    return said.utterances
  }

  private func isMessage(_ view: SurveyScreen) -> Bool {
    if case .question(let number) = view { return design(number).kind == .message }
    return false
  }

  /// The number on a tile of a scale; `nil` for other tiles.
  private func number(ofTile tile: Int32, _ place: Place) -> Int32? {
    guard case .question(let number) = place.view else { return nil }
    return design(number).kind.lowestNumber.map { $0 + tile }
  }

  /// The word at the end of a scale, if the tile is at an end.
  private func end(ofTile tile: Int32, of count: Int32, _ place: Place) -> String? {
    guard case .question(let number) = place.view, tile == 0 || tile == count - 1 else { return nil }
    let ends = phrases(place).ends(ofQuestion: number)
    return ends.count == 2 ? ends[tile == 0 ? 0 : 1] : nil
  }

  /// The words of a tile. Faces have the words of their ends or, without them, the mood that they show.
  private func label(ofTile tile: Int32, of count: Int32, _ place: Place) -> String {
    let phrases = phrases(place)
    switch place.view {
    case .reasons(let number): return phrases[.reason(tile, ofQuestion: number)]
    case .question(let number):
      switch design(number).kind {
      case .yesNo: return phrases[.phrase(tile == 0 ? .yes : .no)]
      case .faces:
        if let end = end(ofTile: tile, of: count, place) { return end }
        var moods: [Phrase] = [.sayAwful, .sayBad, .sayNeutral, .sayGood, .sayGreat]
        // Of four faces, the neutral one in the middle is missing.
        if count < 5 { moods.remove(at: 2) }
        return phrases[.phrase(moods[Int(tile)])]
      default: return phrases[.option(tile, ofQuestion: number)]
      }
    default: return ""
    }
  }
}
