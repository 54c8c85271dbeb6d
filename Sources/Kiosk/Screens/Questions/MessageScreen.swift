import Settings
import StarSlider

extension ScreenBuilder {
  /// Builds a text with a button that continues the visit.
  func messageScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let stack = stack(.tiles, place)
    let message = try text(.question(place.number), place.phrases, in: stack.heading.union(stack.middle))
    return Screen(
      canvas, widgets: [message] + (try foot(place, stack, button: .next)), countdown: try dots(place, stack))
  }
}
