import Settings
import StarSlider

extension ScreenBuilder {
  /// Builds a text with a button that continues the visit.
  func messageScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(.tiles, place)
    let message = try statement(.question(place.number), place.phrases, in: stack.statement, warns: true)
    return try screen(place, stack, heading: message, button: .next)
  }
}
