import Display
import Screens
import StarSlider
import Survey

/// What shrinks under a finger, with `motion = full`.
package struct PressSheet: Sendable {
  package let name: String
  let theme: Theme
  let size: Size<LayoutSpace>
  let isRightToLeft: Bool

  package static let all: [PressSheet] =
    ([
      ("light", .light, 800, 480, false), ("dark", .dark, 800, 480, true), ("classic", .classic, 320, 240, true),
      ("contrast", .contrast, 720, 1280, false),
    ] as [(String, Theme, Int32, Int32, Bool)]).map { (theme, colors, width, height, isRightToLeft) in
      PressSheet(
        name: "pressed-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
        size: Size(width: width, height: height), isRightToLeft: isRightToLeft)
    }

  /// Stars that pop beside a pressed one, a pressed full and a pressed half star; a pressed face, thumb, number and button.
  package func render() throws -> Pixels {
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    var pictures: [[UInt8]] = []
    func set(_ design: ScreenSet.Design, _ phrases: LocalizedPhrases) throws -> ScreenSet {
      var design = design
      design.hasMotion = true
      return try ScreenSet(
        design, languages: [phrases], on: transform, format: .xrgb8888, typesetter: ScreenSheet.typesetter())
    }
    func add(
      _ set: ScreenSet, _ view: SurveyScreen, after times: [Int64], touch: (Screen) -> Point<LayoutSpace>?
    ) throws {
      let screen = set.screen(view, language: 0)
      screen.show()
      screen.slider?.set(nil)
      if let place = touch(screen) { _ = screen.handle(TouchEvent(.began, contact: 1, at: place)) }
      for time in times { screen.update(at: time * 1_000_000) }
      pictures.append(try ScreenSheet.picture(of: screen, transform.physical))
      _ = screen.cancelTouch()
    }
    let stars = try set(ScreenSheet.design(theme, size), isRightToLeft ? ScreenSheet.arabic : ScreenSheet.english)
    for (star, isHalf, times) in [(3, false, [0, 90]), (2, false, [0, 80, 600]), (3, true, [0, 80, 600])]
      as [(Int32, Bool, [Int64])]
    {
      try add(stars, .question(0), after: times) { screen in
        guard let layout = screen.slider?.layout else { return nil }
        let square = layout.star(star)
        let share: Int32 = isHalf == isRightToLeft ? 3 : 1
        return Point(x: Fixed(square.minX + square.width * share / 4), y: square.center.y)
      }
    }
    let kinds = try set(KindSheet.design(theme, size), isRightToLeft ? KindSheet.arabic : KindSheet.english)
    for (question, action) in [
      (0, .option(3)), (4, .option(0)), (2, .option(7)), (6, .done),
    ] as [(Int32, Action)] {
      try add(kinds, .question(question), after: [0, 80, 600]) { $0.bounds(of: action)?.center }
    }
    return ScreenSheet.sheet(pictures, width: Int(size.width), height: Int(size.height), columns: 4)
  }
}
