import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The layout of the screens, in the figures of its specification.
@Suite struct LookTests {
  @Test func starsHaveTheirSize() {
    func side(_ width: Int32, _ height: Int32, _ count: Int32 = 5) -> Int32 {
      Metrics(Size(width: width, height: height)).starSize(count)
    }
    #expect(side(800, 480) == 129 && side(1920, 1080) == 309 && side(1024, 600) == 165)
    // Limited by the height.
    #expect(side(1600, 480) == 172 && side(800, 480, 3) == 172)
    // In portrait, five stars and four gaps fill the width.
    let portrait = side(720, 1280)
    #expect((600...672).contains(portrait * 5 + Theme.light.gap(ofStar: portrait) * 4))
    #expect(Theme.light.gap(ofStar: 129) == 23 && Theme.classic.gap(ofStar: 129) == 5)
    #expect(Theme.light.face(ofSize: 309).lineWidth == Fixed(raw: 309 * 256 / 48))
    #expect(Theme.light.face(ofSize: 50).lineWidth == Fixed(2) && Theme.classic.face(ofSize: 309).lineWidth == Fixed(2))
  }

  /// The drawn stars have the size and place that were computed, on screens with room for them.
  @Test func starsAreAtTheirPlace() throws {
    for (width, height) in [(800, 480), (1024, 600), (1920, 1080), (720, 1280), (480, 800)] as [(Int32, Int32)] {
      let screens = try KioskScreens(width, height)
      let layout = try #require(screens.screen(.question(0)).slider).layout
      let side = Metrics(Size(width: width, height: height)).starSize(5)
      #expect(layout.starSize == side, "\(width)x\(height)")
      #expect((side * 18 / 100...side / 5).contains(layout.advance - layout.starSize), "\(width)x\(height)")
      let row = layout.row
      #expect(abs(row.minX - (width - row.maxX)) <= 1, "\(width)x\(height)")
      // Words below the row move it up by a fiftieth of the height at most.
      let middle = height * (height > width ? 50 : 55) / 100
      #expect(abs((row.minY + row.maxY) / 2 - middle) <= height / 50, "\(width)x\(height)")
    }
  }

  /// A heading is centered at 0.24 of the height, with capitals of a thirteenth of the shorter side.
  @Test func headingIsLarge() throws {
    for (width, height) in [(800, 480), (1920, 1080)] as [(Int32, Int32)] {
      let screens = try KioskScreens(width, height, languages: [ScreenSheet.english])
      let screen = screens.screen(.question(0))
      let heading = try #require(screen.widgets.first).bounds
      #expect(abs(heading.center.y.floor - height * 24 / 100) <= 1)
      let size = Metrics(Size(width: width, height: height)).title.largest
      #expect(size * 714 / 1000 >= height / 13 - 1)
    }
  }

  /// Where the size is known, a title has capitals of 7.3 mm, and one below 4.9 mm is a warning with its figure.
  @Test func capitalsInMillimeters() throws {
    let seven = Metrics(Size(width: 800, height: 480), millimeters: (154, 86))
    #expect(try #require(seven.capitals(of: seven.title.largest)) >= 72)
    let usual = try KioskScreens(millimeters: (154, 86), languages: [ScreenSheet.english]).set.warnings
    #expect(!usual.contains { $0.subject == .phrase(.question(0), language: "en") }, "\(usual)")
    var phrases = ScreenSheet.english
    phrases.questions[0] = String(repeating: "How was our service? ", count: 14)
    let found = try KioskScreens(millimeters: (154, 86), languages: [phrases]).set.warnings
    #expect(
      found.contains {
        $0.subject == .phrase(.question(0), language: "en") && $0.reason.contains("mm are too small to read")
      }, "\(found)")
  }

  /// Tiles are equal, and every row of them is centered.
  @Test func tilesAreCentered() throws {
    for (width, height) in ScreenTests.sizes {
      let metrics = Metrics(Size(width: width, height: height))
      let stack = Stack(metrics, .tiles, isRightToLeft: false)
      for count in 1...12 as ClosedRange<Int32> {
        let tiles = stack.grid(count, in: stack.middle, tallest: metrics.unit / 4)
        #expect(tiles.allSatisfy { $0.size == tiles[0].size && stack.middle.contains($0) })
        for tile in tiles {
          let row = tiles.filter { $0.minY == tile.minY }
          let (left, right) = (row[0].minX, row[row.count - 1].maxX)
          #expect(abs(left + right - stack.middle.minX - stack.middle.maxX) <= 1)
        }
      }
    }
  }

  /// A logo is above the heading, at most a ninth of the height.
  @Test func logoHasItsPlace() throws {
    for (width, height) in ScreenTests.sizes {
      let stack = Stack(
        Metrics(Size(width: width, height: height)), .row(stars: 5, words: false), hasLogo: true, isRightToLeft: false)
      #expect(stack.logo.height == height / 9 && stack.logo.maxY <= stack.heading.minY && stack.heading.height >= 17)
    }
  }

  /// The dots of a survey of several questions differ from question to question; a countdown replaces them.
  @Test func dotsShowProgress() throws {
    let screens = try KioskScreens()
    func foot(_ question: Int32, countdown: Int32? = nil) -> [UInt8] {
      let screen = screens.screen(.question(question))
      screen.setCountdown(countdown)
      let pixels = Buffers(1, screens.transform.physical, .xrgb8888).paint(screen).pixels
      // The middle of the foot, without the buttons at its ends.
      return (390..<480).flatMap { pixels[($0 * 800 + 300) * 4..<($0 * 800 + 500) * 4] }
    }
    let (first, last) = (foot(0), foot(1))
    let (isOther, isCounting) = (first != last, foot(0, countdown: 5) == foot(1, countdown: 5))
    #expect(isOther && isCounting)
    var phrases = ScreenSheet.english
    (phrases.questions, phrases.reasons) = ([phrases.questions[0]], [[]])
    let single = try KioskScreens(languages: [phrases]).screen(.question(0))
    let pixels = Buffers(1, screens.transform.physical, .xrgb8888).paint(single).pixels
    let isBare = (390..<480).allSatisfy { y in
      (300..<500).allSatisfy { pixels[(y * 800 + $0) * 4] == pixels[0] }
    }
    #expect(isBare)
  }
}
