import StarSlider
import Testing
import Touch

@Suite struct TouchTransformTests {
  func axis(_ minimum: Int32, _ maximum: Int32) -> AxisInfo { AxisInfo(minimum: minimum, maximum: maximum) }

  func raw(_ x: Int32, _ y: Int32) -> Point<RawSpace> { Point(x: Fixed(x), y: Fixed(y)) }

  static let ranges: [(Int32, Int32)] = [
    (0, 799), (0, 800), (799, 0), (0, 4095), (4095, 0), (300, 3900), (3900, 300), (-2048, 2047), (0, 32767),
    (0, 8_388_607), (-8_388_607, 8_388_607), (0, 1), (0, 255), (1, 800),
  ]

  @Test func oneUnitPerPixelHitsTheMiddleOfEveryPixel() throws {
    let transform = try #require(
      TouchTransform(x: axis(0, 799), y: axis(0, 479), screen: Size(width: 800, height: 480)))
    for x: Int32 in 0..<800 {
      #expect(transform.toPhysical(raw(x, 0)) == Point(x: Fixed(raw: x * 256 + 128), y: .half))
    }
    for y: Int32 in 0..<480 { #expect(transform.toPhysical(raw(0, y)).y == Fixed(raw: y * 256 + 128)) }
  }

  @Test(arguments: ranges) func monotonicAndBothEndsReached(_ range: (Int32, Int32)) throws {
    for width: Int32 in [1, 2, 320, 800, 1366, 32_767] {
      let transform = try #require(
        TouchTransform(x: axis(range.0, range.1), y: axis(0, 10), screen: Size(width: width, height: 480)))
      let span = abs(Int64(range.1) - Int64(range.0))
      // Coarse axes cannot reach every pixel; their first and last cell lie at the ends.
      let cell = Int32((Int64(width) + span) / (span + 1))
      let first = transform.toPhysical(raw(range.0, 0)).x
      let last = transform.toPhysical(raw(range.1, 0)).x
      #expect(first > .zero && first.floor <= (cell - 1 + 1) / 2, "\(range) on \(width): \(first)")
      #expect(last < Fixed(width) && last.floor >= width - 1 - cell / 2, "\(range) on \(width): \(last)")
      if span >= Int64(width) - 1 { #expect(first.floor == 0 && last.floor == width - 1) }
      var before = Fixed.zero
      let direction: Int64 = range.0 < range.1 ? 1 : -1
      let step = max(1, span / 3000)
      for i in stride(from: Int64(0), through: span, by: Int(step)) {
        let x = transform.toPhysical(raw(Int32(Int64(range.0) + direction * i), 0)).x
        #expect(x >= before)
        before = x
      }
    }
  }

  @Test(arguments: ranges) func inverseRoundTrips(_ range: (Int32, Int32)) throws {
    let screen = Size<PhysicalSpace>(width: 800, height: 480)
    let transform = try #require(TouchTransform(x: axis(range.0, range.1), y: axis(0, 479), screen: screen))
    let span = abs(Int64(range.1) - Int64(range.0)) + 1
    for x: Int32 in 0..<800 {
      let place = Point<PhysicalSpace>(x: Fixed(raw: x * 256 + 128), y: Fixed(raw: 100 * 256 + 128))
      let device = transform.toRaw(place)
      let back = transform.toPhysical(device)
      // Where the axis is finer than the screen the same pixel comes back; 1/256 px of rounding aside.
      #expect(abs(back.x.raw - place.x.raw) <= max(2, Int32(800 * 256 / span)), "\(x): \(back)")
      #expect(back.y.floor == 100)
    }
  }

  @Test func allRotationsHitTheRightPixel() throws {
    for physical in [Size<PhysicalSpace>(width: 80, height: 48), Size(width: 7, height: 5), Size(width: 1, height: 1)] {
      for (maxX, maxY) in [(physical.width - 1, physical.height - 1), (4095, 4095), (physical.width, physical.height)] {
        let touch = try #require(TouchTransform(x: axis(0, max(1, maxX)), y: axis(max(1, maxY), 0), screen: physical))
        for rotation in Rotation.allCases {
          let screen = ScreenTransform(physical: physical, rotation: rotation)
          let bounds = Rect(screen.layout)
          for x in 0..<screen.layout.width {
            for y in 0..<screen.layout.height {
              // The pixel the viewer sees, its place on the scanout, the touch there, and back.
              let pixel = Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
              let place = screen.toPhysical(pixel)
              let middle = Point<PhysicalSpace>(x: Fixed(place.minX) + .half, y: Fixed(place.minY) + .half)
              let hit = screen.toLayout(touch.toPhysical(touch.toRaw(middle)))
              #expect(bounds.contains(hit))
              if maxX == 4095 { #expect(pixel.contains(hit), "\(rotation) \(x),\(y): \(hit)") }
            }
          }
          for corner in [raw(-99_999, -99_999), raw(99_999, 99_999), raw(0, 99_999), raw(99_999, 0)] {
            #expect(bounds.contains(screen.toLayout(touch.toPhysical(corner))))
          }
        }
      }
    }
  }

  @Test func calibration() throws {
    let screen = Size<PhysicalSpace>(width: 800, height: 480)
    func transform(_ text: String) throws -> TouchTransform {
      try #require(
        TouchTransform(x: axis(0, 799), y: axis(0, 479), screen: screen, calibration: Calibration(parsing: text)))
    }
    #expect(try transform("1 0 0 0 1 0").toPhysical(raw(100, 50)) == Point(x: Fixed(100) + .half, y: Fixed(50) + .half))
    // 180 degrees, as udev writes it.
    let half = try transform("-1 0 1 0 -1 1")
    #expect(half.toPhysical(raw(0, 0)) == Point(x: Fixed(799) + .half, y: Fixed(479) + .half))
    // 90 degrees: y across the screen's width.
    let quarter = try transform("0 -1 1 1 0 0")
    #expect(quarter.toPhysical(raw(0, 0)).x.floor == 799)
    #expect(quarter.toPhysical(raw(799, 0)).y.floor == 479)
    // A panel that is 10 % larger than the screen.
    let larger = try transform("1.1 0 -0.05 0 1.1 -0.05")
    #expect(larger.toPhysical(raw(0, 0)) == Point(x: Fixed(raw: 1), y: Fixed(raw: 1)))
    #expect(larger.toPhysical(raw(400, 240)).x.floor == 400)
    for matrix in [half, quarter, larger] {
      for x: Int32 in stride(from: 40, to: 760, by: 7) {
        let place = matrix.toPhysical(raw(x, 200))
        let back = matrix.toRaw(place)
        #expect(abs(back.x.raw - x * 256) <= 8 && abs(back.y.raw - 200 * 256) <= 8, "\(x): \(back)")
      }
    }
  }

  @Test func extremesDoNotOverflow() throws {
    let limit = Calibration.limit
    let screen = Size<PhysicalSpace>(width: 32_767, height: 32_767)
    let wide = axis(-AxisInfo.limit, AxisInfo.limit)
    for sign: Int32 in [-1, 1] {
      let calibration = try #require(
        Calibration(a: sign * limit, b: limit, c: limit, d: -limit, e: sign * limit, f: -limit))
      let transform = try #require(TouchTransform(x: wide, y: wide, screen: screen, calibration: calibration))
      for x in [Int32.min, 0, Int32.max] {
        for y in [Int32.min, 0, Int32.max] {
          let p = transform.toPhysical(Point(x: Fixed(raw: x), y: Fixed(raw: y)))
          #expect(Rect(screen).contains(p))
          _ = transform.toRaw(Point(x: Fixed(raw: x), y: Fixed(raw: y)))
        }
      }
    }
  }

  @Test func unusableAxesAndSizesAreRejected() {
    let good = axis(0, 10)
    let screen = Size<PhysicalSpace>(width: 8, height: 8)
    #expect(TouchTransform(x: axis(5, 5), y: good, screen: screen) == nil)
    #expect(TouchTransform(x: good, y: axis(0, .max), screen: screen) == nil)
    #expect(TouchTransform(x: good, y: good, screen: Size(width: 0, height: 8)) == nil)
    #expect(TouchTransform(x: good, y: good, screen: Size(width: 8, height: 40_000)) == nil)
  }
}

@Suite struct CalibrationTests {
  @Test func numbers() throws {
    let c = try Calibration(parsing: " 1.5\t-0.25 +0.0000152587890625 .5 2. -0\n")
    #expect([c.a, c.b, c.c, c.d, c.e, c.f] == [98304, -16384, 1, 32768, 131_072, 0])
    #expect(try Calibration(parsing: "1.000000 0.000000 0.0 0 1 0") == .identity)
    #expect(try Calibration(parsing: "0.99999999999999999 0 0 0 1 0") == .identity)
  }

  @Test(
    arguments: [
      ("", "it has 0 numbers; give 6"), ("1 0 0 0 1", "it has 5 numbers; give 6"),
      ("1 0 0 0 1 0 0", "it has 7 numbers; give 6"), ("1 0 0 0 x 0", "\"x\" is not a decimal number"),
      ("1e4 0 0 0 1 0", "\"1e4\" is not a decimal number"), ("1..0 0 0 0 1 0", "\"1..0\" is not"),
      ("- 0 0 0 1 0", "\"-\" is not"), ("1025 0 0 0 1 0", "\"1025\" is not"),
      ("1 0 0 1 0 0", "maps the whole screen to a line"),
      ("nan 0 0 0 1 0", "\"nan\" is not"), ("0 0 0 0 0 0", "maps the whole screen to a line"),
    ]) func refused(_ text: String, _ reason: String)
  {
    do {
      _ = try Calibration(parsing: text)
      Issue.record("\(text) was accepted")
    } catch let error {
      #expect(error.message.contains(reason), "\(error.message)")
      #expect(!error.message.contains("\n"))
    }
  }
}
