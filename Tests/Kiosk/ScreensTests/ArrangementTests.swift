import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import TestSupport
import Testing

/// Options in another order than that of the configuration.
@Suite struct ArrangementTests {
  private static let questions = [Int32(PictureSheet.choices.one), Int32(PictureSheet.choices.several)]

  /// Makes the screens with the options of the choices in an order; `nil` for that of the survey.
  private static func screens(_ rotation: Rotation, _ orders: [Int32: [Int32]] = [:]) throws -> ScreenSet {
    var design = PictureSheet.design(.light, Size(width: 800, height: 480))
    var languages = [KindSheet.english, KindSheet.arabic]
    for (question, order) in orders {
      let icons = design.questions[Int(question)].icons
      design.questions[Int(question)].icons = order.map { icons[Int($0)] }
      for i in languages.indices {
        let words = languages[i].options[Int(question)]
        languages[i].options[Int(question)] = order.map { words[Int($0)] }
      }
    }
    let turned = rotation.swapsAxes
    return try ScreenSet(
      design, languages: languages,
      on: ScreenTransform(
        physical: Size(width: turned ? 480 : 800, height: turned ? 800 : 480), rotation: rotation), format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
  }

  private static func pixels(_ screen: Screen, _ rotation: Rotation) -> [UInt8] {
    let turned = rotation.swapsAxes
    return Buffers(1, Size(width: turned ? 480 : 800, height: turned ? 800 : 480), .xrgb8888).paint(screen).pixels
  }

  /// An arranged screen is, pixel by pixel, the one whose configuration has that order. Each order replaces the one before.
  @Test(arguments: Rotation.allCases) func tilesMoveWithAllTheyShow(rotation: Rotation) throws {
    let arranged = try Self.screens(rotation)
    var random = SplitMix64(seed: 7)
    for _ in 0..<3 {
      var orders: [Int32: [Int32]] = [:]
      for question in Self.questions {
        let count = Int32(KindSheet.english.options[Int(question)].count)
        orders[question] = (0..<count).shuffled(using: &random)
      }
      let made = try Self.screens(rotation, orders)
      for (question, order) in orders {
        for language in 0..<2 as Range<Int32> {
          let (screen, other) = (
            arranged.screen(.question(question), language: language),
            made.screen(.question(question), language: language)
          )
          screen.show()
          screen.arrange(order)
          other.show()
          #expect(Self.pixels(screen, rotation) == Self.pixels(other, rotation), "\(question) \(order)")
          for (place, option) in order.enumerated() {
            #expect(screen.bounds(of: .option(option)) == other.bounds(of: .option(Int32(place))))
          }
        }
      }
    }
  }

  /// A touch chooses what the tile shows.
  @Test func touchChoosesWhatIsShown() throws {
    let screen = try Self.screens(.none).screen(.question(Self.questions[0]), language: 0)
    let place = try #require(screen.bounds(of: .option(0)))
    let count = Int32(KindSheet.english.options[Int(Self.questions[0])].count)
    screen.show()
    screen.arrange((0..<count).reversed())
    let center = place.center
    #expect(screen.handle(TouchEvent(.began, contact: 1, at: center, time: 0)) == nil)
    #expect(screen.handle(TouchEvent(.ended, contact: 1, at: center, time: 1)) == .action(.option(count - 1)))
  }

  /// An order for another number of tiles changes nothing.
  @Test func wrongOrdersChangeNothing() throws {
    let screen = try Self.screens(.none).screen(.question(Self.questions[0]), language: 0)
    let before = screen.bounds(of: .option(0))
    for order in [[], [0], [1, 0]] as [[Int32]] {
      screen.arrange(order)
      #expect(screen.bounds(of: .option(0)) == before)
    }
  }
}
