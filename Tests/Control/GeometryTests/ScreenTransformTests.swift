import StarSlider
import TestSupport
import Testing

/// Picture and touch go through one mapping, in opposite directions.
@Suite struct ScreenTransformTests {
  private static let size = Size<PhysicalSpace>(width: 13, height: 7)

  @Test(arguments: Rotation.allCases) func pointsRoundTrip(rotation: Rotation) {
    let transform = ScreenTransform(physical: Self.size, rotation: rotation)
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let point = Point<LayoutSpace>(
        x: Fixed(raw: random.int32(in: -9000...9000)), y: Fixed(raw: random.int32(in: -9000...9000)))
      #expect(transform.toLayout(transform.toPhysical(point)) == point)
      let raw = Point<PhysicalSpace>(x: point.x, y: point.y)
      #expect(transform.toPhysical(transform.toLayout(raw)) == raw)
    }
  }

  /// A pixel's middle lands in the pixel that its rectangle lands on, and every pixel is met once.
  @Test(arguments: Rotation.allCases) func rectanglesMatchPoints(rotation: Rotation) {
    let transform = ScreenTransform(physical: Self.size, rotation: rotation)
    var met: Set<Rect<PhysicalSpace>> = []
    for y in 0..<transform.layout.height {
      for x in 0..<transform.layout.width {
        let pixel = Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        let placed = transform.toPhysical(pixel)
        let middle = Point<LayoutSpace>(x: Fixed(x) + .half, y: Fixed(y) + .half)
        #expect(placed.area == 1 && placed.contains(transform.toPhysical(middle)))
        #expect(Rect(Self.size).contains(placed))
        #expect(transform.toLayout(placed) == pixel)
        met.insert(placed)
      }
    }
    #expect(met.count == 13 * 7)
  }

  /// Turned clockwise: the viewer's top left corner, as the scanout has it.
  @Test func corners() {
    func topLeft(_ rotation: Rotation) -> Rect<PhysicalSpace> {
      ScreenTransform(physical: Self.size, rotation: rotation)
        .toPhysical(Rect<LayoutSpace>(minX: 0, minY: 0, maxX: 2, maxY: 1))
    }
    #expect(topLeft(.none) == Rect(minX: 0, minY: 0, maxX: 2, maxY: 1))
    #expect(topLeft(.quarter) == Rect(minX: 12, minY: 0, maxX: 13, maxY: 2))
    #expect(topLeft(.half) == Rect(minX: 11, minY: 6, maxX: 13, maxY: 7))
    #expect(topLeft(.threeQuarters) == Rect(minX: 0, minY: 5, maxX: 1, maxY: 7))
  }

  @Test func layoutSizes() {
    for rotation in Rotation.allCases {
      let layout = ScreenTransform(physical: Self.size, rotation: rotation).layout
      #expect(layout == (rotation.swapsAxes ? Size(width: 7, height: 13) : Size(width: 13, height: 7)))
    }
  }
}
