import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// Buttons that shrink under a finger.
@Suite struct ButtonPressTests {
  private static let start: Int64 = 5_000_000_000

  private static func touch(_ phase: TouchPhase, _ place: Point<LayoutSpace>) -> TouchEvent<LayoutSpace> {
    TouchEvent(phase, contact: 1, at: place)
  }

  /// The number of pixels of a button's color in its middle row. Those of its text never change.
  private static func reach(_ place: Rect<LayoutSpace>, _ pixels: [UInt8], _ color: Color) -> Int32 {
    let y = place.center.y.floor
    return (place.minX..<place.maxX).reduce(0) { count, x in
      let i = Int(y * 800 + x) * 4
      return count + (pixels[i] == color.blue && pixels[i + 1] == color.green && pixels[i + 2] == color.red ? 1 : 0)
    }
  }

  /// A button shrinks to 0.94 within 80 ms, then nothing wakes the kiosk, and it ends with the finger.
  @Test func buttonShrinksUnderAFinger() throws {
    let screens = try KioskScreens(hasMotion: true)
    let screen = screens.screen(.reasons(0))
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let still = buffers.paint(screen).pixels
    let place = try #require(screen.bounds(of: .done))
    #expect(screen.handle(Self.touch(.began, place.center)) == nil)
    // The first frame does not wait for the motion.
    #expect(screen.needsPaint && screen.deadline == 0)
    var reaches = [Self.reach(place, buffers.paint(screen).pixels, Theme.light.pressed)]
    var now = Self.start
    while screen.deadline != nil {
      screen.update(at: now)
      if screen.needsPaint {
        let frame = buffers.paint(screen)
        #expect(screens.transform.toPhysical(place).contains(frame.damage.bounds))
        reaches.append(Self.reach(place, frame.pixels, Theme.light.pressed))
      }
      now = max(now, screen.deadline ?? now)
    }
    #expect(now - Self.start <= ButtonPress.duration + ScreenChange.frame && !screen.isMoving)
    #expect(reaches.count >= 4 && reaches == reaches.sorted(by: >), "\(reaches)")
    let body = ButtonWidget.body(place, ring: screen.canvas.ring)
    #expect(abs(reaches[0] - reaches[reaches.count - 1] - body.width * 6 / 100) <= 1, "\(reaches)")
    #expect(screen.handle(Self.touch(.ended, place.center)) == .action(.done))
    #expect(buffers.paint(screen).pixels == still)
    screen.update(at: now + 1_000_000_000)
    #expect(!screen.needsPaint && screen.deadline == nil)
  }

  /// A finger that leaves the button, comes back, and is lifted before the motion ends acts as without motion. No motion is left.
  @Test func motionDelaysNoAnswer() throws {
    let screens = try KioskScreens(hasMotion: true)
    let screen = screens.screen(.reasons(0))
    let place = try #require(screen.bounds(of: .option(1)))
    let outside = Point<LayoutSpace>(x: place.center.x, y: Fixed(1))
    _ = screen.handle(Self.touch(.began, place.center))
    screen.update(at: Self.start)
    screen.update(at: Self.start + 40_000_000)
    let button = try #require(screen.buttons.first { $0.action == .option(1) })
    #expect(button.depth > 0 && button.depth < ButtonPress.depth)
    _ = screen.handle(Self.touch(.moved, outside))
    #expect(button.depth == 0 && !button.isPressed)
    _ = screen.handle(Self.touch(.moved, place.center))
    #expect(button.isPressed && button.depth == 0 && screen.isMoving)
    screen.update(at: Self.start + 50_000_000)
    // Another contact ends the motion at its least size.
    _ = screen.handle(TouchEvent(.began, contact: 2, at: outside))
    #expect(button.depth == ButtonPress.depth && !screen.isMoving)
    #expect(screen.handle(Self.touch(.ended, place.center)) == .action(.option(1)))
    #expect(button.depth == 0 && button.isSelected && screen.deadline == nil)
    let plain = try KioskScreens().screen(.reasons(0))
    _ = plain.handle(Self.touch(.began, place.center))
    #expect(plain.deadline == nil)
  }

  /// In every rotation and some formats, on a plain ground and on a photo, each frame is the one painted anew.
  @Test(arguments: Rotation.allCases) func everyFrameIsRight(rotation: Rotation) throws {
    for (format, hasPhoto) in [(PixelFormat.xrgb8888, true), (.rgb565, false), (.bgr888, true)] {
      let photo = hasPhoto ? PictureSheet.picture(width: 320, height: 240) : nil
      let all = try (0..<2).map { _ in
        try KioskScreens(320, 240, rotation: rotation, format: format, hasMotion: true, photo: photo)
      }
      let (screen, twin) = (all[0].screen(.reasons(0)), all[1].screen(.reasons(0)))
      let size = all[0].transform.physical
      let buffers = Buffers(2, size, format)
      let place = try #require(screen.bounds(of: .option(2)))
      _ = buffers.paint(screen)
      for each in [screen, twin] { _ = each.handle(Self.touch(.began, place.center)) }
      var (now, frames) = (Self.start, 0)
      while let deadline = screen.deadline {
        now = max(now, deadline)
        for each in [screen, twin] { each.update(at: now) }
        if !screen.needsPaint { continue }
        twin.invalidate()
        let isRight = buffers.paint(screen).pixels == Buffers(1, size, format).paint(twin).pixels
        #expect(isRight)
        frames += 1
      }
      #expect(frames > 3)
    }
  }
}
