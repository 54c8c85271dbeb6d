import Display
import TestSupport
import Testing

@testable import StarSlider

/// Stars as `star-bench` and sprites paint them: compared with light that is mixed channel by channel.
@Suite struct RasterWorkloadTests {
  /// Light with `coverage` / 255 of another over it, in 16 bits a channel.
  private func mixed(_ under: UInt16, _ over: UInt16, _ coverage: UInt8) -> UInt16 {
    let (under, over, coverage) = (UInt32(under), UInt32(over), UInt32(coverage))
    return UInt16((under * (255 - coverage) + over * coverage + 127) / 255)
  }

  /// Painted channel by channel, the slow way; whole columns only. The outer side of the stroke is filled with the stroke, and its inner
  /// side with the inside.
  private func reference(_ face: Face, side: Int32, filledTo end: Int) throws -> [Color] {
    let placement = face.placement(inCellOf: side)
    let path = Shape.path(
      face.shape.contours, left: placement.left, top: placement.top, side: placement.width,
      fineness: Shape.fineness(inCellOf: side))
    let sides = try #require(path.stroked(width: placement.lineWidth).sides(ofStroke: placement.lineWidth))
    let outer = sides.outer.coverage(width: side, height: side)
    let inner = sides.inner.coverage(width: side, height: side)
    var colors: [Color] = []
    for i in 0..<outer.count {
      func channel(_ value: (Color) -> UInt8) -> UInt8 {
        func light(_ color: Color) -> UInt16 { face.blending.intensity(value(color)) }
        let isFilled = i % Int(side) < end
        let stroke = mixed(light(face.background), light(face.stroke), outer[i])
        return face.blending.code(mixed(stroke, light(isFilled ? face.fill : face.empty), inner[i]))
      }
      colors.append(Color(red: channel { $0.red }, green: channel { $0.green }, blue: channel { $0.blue }))
    }
    return colors
  }

  private func draw(_ face: Face, side: Int32, _ format: PixelFormat, filledTo fillX: Fixed) throws -> [Color] {
    let painter = face.painter(inCellOf: side, rotation: .none, format: format)
    let size = Size<PhysicalSpace>(width: side + 16, height: side + 6)
    let display = try #require(MemoryDisplay(size: size, format: format, pitch: Int(size.width) * 4 + 13))
    let surface = try #require(try display.nextFrame()).surface
    surface.fill(surface.bounds, with: Color(rgb: 0x12_3456))
    let square = Surface(
      base: surface.address(x: 7, y: 5), pitch: surface.pitch, size: Size(width: side, height: side), format: format)
    painter.paint(
      face.outlines(inCellOf: side), on: square, filledTo: fillX)
    let star = Rect<PhysicalSpace>(minX: 7, minY: 5, maxX: 7 + side, maxY: 5 + side)
    var colors: [Color] = []
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let color = surface.color(x: x, y: y)
        if star.contains(Point(x: Fixed(x), y: Fixed(y))) {
          colors.append(color)
        } else {
          #expect(color == format.decode(format.encode(Color(rgb: 0x12_3456))), "outside, at \(x), \(y)")
        }
      }
    }
    return colors
  }

  @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb888], [Int32(64), 65, 257])
  func eightBitPicturesAreExact(_ format: PixelFormat, _ side: Int32) throws {
    for blending in [Blending.linear, .encoded] {
      let face = Face(empty: Color(rgb: 0xdd_dddd), background: Color(rgb: 0x20_4060), blending: blending)
      #expect(try draw(face, side: side, format, filledTo: .zero) == reference(face, side: side, filledTo: 0))
      #expect(
        try draw(face, side: side, format, filledTo: Fixed(side)) == reference(face, side: side, filledTo: Int(side)))
    }
  }

  @Test(arguments: [Int32(64), 513]) func sixteenBitPicturesAreNear(_ side: Int32) throws {
    let face = Face(blending: .encoded)
    let exact = try reference(face, side: side, filledTo: Int(side))
    for (a, b) in zip(try draw(face, side: side, .rgb565, filledTo: Fixed(side)), exact) {
      // Half a step of five bits.
      #expect(abs(Int(a.red) - Int(b.red)) <= 5 && abs(Int(a.green) - Int(b.green)) <= 5)
    }
  }

  /// Between two whole columns, the column in between is between both.
  @Test func partOfAColumnIsFilled() throws {
    let face = Face(fill: .black, lineWidth: .zero)
    let middle = 64 * 32
    func red(_ share: Int32) throws -> UInt8 {
      try draw(face, side: 64, .xrgb8888, filledTo: face.fillX(Fixed(raw: share), at: face.placement(inCellOf: 64)))[
        middle + 32
      ].red
    }
    #expect(try red(128) == 255)
    #expect((185...191).contains(try red(130)))
    #expect(try red(132) == 0)
  }
}
