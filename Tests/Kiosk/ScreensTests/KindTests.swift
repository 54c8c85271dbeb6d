import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import Testing
import Text

/// The screens of every kind of question.
@Suite struct KindTests {
  static func screens(
    _ width: Int32, _ height: Int32, theme: Theme = .light, millimeters: (width: Int32, height: Int32)? = nil
  ) throws -> ScreenSet {
    let size = Size<LayoutSpace>(width: width, height: height)
    var design = KindSheet.design(theme, size)
    design.metrics = Metrics(size, millimeters: millimeters)
    return try ScreenSet(
      design, languages: [KindSheet.english, KindSheet.arabic], on: KeyTests.transform(size), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  /// The actions of a question's screen, in the order of a visitor's eyes.
  static func actions(_ question: Int, language: Int32) -> [Action] {
    let design = KindSheet.questions[question].design
    let tiles: Int32 =
      switch design.kind {
      case .nps: 11
      case .yesNo: 2
      case .choice: Int32(KindSheet.english.options[question].count)
      case .stars, .comment, .message: 0
      default: design.size
      }
    let hasButton = design.choosesSeveral || design.kind == .comment || design.kind == .message
    return (0..<tiles).map { .option($0) } + [hasButton ? .done : .language(1 - language)]
      + (question > 0 ? [.startOver] : [])
  }

  /// Every tile is hit by a tap, lies beside all others, and is as large as WCAG says; from right to left, the row is mirrored.
  @Test(arguments: ScreenTests.sizes) func everyTileHandlesTaps(width: Int32, height: Int32) throws {
    let set = try Self.screens(width, height)
    for question in KindSheet.questions.indices {
      var places: [[Rect<LayoutSpace>]] = [[], []]
      for language in 0..<2 {
        let screen = set.screen(.question(Int32(question)), language: Int32(language))
        for action in Self.actions(question, language: Int32(language)) {
          let place = try #require(screen.bounds(of: action), "\(question) \(action)")
          #expect(Rect(Size<LayoutSpace>(width: width, height: height)).contains(place))
          #expect(min(place.width, place.height) >= 24, "\(question) \(action)")
          #expect(places[language].allSatisfy { $0.intersection(place).isEmpty }, "\(question) \(action)")
          screen.show()
          _ = screen.handle(TouchEvent(.began, contact: 1, at: place.center))
          #expect(screen.handle(TouchEvent(.ended, contact: 1, at: place.center)) == .action(action))
          _ = screen.handle(TouchEvent(.began, contact: 1, at: place.center))
          let outside = Point<LayoutSpace>(x: Fixed(place.minX - 1), y: Fixed(place.minY - 1))
          #expect(screen.handle(TouchEvent(.ended, contact: 1, at: outside)) == nil)
          places[language].append(place)
        }
      }
      for (ltr, rtl) in zip(places[0], places[1]) {
        // Minor buttons are as wide as their texts; their outer edges are mirrored.
        let (left, right) = (abs(rtl.minX - (width - ltr.maxX)), abs(rtl.maxX - (width - ltr.minX)))
        #expect(min(left, right) <= 1 && rtl.minY == ltr.minY, "\(question)")
      }
    }
  }

  /// Arrow keys reach every tile, and the enter key chooses it.
  @Test(arguments: [(320, 240), (800, 480), (720, 1280)] as [(Int32, Int32)])
  func keysReachEveryTile(width: Int32, height: Int32) throws {
    let set = try Self.screens(width, height)
    for question in KindSheet.questions.indices {
      for language in [Int32(0), 1] {
        let screen = set.screen(.question(Int32(question)), language: language)
        // A walk that tries every arrow at every button it has come to.
        var found: [Action] = []
        var ways: [[Key]] = [[]]
        while let way = ways.popLast() {
          screen.show()
          _ = screen.handle(Key.down)
          for key in way { _ = screen.handle(key) }
          guard case .action(let action) = KeyTests.enter(screen), !found.contains(action) else { continue }
          found.append(action)
          ways += [Key.left, .right, .up, .down].map { way + [$0] }
        }
        #expect(Set(found) == Set(Self.actions(question, language: language)), "\(question)")
      }
    }
  }

  /// All texts fit, every contrast suffices, and tiles are large enough. On a panel of known size, long labels of many tiles are too small.
  @Test func screensHaveNoWarnings() throws {
    for theme in [Theme.light, .dark, .contrast, .classic] {
      for (width, height) in [(320, 240), (480, 272), (800, 480), (720, 1280), (1920, 1080)] as [(Int32, Int32)] {
        let found = try Self.screens(width, height, theme: theme).warnings
        #expect(found == [], "\(width)x\(height)")
      }
    }
    let panel = try Self.screens(800, 480, millimeters: (154, 86))
    #expect(panel.warnings.allSatisfy { $0.reason.contains("mm are too small to read") }, "\(panel.warnings)")
  }

  /// Faces can be told apart without color, and a mouth is in the middle of each.
  @Test func facesDifferWithoutColor() throws {
    let screen = try Self.screens(800, 480, theme: .contrast).screen(.question(0), language: 0)
    screen.show()
    let buffers = Buffers(1, Size(width: 800, height: 480), .xrgb8888)
    let pixels = buffers.paint(screen).pixels
    let faces = try (0..<5).map { (i: Int32) in
      let place = try #require(screen.bounds(of: .option(i)))
      return (place.minY..<place.maxY).flatMap { y in
        (place.minX..<place.maxX).map { x in pixels[Int(y * 800 + x) * 4 + 1] > 127 }
      }
    }
    for i in 0..<5 { for j in 0..<i { #expect(zip(faces[i], faces[j]).filter { $0 != $1 }.count > 200) } }
  }

  /// A survey without stars has none on any screen, and needs no memory for them.
  @Test func surveyWithoutStarsHasNone() throws {
    let set = try Self.screens(800, 480)
    for view in [SurveyScreen.attract, .question(0), .question(7), .thanks] {
      #expect(set.screen(view, language: 0).slider == nil)
    }
    let attract = set.screen(.attract, language: 0)
    #expect(attract.handle(Key.enter) == .action(.start))
  }

  /// Screens of any size are built, however little can be seen on them.
  @Test(arguments: [5, 9, 20, 60] as [Int32]) func tinyScreens(height: Int32) throws {
    for width in [5, 12, 40, 90] as [Int32] {
      let set = try Self.screens(width, height)
      for question in KindSheet.questions.indices {
        let screen = set.screen(.question(Int32(question)), language: 0)
        screen.show()
        _ = Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen)
      }
    }
  }
}
