import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The button for more contrast has the top right corner of every question for itself.
@Suite struct ContrastButtonTests {
  private static let sizes: [(Int32, Int32)] = [
    (320, 240), (480, 272), (480, 800), (720, 1280), (800, 480), (1024, 600), (1920, 1080), (3840, 2160),
  ]

  private static func screens(
    _ theme: Theme, _ width: Int32, _ height: Int32, hasButton: Bool = true, millimeters: (Int32, Int32)? = nil
  ) throws -> ScreenSet {
    let size = Size<LayoutSpace>(width: width, height: height)
    var design = KindSheet.design(theme, size)
    design.metrics = Metrics(
      size, millimeters: millimeters.map { ($0.0, $0.1) }, hasLargeText: theme.isBold, hasContrastButton: hasButton)
    return try ScreenSet(
      design, languages: [KindSheet.english, KindSheet.arabic], on: KeyTests.transform(size), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  /// Small panels of a known size, on which a fingertip needs a large part of the screen.
  private static let panels: [(Int32, Int32, (Int32, Int32))] = [
    (480, 320, (74, 49)), (480, 272, (95, 54)), (800, 480, (86, 52)), (480, 800, (52, 86)), (320, 480, (49, 74)),
  ]

  @Test(arguments: sizes) func nothingElseIsInTheCorner(width: Int32, height: Int32) throws {
    try expectNothingElse(width, height)
  }

  @Test(arguments: panels.indices) func nothingElseIsInTheCornerOfASmallPanel(index: Int) throws {
    let (width, height, millimeters) = Self.panels[index]
    try expectNothingElse(width, height, millimeters)
  }

  private func expectNothingElse(_ width: Int32, _ height: Int32, _ millimeters: (Int32, Int32)? = nil) throws {
    for theme in [Theme.light, .contrast] {
      let set = try Self.screens(theme, width, height, millimeters: millimeters)
      for language in [Int32(0), 1] {
        let views =
          [.attract, .language] + KindSheet.questions.indices.map { SurveyScreen.question(Int32($0)) }
        for view in views {
          let screen = set.screen(view, language: language)
          if case .question(let question) = view, KindSheet.questions[Int(question)].design.kind == .comment {
            #expect(screen.bounds(of: .contrast) == nil)
            continue
          }
          let corner = try #require(screen.bounds(of: .contrast), "\(view)")
          #expect(corner.maxX < width && corner.minY > 0 && corner.maxX > width * 19 / 20 && corner.minY < height / 20)
          for widget in screen.widgets where !(widget is ContrastButton) {
            #expect(widget.bounds.intersection(corner).isEmpty, "\(theme) \(view) \(type(of: widget))")
          }
          if let stars = screen.slider { #expect(stars.layout.bounds.intersection(corner).isEmpty, "\(view)") }
        }
      }
      #expect(set.screen(.thanks, language: 0).bounds(of: .contrast) == nil)
    }
  }

  @Test func isAsLargeAsAFingertip() throws {
    let set = try Self.screens(.light, 800, 480, millimeters: (108, 65))
    let metrics = Metrics(Size(width: 800, height: 480), millimeters: (108, 65))
    let corner = try #require(set.screen(.question(0), language: 0).bounds(of: .contrast))
    #expect(ButtonWidget.body(corner, ring: metrics.ring).width >= metrics.leastTarget)
    let without = try Self.screens(.light, 800, 480, hasButton: false)
    #expect(without.screen(.question(0), language: 0).bounds(of: .contrast) == nil)
  }

  /// A tap on the button is no answer and no start.
  @Test func tapAsksForContrast() throws {
    let set = try Self.screens(.light, 800, 480)
    for view in [SurveyScreen.attract, .language, .question(0), .question(5)] {
      let screen = set.screen(view, language: 0)
      screen.show()
      let corner = try #require(screen.bounds(of: .contrast))
      #expect(screen.handle(TouchEvent(.began, contact: 1, at: corner.center)) == nil)
      #expect(screen.handle(TouchEvent(.ended, contact: 1, at: corner.center)) == .action(.contrast), "\(view)")
    }
  }

  /// From the stars, Up leads to it and Down away from it.
  @Test func keysReachIt() throws {
    let screen = try Self.screens(.light, 800, 480).screen(.question(0), language: 0)
    screen.show()
    for key in [Key.down, .up, .enter] { #expect(screen.handle(key) == (key == .enter ? .action(.contrast) : nil)) }
    screen.show()
    for key in [Key.down, .down] { _ = screen.handle(key) }
    #expect(screen.handle(.enter) == .action(.language(1)))
  }

  /// One half is filled, in the color of text; a finger gives it that of buttons.
  @Test func halfIsFilled() throws {
    let set = try Self.screens(.light, 800, 480)
    let screen = set.screen(.question(0), language: 0)
    screen.show()
    let corner = try #require(screen.bounds(of: .contrast))
    func colors() -> (left: Color, right: Color, outside: Color) {
      let pixels = Buffers(1, Size(width: 800, height: 480), .xrgb8888).paint(screen).pixels
      func color(_ x: Int32, _ y: Int32) -> Color {
        let i = Int(y * 800 + x) * 4
        return Color(red: pixels[i + 2], green: pixels[i + 1], blue: pixels[i])
      }
      let (x, y, quarter) = (corner.center.x.floor, corner.center.y.floor, corner.width / 4)
      return (color(x - quarter, y), color(x + quarter, y), color(corner.minX, corner.minY))
    }
    let theme = Theme.light
    #expect(colors() == (theme.text, theme.background, theme.background))
    _ = screen.handle(TouchEvent(.began, contact: 1, at: corner.center))
    screen.invalidate()
    #expect(colors().left == theme.accent)
  }
}
