import TestSupport
import Testing

@testable import StarSlider

/// A row with a color for each part of the scale looks like a row of that color, after any change of the value.
@Suite struct FillsByValueTests {
  private static let colors = [Color(rgb: 0xc0_2020), Color(rgb: 0xf0_b000), Color(rgb: 0x20_9040)]
  private static let transform = ScreenTransform(physical: Size(width: 131, height: 40), rotation: .none)

  private static func configuration(isEnabled: Bool = true) throws -> SliderConfiguration {
    var configuration = SliderConfiguration(scale: try Scale(starCount: 5, step: .half), spacing: 3)
    configuration.fillsByValue = colors
    configuration.isEnabled = isEnabled
    return configuration
  }

  private static func slider(_ configuration: SliderConfiguration, styles: [Face] = []) throws -> StarSlider {
    try StarSlider(
      configuration, styles: styles, bounds: Rect(transform.layout), on: transform, format: .xrgb8888)
  }

  private static func screen() -> GuardedScreen {
    GuardedScreen(size: transform.physical, format: .xrgb8888, pitch: 131 * 4)
  }

  private static func pixels(_ slider: StarSlider) -> [UInt32] {
    let screen = screen()
    slider.paintStill(on: screen.surface)
    return pixels(screen)
  }

  private static func pixels(_ screen: GuardedScreen) -> [UInt32] {
    (0..<transform.physical.height).flatMap { y in
      (0..<transform.physical.width).map { screen.surface.pixel(x: $0, y: y) }
    }
  }

  /// The pictures of rows with one color each, for every value: nil, and 0 to 10 half stars.
  private static func wanted(isEnabled: Bool = true) throws -> [[UInt32]] {
    try ([nil] + (0...10).map { $0 }).map { (value: Int32?) in
      // Values 1 to 4, 5 to 7, 8 to 10.
      let part = (value ?? 0) < 5 ? 0 : (value ?? 0) < 8 ? 1 : 2
      var configuration = try configuration(isEnabled: isEnabled)
      configuration.fillsByValue = []
      configuration.face.fill = colors[part]
      let slider = try slider(configuration)
      slider.set(value)
      return pixels(slider)
    }
  }

  /// From every value to every other, with one buffer and with two.
  @Test(arguments: [1, 2])
  func everyChange(buffers: Int) throws {
    let wanted = try Self.wanted()
    let values: [Int32?] = [nil] + (0...10).map { $0 }
    let slider = try Self.slider(Self.configuration())
    let screens = (0..<buffers).map { _ in Self.screen() }
    var (frame, shown) = (0, wanted[0])
    for first in values.indices {
      for value in values.indices.flatMap({ [first, $0] }) {
        slider.set(values[value])
        #expect(slider.needsPaint == (frame == 0 || (values[value] ?? 0) != (slider.shownValue ?? 0)))
        let screen = screens[frame % buffers]
        let damage = slider.paint(into: screen.surface, age: frame < buffers ? 0 : buffers)
        let pixels = Self.pixels(screen)
        if pixels != wanted[value] { Issue.record("\(String(describing: values[value])) after frame \(frame)") }
        let (width, isFirst) = (Self.transform.physical.width, frame == 0)
        for (index, pixel) in pixels.enumerated() where pixel != shown[index] && !isFirst {
          let place = Point<PhysicalSpace>(x: Fixed(Int32(index) % width), y: Fixed(Int32(index) / width))
          if !(0..<damage.count).contains(where: { damage[$0].contains(place) }) {
            Issue.record("\(place) differs outside the damage")
            return
          }
        }
        (frame, shown) = (frame + 1, pixels)
      }
    }
    #expect(screens.allSatisfy { $0.fault(outside: $0.surface.bounds) == nil })
  }

  /// A disabled row is paler in each part, and another style has its own color for all values.
  @Test func disabledRowsAndStyles() throws {
    let wanted = try Self.wanted(isEnabled: false)
    let disabled = try Self.slider(Self.configuration(isEnabled: false))
    let thanks = try Self.slider(Self.configuration(), styles: [.thanks])
    var plain = try Self.configuration()
    plain.fillsByValue = []
    let green = try Self.slider(plain, styles: [.thanks])
    (thanks.style, green.style) = (1, 1)
    for value in Int32(0)...10 {
      for slider in [disabled, thanks, green] { slider.set(value) }
      #expect(Self.pixels(disabled) == wanted[Int(value) + 1])
      #expect(Self.pixels(thanks) == Self.pixels(green))
    }
  }

  /// Setting the colors of a slider that is shown, and the largest number of steps.
  @Test func changedColorsAndLongScales() throws {
    var configuration = try Self.configuration()
    configuration.fillsByValue = []
    let slider = try Self.slider(configuration)
    slider.set(9)
    let screen = Self.screen()
    _ = slider.paint(into: screen.surface, age: 0)
    try slider.configure(Self.configuration())
    #expect(slider.needsPaint)
    _ = slider.paint(into: screen.surface, age: 1)
    #expect(Self.pixels(screen) == (try Self.wanted())[10])

    configuration = SliderConfiguration(scale: try Scale(starCount: 20, step: Step(perStar: 1_000_000)), spacing: 0)
    configuration.fillsByValue = Self.colors
    let long = try Self.slider(configuration)
    for (value, part) in [
      (0, 0), (1, 0), (6_666_667, 0), (6_666_668, 1), (13_333_334, 1), (13_333_335, 2), (20_000_000, 2),
    ] {
      #expect(long.parts.style(0, Int32(value)) == Int32(part), "\(value)")
    }
  }

  /// The memory of all colors is counted.
  @Test func memory() throws {
    func bytes(_ configuration: SliderConfiguration) -> Int64 {
      StarSlider.mostMemory(configuration, bounds: Rect(Self.transform.layout), format: .xrgb8888)
    }
    var plain = try Self.configuration()
    plain.fillsByValue = []
    #expect(try bytes(Self.configuration()) == 3 * bytes(plain))
  }
}

extension StarSlider {
  /// The value of the frame that was painted last.
  fileprivate var shownValue: Int32? { history.latest.fill.value }
}
