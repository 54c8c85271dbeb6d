import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The tick on the stars of the thank-you screen.
@Suite struct StarTickTests {
  /// It is on the last full star and only there, whatever the buffer showed before. Without a full star there is none.
  @Test(arguments: [0, 1] as [Int32]) func tickIsOnTheLastFullStar(language: Int32) throws {
    let screens = try KioskScreens(800, 480)
    let screen = screens.screen(.thanks, language: language)
    let slider = try #require(screen.slider)
    let ink = Theme.light.ink(on: Theme.light.thanks)
    let buffers = Buffers(3, screens.transform.physical, .xrgb8888)
    /// Whether the middle of a star has pixels of the tick.
    func hasTick(_ star: Int32, _ pixels: [UInt8]) -> Bool {
      let square = slider.layout.star(star).inset(by: slider.layout.starSize * 2 / 5)
      return (square.minY..<square.maxY).contains { y in
        (square.minX..<square.maxX).contains { x in
          let i = Int(y * 800 + x) * 4
          return Color(red: pixels[i + 2], green: pixels[i + 1], blue: pixels[i]) == ink
        }
      }
    }
    for value in [10, 1, 6, 7, 2, 0] as [Int32] {
      screen.show()
      slider.set(value)
      let pixels = buffers.paint(screen).pixels
      for star in 0..<5 as Range<Int32> {
        #expect(hasTick(star, pixels) == (star == value / 2 - 1), "\(value) \(star)")
      }
    }
  }

  /// With motion, it appears when the last star has turned.
  @Test func tickFollowsTheColors() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let screen = screens.screen(.thanks)
    let slider = try #require(screen.slider)
    #expect(screen.tick != nil)
    slider.set(6)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    screen.show()
    slider.set(6)
    screen.thank(from: 5_000_000_000)
    let spare = Buffers(1, screens.transform.physical, .xrgb8888)
    while let now = screen.deadline {
      #expect(slider.style == 0)
      screen.update(at: now)
      _ = buffers.paint(screen)
    }
    #expect(slider.style == Screen.thanks)
    let done = buffers.paint(screen).pixels
    screen.invalidate()
    #expect(spare.paint(screen).pixels == done)
  }
}
