import Display
import TestSupport
import Testing

@testable import StarSlider

/// Where stars are, and that nothing is drawn anywhere else.
@Suite struct LayoutTests {
  private static func layout(
    _ width: Int32, _ height: Int32, count: Int32 = 5, spacing: Int32 = 5, margin: Int32 = 0, least: Int32 = 5
  ) -> SliderLayout? {
    let configuration = SliderConfiguration(
      scale: try! Scale(starCount: count), spacing: spacing, margin: margin, minimumStarSize: least)
    return SliderLayout(configuration, bounds: Rect(minX: 10, minY: 20, maxX: 10 + width, maxY: 20 + height))
  }

  @Test func roomForAll() throws {
    let layout = try #require(Self.layout(220, 40))
    #expect(layout.starSize == 40 && layout.advance == 45)
    #expect(layout.star(0) == Rect(minX: 10, minY: 20, maxX: 50, maxY: 60))
    #expect(layout.row == Rect(minX: 10, minY: 20, maxX: 230, maxY: 60))
  }

  @Test func starsAreCenteredInTheirCells() throws {
    let low = try #require(Self.layout(220, 20))
    #expect(low.starSize == 20 && low.star(0).minX == 20 && low.star(1).minX == 65)
    let high = try #require(Self.layout(220, 100))
    #expect(high.starSize == 40 && high.star(0).minY == 50)
  }

  /// Gaps give way until stars have their least size; only then do stars.
  @Test func gapsShrinkFirst() throws {
    var last: SliderLayout?
    for width in (Int32(5)...120).reversed() {
      let layout = try #require(Self.layout(width, 40, spacing: 12, margin: 3, least: 10))
      let gap = layout.advance - layout.starSize
      if width >= 5 * 10 + 4 * 12 + 2 * 3 {
        #expect(gap == 12, "the wished gap")
      } else if width >= 5 * 10 {
        #expect(layout.starSize >= 10 && gap < 12)
      } else {
        #expect(gap == 0 && layout.starSize == width / 5)
      }
      if let last { #expect(layout.starSize <= last.starSize + 1 && gap <= last.advance - last.starSize) }
      last = layout
    }
    #expect(Self.layout(4, 40) == nil, "less than a pixel a star")
    #expect(Self.layout(5, 0) == nil)
    #expect(Self.layout(5, 1)?.starSize == 1)
  }

  @Test func extremeNumbers() {
    #expect(Self.layout(4000, 40, count: 1000, spacing: .max, margin: .max)?.starSize == 4)
    #expect(Self.layout(50, 40, spacing: -5, margin: -1)?.starSize == 10)
    #expect(Self.layout(50, 40, least: .max)?.starSize == 10)
    #expect(Self.layout(50, 40, least: -1) != nil)
  }

  @Test func rejectsBoundsOffTheScreen() throws {
    let transform = ScreenTransform(physical: Size(width: 100, height: 50), rotation: .none)
    let configuration = SliderConfiguration(scale: try Scale())
    let narrow = Rect<LayoutSpace>(minX: 10, minY: 10, maxX: 12, maxY: 50)
    for bounds in [
      Rect(minX: -1, minY: 0, maxX: 100, maxY: 50), Rect(minX: 0, minY: 0, maxX: 101, maxY: 50),
      Rect(minX: 0, minY: 1, maxX: 100, maxY: 51), narrow,
    ] {
      #expect(throws: bounds == narrow ? SliderError.noRoom : .outsideScreen) {
        try StarSlider(configuration, bounds: bounds, on: transform, format: .xrgb8888)
      }
    }
  }

  /// A thousand sliders on a screen whose other pixels must stay as they are, the padding of rows included.
  @Test func nothingOutsideTheBounds() throws {
    var random = SplitMix64(seed: 14)
    for i in 0..<1000 {
      let rotation = Rotation.allCases[i % 4]
      let format = PixelFormat.allCases[i % 7]
      let size = Size<PhysicalSpace>(width: random.int32(in: 8...90), height: random.int32(in: 8...90))
      let transform = ScreenTransform(physical: size, rotation: rotation)
      let (minX, minY) = (random.int32(in: 0...3), random.int32(in: 0...3))
      let bounds = Rect<LayoutSpace>(
        minX: minX, minY: minY, maxX: random.int32(in: minX + 1...transform.layout.width),
        maxY: random.int32(in: minY + 1...transform.layout.height))
      let step = random.element(of: [Step.whole, .half, .quarter, .continuous])
      let scale = try Scale(starCount: random.int32(in: 1...9), step: step)
      var configuration = SliderConfiguration(
        scale: scale, spacing: random.int32(in: 0...20), margin: random.int32(in: 0...9),
        minimumStarSize: random.int32(in: 1...12))
      configuration.face.lineWidth = Fixed(raw: random.int32(in: 0...2000))
      if i % 3 == 0 { configuration.face.join = .round }
      guard let slider = try? StarSlider(configuration, bounds: bounds, on: transform, format: format) else {
        #expect(bounds.width < scale.starCount, "refused only where there is no pixel a star")
        continue
      }
      let layout = slider.layout
      if !bounds.contains(layout.row) { Issue.record("row \(layout.row) in \(bounds)") }
      let pitch = Int(size.width * format.bytesPerPixel) + i % 5
      let guardBytes = GuardedScreen(size: size, format: format, pitch: pitch)
      for age in [0, 1, 1, 1] {
        slider.set(random.int32(in: 0...scale.maximum))
        _ = slider.paint(into: guardBytes.surface, age: age)
      }
      if let fault = guardBytes.fault(outside: transform.toPhysical(bounds)) { Issue.record("\(fault), \(layout)") }
    }
  }

  /// The boundary of every value, to the nearest 1/256 px.
  @Test func fillsAreExact() throws {
    for perStar in [Int32(1), 2, 3, 4, 7, 1000, 1_000_000] {
      let scale = try Scale(starCount: 3, step: Step(perStar: perStar))
      for width in [Int32(15), 77, 300, 1001] {
        let bounds = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: width, maxY: 200)
        let layout = try #require(SliderLayout(SliderConfiguration(scale: scale), bounds: bounds))
        var last = Fixed.zero
        for steps in stride(from: Int32(0), through: perStar, by: perStar > 1000 ? 997 : 1) {
          let boundary = layout.fillX(steps: steps)
          if steps > 0 && steps < perStar {
            let exact =
              Double(layout.span(ofStar: 0).inset.raw) + Double(layout.span(ofStar: 0).boxSide.raw) * Double(steps)
              / Double(perStar)
            if abs(Double(boundary.raw) - exact) > 0.5 { Issue.record("\(steps)/\(perStar): \(boundary) not \(exact)") }
          }
          if boundary < last || boundary > Fixed(layout.starSize) { Issue.record("not in order at \(steps)") }
          last = boundary
        }
        #expect(layout.fillX(steps: 0) == .zero)
        #expect(layout.fillX(steps: perStar) == Fixed(layout.starSize))
      }
    }
  }

  /// The largest star there is: its products come closest to 64 bits. Where a value's fill ends, a finger gives that value.
  @Test func longestSides() throws {
    #expect(Self.layout(Path.limit + 1, 40) == nil)
    #expect(Self.layout(40, Path.limit + 1) == nil)
    let scale = try Scale(starCount: 1, step: .continuous)
    let bounds = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: Path.limit, maxY: Path.limit)
    let layout = try #require(SliderLayout(SliderConfiguration(scale: scale), bounds: bounds))
    #expect(layout.starSize == Path.limit)
    let middle = Fixed(Path.limit / 2)
    for steps in Array(stride(from: Int32(1), through: 999_999, by: 37)) + [999_998, 999_999] {
      let boundary = layout.fillX(steps: steps)
      let exact =
        Double(layout.span(ofStar: 0).inset.raw) + Double(layout.span(ofStar: 0).boxSide.raw) * Double(steps)
        / 1_000_000
      if abs(Double(boundary.raw) - exact) > 0.5 { Issue.record("\(steps): \(boundary) not \(exact)") }
      let hit = layout.hit(Point(x: boundary, y: middle))
      if hit != .value(steps) { Issue.record("\(hit) at the end of \(steps)") }
    }
  }
}
