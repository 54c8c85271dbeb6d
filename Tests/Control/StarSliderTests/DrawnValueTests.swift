import Display
import TestSupport
import Testing

@testable import StarSlider

/// Every value of every step mode draws what it says: the fill boundary to 1/256 px, as computed and as painted, in every
/// arrangement and rotation, for 1 to 10 stars.
@Suite struct DrawnValueTests {
  private static let square = Shape([
    Shape.UnitPoint(x: 0, y: 0), Shape.UnitPoint(x: 65536, y: 0), Shape.UnitPoint(x: 65536, y: 65536),
    Shape.UnitPoint(x: 0, y: 65536),
  ])!

  /// A square that fills its box: where it is filled is the fill boundary itself. An outline hides what is under it.
  private static func face(lineWidth: Int32) -> Face {
    Face(
      shape: square, fill: Color(rgb: 0x10_20f0), empty: Color(rgb: 0xf0_e000), background: Color(rgb: 0x00_ff00),
      stroke: Color(rgb: 0xff_0000), lineWidth: Fixed(lineWidth))
  }

  /// The pixel of a boundary's fraction, 0...255 of 256, and of a full star (256): each from a star of one pixel.
  private static func shades() throws -> [UInt32] {
    let scale = try Scale(starCount: 1, step: Step(perStar: 256))
    let face = face(lineWidth: 0)
    let one = try #require(
      Readback(
        SliderConfiguration(scale: scale, face: face), Arrangement.all[0], length: 1, breadth: 1, rotation: .none))
    return try (Int32(0)...256).map { share in
      try one.show(share)
      return try one.pixels(ofStar: 0)[0]
    }
  }

  /// The pixel of the same shares by the definition, as the values of coarse scales are finished: mixed in light, the nearest code.
  private static let exactShades: [UInt32] = {
    let face = Self.face(lineWidth: 0)
    func mixed(_ channel: (Color) -> UInt8, _ share: Int) -> UInt32 {
      func light(_ color: Color) -> Int { Int(SRGB.light[Int(channel(color))]) }
      return UInt32(SRGB.code(UInt16((light(face.empty) * (256 - share) + light(face.fill) * share + 128) / 256)))
    }
    return (0...256).map {
      0xff00_0000 | mixed({ $0.red }, $0) << 16 | mixed({ $0.green }, $0) << 8 | mixed({ $0.blue }, $0)
    }
  }()

  /// A table's codes are the nearest or, close to the middle between two, the other one.
  @Test func mixedShades() throws {
    let shades = try Self.shades()
    for (share, exact) in Self.exactShades.enumerated() {
      for shift in [0, 8, 16] as [UInt32] {
        let distance = Int(shades[share] >> shift & 255) - Int(exact >> shift & 255)
        #expect(abs(distance) <= 1, "\(share)/256")
      }
    }
    #expect(shades[0] == 0xfff0_e000 && shades[256] == 0xff10_20f0)
    for (a, b) in zip(shades, shades.dropFirst()) {
      let isInOrder = (a >> 16) & 255 >= (b >> 16) & 255 && (a >> 8) & 255 >= (b >> 8) & 255 && a & 255 <= b & 255
      if !isInOrder { Issue.record("\(String(a, radix: 16)), then \(String(b, radix: 16))") }
    }
    #expect(Set(shades).count > 230, "shares can be told apart")
  }

  /// Where a star's fill ends at a value, in 1/256 px from the square's leading edge: the contract, in fractions.
  private static func said(_ layout: SliderLayout, star: Int32, value: Int32) -> ClosedRange<Int32> {
    let count = Int64(layout.scale.step.perStar)
    let filled = min(max(Int64(value) - Int64(star) * count, 0), count)
    if filled == 0 { return 0...0 }
    if filled == count { return layout.starSize * 256...layout.starSize * 256 }
    let exact = Int64(layout.span(ofStar: 0).inset.raw) * count + Int64(layout.span(ofStar: 0).boxSide.raw) * filled
    let (below, rest) = exact.quotientAndRemainder(dividingBy: count)
    let low = Int32(2 * rest > count ? below + 1 : below)
    // What is neither empty nor full never draws as either, however little is missing: 1/256 px is kept.
    let (least, most) = (Int32(1), layout.starSize * 256 - 1)
    return min(max(low, least), most)...min(max(2 * rest == count ? low + 1 : low, least), most)
  }

  private static func values(_ scale: Scale, _ random: inout SplitMix64) -> [Int32] {
    if !scale.step.isContinuous { return (0...scale.maximum).map { $0 } }
    return [0, 1, scale.maximum - 1, scale.maximum] + (0..<60).map { _ in random.int32(in: 0...scale.maximum) }
  }

  @Test(arguments: Arrangement.all, Rotation.allCases) func everyValue(arrangement: Arrangement, rotation: Rotation)
    throws
  {
    var random = SplitMix64(seed: 51)
    let fineShades = try Self.shades()
    for step in Arrangement.steps {
      let shades = step.perStar > SliderLayout.mostFinished ? fineShades : Self.exactShades
      for count in 1...10 as ClosedRange<Int32> {
        let lineWidth = count % 2 == 0 ? Int32(2) : 0
        let scale = try Scale(starCount: count, step: step)
        let configuration = SliderConfiguration(scale: scale, face: Self.face(lineWidth: lineWidth), spacing: 3)
        let readback = try #require(
          Readback(
            configuration, arrangement, length: count * random.int32(in: 12...31), breadth: 27, rotation: rotation))
        for value in Self.values(scale, &random) {
          try readback.show(value)
          for star in 0..<count {
            try Self.compare(readback, star: star, value: value, lineWidth: lineWidth, shades)
          }
        }
      }
    }
  }

  private static func compare(
    _ readback: Readback, star: Int32, value: Int32, lineWidth: Int32, _ shades: [UInt32]
  ) throws {
    let layout = readback.slider.layout
    let said = said(layout, star: star, value: value)
    let computed = layout.fillX(steps: layout.scale.steps(ofStar: star, at: value))
    if !said.contains(computed.raw) { Issue.record("star \(star) at \(value): \(computed.raw) is not in \(said)") }
    let pixels = try readback.pixels(ofStar: star)
    // Where an outline lies on the box's edges, only what is inside it shows.
    let hidden = lineWidth == 0 ? 0 : Int((layout.span(ofStar: 0).inset + Fixed(lineWidth)).ceil)
    for slice in hidden..<max(pixels.count - hidden, hidden) {
      let share = min(max(Int(computed.raw) - slice * 256, 0), 256)
      if pixels[slice] != shades[share] {
        Issue.record("star \(star) at \(value), slice \(slice): \(String(pixels[slice], radix: 16)) is no \(share)/256")
      }
    }
  }

  /// All million values of a continuous star, and every step of finer and coarser ones: to the nearest 1/256 px.
  @Test func everyFill() throws {
    for perStar in [Int32(1), 2, 3, 4, 7, 10, 1000, 999_983, 1_000_000] {
      let scale = try Scale(starCount: 1, step: Step(perStar: perStar))
      for size in [Int32(1), 2, 24, 144, 1001] {
        let bounds = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: size, maxY: size)
        let layout = try #require(SliderLayout(SliderConfiguration(scale: scale), bounds: bounds))
        var last = Fixed.zero
        for value in 0...perStar {
          let boundary = layout.fillX(steps: value)
          if !Self.said(layout, star: 0, value: value).contains(boundary.raw) || boundary < last {
            Issue.record("\(value)/\(perStar) of \(size) px: \(boundary.raw)")
          }
          last = boundary
        }
      }
    }
  }

  /// A share of the box's width, not of the star's area: a quarter of the width is about 0.109 of the area.
  @Test func shareOfTheWidth() throws {
    let scale = try Scale(starCount: 1, step: .quarter)
    let face = Face(fill: .black, lineWidth: .zero)
    let readback = try #require(
      Readback(
        SliderConfiguration(scale: scale, face: face), Arrangement.all[0], length: 400, breadth: 400, rotation: .none))
    func inked(_ value: Int32) throws -> Double {
      try readback.show(value)
      var sum = 0
      for y in 0..<400 as Range<Int32> {
        for x in 0..<400 as Range<Int32> { sum += 255 - Int(try readback.surface().pixel(x: x, y: y) & 255) }
      }
      return Double(sum)
    }
    let share = try inked(1) / inked(4)
    #expect(abs(share - 0.109) < 0.002, "\(share)")
  }
}
