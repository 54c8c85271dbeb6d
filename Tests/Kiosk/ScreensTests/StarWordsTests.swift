import AllocationCounter
import Display
import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The words below the stars.
@Suite struct StarWordsTests {
  private func picture(_ screen: Screen, _ screens: KioskScreens, _ value: Int32?) -> [UInt8] {
    screen.show()
    screen.slider?.set(value)
    return Buffers(1, screens.transform.physical, .xrgb8888).paint(screen).pixels
  }

  /// Returns the part of a picture of 800x480 below the stars, as far as words may be.
  private func band(_ picture: [UInt8], _ screen: Screen) throws -> [UInt8] {
    let bounds = try #require(screen.words).bounds
    return Array(picture[Int(bounds.minY) * 800 * 4..<Int(bounds.maxY) * 800 * 4])
  }

  /// Each whole star has its word, half stars that of the star they are part of, and no stars have none.
  @Test(arguments: [0, 1] as [Int32]) func wordFollowsTheValue(language: Int32) throws {
    let screens = try KioskScreens()
    let screen = screens.screen(.question(0), language: language)
    var bands: [[UInt8]] = []
    for value in 0...10 as ClosedRange<Int32> { bands.append(try band(picture(screen, screens, value), screen)) }
    let unrated = try band(picture(screen, screens, nil), screen)
    #expect(bands[0] == unrated)
    for star in 1...5 {
      let isSame = bands[2 * star - 1] == bands[2 * star]
      let isNew = bands[2 * star] != bands[2 * star - 2]
      #expect(isSame && isNew, "\(star)")
    }
  }

  @Test func wordsAreBelowTheirStars() throws {
    for (width, height) in ScreenTests.sizes {
      let screens = try KioskScreens(width, height)
      // On the narrow screen the Arabic words of buttons do not fit.
      if width > 240 { #expect(screens.set.warnings.isEmpty, "\(width)x\(height): \(screens.set.warnings)") }
      let screen = screens.screen(.question(0))
      let (words, stars) = (try #require(screen.words).bounds, try #require(screen.slider).layout.bounds)
      #expect(
        words.minY >= stars.maxY + 3 * screen.canvas.ring && words.minX >= 0 && words.maxX <= width,
        "\(width)x\(height)")
      let foot = try #require(screen.bounds(of: .language(1)))
      #expect(words.maxY <= foot.minY && words.height >= 20, "\(width)x\(height)")
    }
  }

  /// Without words there is no widget; a list that does not match the stars is not drawn.
  @Test func onlyCompleteListsAreShown() throws {
    for words in [[], ["Bad"], ["Bad", "Good"]] {
      var phrases = ScreenSheet.english
      phrases.starWords = words
      let screens = try KioskScreens(languages: [phrases])
      #expect(screens.screen(.question(0)).words == nil)
      _ = picture(screens.screen(.question(0)), screens, 4)
    }
  }

  /// A drag across words repaints stars and words only, and allocates nothing.
  @Test(arguments: Rotation.allCases) func aDragAllocatesNothing(rotation: Rotation) throws {
    for format in [PixelFormat.xrgb8888, .rgb888, .rgb565] {
      let screens = try KioskScreens(rotation: rotation, format: format)
      let screen = screens.screen(.question(0))
      let display = try #require(MemoryDisplay(size: screens.transform.physical, format: format, buffers: 2))
      let stars = try #require(screen.slider).layout.bounds
      let y = stars.center.y
      _ = screen.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(stars.minX + 40), y: y)))
      for _ in 0..<2 { try Self.show(screen, on: display) }
      let all = screens.transform.toPhysical(stars.union(try #require(screen.words).bounds))
      allocation_counter_start()
      let damage = try Self.drag(screen, on: display, from: stars.minX + 40, to: stars.maxX - 40, y: y)
      let count = allocation_counter_stop()
      #expect(count == 0)
      #expect(all.contains(damage) && !damage.isEmpty)
    }
  }

  @inline(never) @discardableResult
  private static func show(_ screen: Screen, on display: MemoryDisplay) throws(DisplayError) -> Rect<PhysicalSpace> {
    guard let frame = try display.nextFrame() else { return .empty }
    let damage = screen.paint(frame)
    try display.present(damage)
    return damage.bounds
  }

  /// There and back. Returns the bounds of all damage.
  @inline(never) private static func drag(
    _ screen: Screen, on display: MemoryDisplay, from start: Int32, to end: Int32, y: Fixed
  ) throws(DisplayError) -> Rect<PhysicalSpace> {
    var damage = Rect<PhysicalSpace>.empty
    for i in 0..<200 as Range<Int32> {
      let x = start + (end - start) * min(i, 200 - i) / 100
      _ = screen.handle(TouchEvent(.moved, contact: 1, at: Point(x: Fixed(x), y: y)))
      if screen.needsPaint { damage = damage.union(try show(screen, on: display)) }
    }
    return damage
  }
}
