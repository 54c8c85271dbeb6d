import Display
import Testing

@testable import StarSlider

/// Every value of five scales, pixel by pixel, against the definition: exact areas, mixed in light.
@Suite struct FillEdgeTests {
  /// How far a star is from its definition, in 1/255 of white's light.
  private struct Distance {
    var greatest = 0.0
    var place = ""

    mutating func add(_ distance: Double, _ place: @autoclosure () -> String) {
      if distance > greatest { (greatest, self.place) = (distance, place()) }
    }
  }

  /// A slider on a screen that it fills.
  private struct Scene {
    let slider: StarSlider
    let arrangement: Arrangement
    private let display: MemoryDisplay

    init?(_ step: Step, _ arrangement: Arrangement, _ size: Size<PhysicalSpace>, _ face: Face, _ rotation: Rotation) {
      guard let scale = try? Scale(step: step) else { return nil }
      var configuration = SliderConfiguration(scale: scale, face: face)
      arrangement.apply(to: &configuration)
      let transform = ScreenTransform(physical: size, rotation: rotation)
      guard let display = MemoryDisplay(size: size),
        let slider = try? StarSlider(
          configuration, bounds: SliderConfiguration.bounds(onScreen: transform.layout), on: transform,
          format: .xrgb8888)
      else { return nil }
      (self.slider, self.arrangement, self.display) = (slider, arrangement, display)
    }

    /// Shows a value, and compares the star in which its fill ends: the pixels around its fill edge, or all of them.
    func compare(at value: Int32, with star: IdealStar, all: Bool, _ distance: inout Distance) throws {
      slider.set(value)
      let lent = try display.nextFrame()
      let frame = try #require(lent)
      try display.present(slider.paint(into: frame.surface, age: frame.age))
      let surface = try #require(display.scanout)
      let perStar = slider.layout.scale.step.perStar
      let index = min(value / perStar, slider.layout.scale.starCount - 1)
      let filled = Double(value - index * perStar) / Double(perStar)
      let box = Double(star.side) - 2 * star.inset
      let fillX = filled <= 0 ? 0 : filled >= 1 ? Double(star.side) : star.inset + box * filled
      let side = arrangement.filledSide
      let edge = Int(side == .left ? fillX : Double(star.side) - fillX)
      let around = max(edge - 2, 0)..<min(edge + 3, star.side)
      let rect = slider.layout.star(index)
      for y in all || side != .below ? 0..<star.side : around {
        for x in all || side == .below ? 0..<star.side : around {
          let (left, top) = (rect.minX + Int32(x), rect.minY + Int32(y))
          let onScreen = slider.transform.toPhysical(Rect(minX: left, minY: top, maxX: left + 1, maxY: top + 1))
          let shown = IdealStar.light(surface.pixel(x: onScreen.minX, y: onScreen.minY))
          let difference = shown - star.light(x, y, filledTo: fillX, from: side)
          distance.add(
            255 * max(difference.max(), -difference.min()), "\(star.side) px at \(value)/\(perStar): \(x), \(y)")
        }
      }
    }

    var values: [Int32] {
      let scale = slider.layout.scale
      if !scale.step.isContinuous { return (0...scale.maximum).map { $0 } }
      // Every part of a star, and nearly none and nearly all of it.
      return [1, scale.step.perStar - 1] + (0..<40).map { 2 * scale.step.perStar + 7919 + $0 * 24_611 }
    }
  }

  private static let scales = try! [Step.whole, .half, .quarter, Step(perStar: 10), .continuous]
  /// 200 sizes: screens as they are sold, and those whose stars have 5 to 182 pixels.
  private static let sizes: [(Int32, Int32)] =
    [
      (48, 16), (64, 20), (101, 31), (131, 45), (160, 128), (203, 61), (240, 240), (272, 480), (320, 240), (333, 222),
      (400, 240), (480, 272), (480, 320), (601, 399), (640, 480), (720, 1280), (800, 480), (801, 481), (1024, 600),
      (1280, 800), (1366, 768), (1920, 1080),
    ] + (5...182).map { (5 * $0 + 20, $0 + 20) }

  private static func check(
    _ face: Face, _ arrangement: Arrangement, sizes: [(Int32, Int32)], rotation: Rotation = .none,
    ideal: ((Int32) -> IdealStar)? = nil
  ) throws {
    var distances = [Distance](repeating: Distance(), count: scales.count)
    for (width, height) in sizes {
      let isTurned = arrangement.isVertical != rotation.swapsAxes
      let size = isTurned ? Size<PhysicalSpace>(width: height, height: width) : Size(width: width, height: height)
      var star: IdealStar?
      for (i, step) in scales.enumerated() {
        let scene = try #require(Scene(step, arrangement, size, face, rotation))
        let side = scene.slider.layout.starSize
        let exact = star ?? ideal?(side) ?? IdealStar(side: side, lineWidth: lineWidth(side))
        star = exact
        for value in scene.values {
          let isEnd = i == 0 && (value == 0 || value == scene.slider.layout.scale.maximum)
          try scene.compare(at: value, with: exact, all: isEnd, &distances[i])
        }
      }
    }
    for (step, distance) in zip(scales, distances) {
      print("1/\(step.perStar), \(arrangement.testDescription): \(distance.greatest) in light, \(distance.place)")
      #expect(distance.greatest <= 2, "1/\(step.perStar): \(distance.place)")
    }
  }

  /// The default: 2 px, and at most a twelfth of the side.
  private static func lineWidth(_ side: Int32) -> Double { min(2, Double(side) / 12) }

  @Test func everyValueOnEveryScreen() throws {
    try Self.check(Face(), Arrangement.all[0], sizes: Self.sizes)
  }

  @Test(arguments: Arrangement.all, Rotation.allCases)
  func everyValueInEveryDirection(arrangement: Arrangement, rotation: Rotation) throws {
    try Self.check(Face(), arrangement, sizes: [(131, 45), (320, 240)], rotation: rotation)
  }

  /// Without a stroke, areas on both sides of the shape's edge show.
  @Test(arguments: [
    (0xff_ffff, 0xff_ffff, 0xff_ff00), (0x00_0000, 0x40_4040, 0xff_b400), (0x20_4060, 0xdd_dddd, 0x10_1010),
  ])
  func everyValueWithoutStroke(background: UInt32, empty: UInt32, fill: UInt32) throws {
    let face = Face(
      fill: Color(rgb: fill), empty: Color(rgb: empty), background: Color(rgb: background), lineWidth: .zero)
    try Self.check(face, Arrangement.all[0], sizes: [(64, 20), (101, 31), (320, 240), (333, 222), (480, 272)]) {
      IdealStar(side: $0, lineWidth: 0, background: background, empty: empty, fill: fill)
    }
  }

  /// Full and empty stars of the light theme have strokes of different colors.
  @Test func everyValueWithTwoStrokes() throws {
    let (background, stroke, empty) = (0xf7_f5f0 as UInt32, 0x8a_5a00 as UInt32, 0x8c_8778 as UInt32)
    var face = Face(
      fill: Color(rgb: 0xff_b000), empty: Color(rgb: 0xe3_e0d8), background: Color(rgb: background),
      stroke: Color(rgb: stroke))
    face.emptyStroke = Color(rgb: empty)
    try Self.check(face, Arrangement.all[0], sizes: Self.sizes) {
      IdealStar(
        side: $0, lineWidth: Self.lineWidth($0), background: background, empty: 0xe3_e0d8, fill: 0xff_b000,
        stroke: stroke, emptyStroke: empty)
    }
  }
}

extension Arrangement {
  fileprivate var filledSide: IdealStar.Side { isVertical ? .below : direction == .leftToRight ? .left : .right }
}
