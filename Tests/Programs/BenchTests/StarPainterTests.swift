import Display
import Geometry
import Raster
import StarSlider
import Testing

/// A star painted straight onto a surface.
@Suite struct StarPainterTests {
  /// The coverage of an outline, pixel by pixel.
  private struct Grid: CoverageConsumer {
    let width: Int
    var coverage: [UInt8]
    private var row = 0

    init(_ outline: Outline, side: Int32) {
      width = Int(side)
      coverage = [UInt8](repeating: 0, count: width * width)
      let mask = CoverageMask(width: side, height: side)
      mask.sweep(outline, into: &self)
    }

    mutating func beginRow(_ y: Int32) { row = Int(y) }
    mutating func run(from start: Int, to end: Int, coverage value: UInt8) {
      for x in start..<end { coverage[row * width + x] = value }
    }
    mutating func pixel(_ x: Int, coverage value: UInt8) { coverage[row * width + x] = value }
  }

  private func mixed(_ under: UInt8, _ over: UInt8, _ coverage: UInt8) -> UInt8 {
    let sum: Int = Int(under) * (255 - Int(coverage)) + Int(over) * Int(coverage)
    return UInt8((sum + 127) / 255)
  }

  /// Painted channel by channel, the slow way; whole columns only.
  private func reference(_ face: Face, _ boundaries: StarPainter.Boundaries, side: Int32, filledTo end: Int) -> [Color]
  {
    let inside = Grid(boundaries.inside, side: side)
    let outline = Grid(boundaries.outline!, side: side)
    var colors: [Color] = []
    for i in 0..<inside.coverage.count {
      var color = face.background
      if face.empty != face.background { color = mixed(color, face.empty, inside.coverage[i]) }
      if i % inside.width < end { color = mixed(color, face.fill, inside.coverage[i]) }
      colors.append(mixed(color, face.stroke, outline.coverage[i]))
    }
    return colors
  }

  private func mixed(_ under: Color, _ over: Color, _ coverage: UInt8) -> Color {
    let red = mixed(under.red, over.red, coverage)
    let green = mixed(under.green, over.green, coverage)
    let blue = mixed(under.blue, over.blue, coverage)
    return Color(red: red, green: green, blue: blue)
  }

  private func draw(_ painter: borrowing StarPainter, _ format: PixelFormat, _ share: Fixed) throws -> [Color] {
    let size = Size<PhysicalSpace>(width: painter.side + 16, height: painter.side + 6)
    let display = try #require(MemoryDisplay(size: size, format: format, pitch: Int(size.width) * 4 + 13))
    let surface = try #require(try display.nextFrame()).surface
    surface.fill(surface.bounds, with: Color(rgb: 0x12_3456))
    painter.paint(on: surface, x: 7, y: 5, filled: share)
    let star = Rect<PhysicalSpace>(minX: 7, minY: 5, maxX: 7 + painter.side, maxY: 5 + painter.side)
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

  /// Rows up to 1 KB, and longer ones.
  @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb888], [Int32(64), 256, 257, 342])
  func eightBitPicturesAreExact(_ format: PixelFormat, _ side: Int32) throws {
    let face = Face(empty: Color(rgb: 0xdd_dddd), background: Color(rgb: 0x20_4060))
    let painter = StarPainter(face, side: side, format: format)
    let boundaries = painter.boundaries()
    #expect(try draw(painter, format, .zero) == reference(face, boundaries, side: side, filledTo: 0))
    #expect(try draw(painter, format, .one) == reference(face, boundaries, side: side, filledTo: Int(side)))
  }

  @Test(arguments: [Int32(64), 513]) func sixteenBitPicturesAreNear(_ side: Int32) throws {
    let painter = StarPainter(Face(), side: side, format: .rgb565)
    let exact = reference(Face(), painter.boundaries(), side: side, filledTo: Int(side))
    for (a, b) in zip(try draw(painter, .rgb565, .one), exact) {
      // Half a step of five bits for each layer that is mixed.
      #expect(abs(Int(a.red) - Int(b.red)) <= 9 && abs(Int(a.green) - Int(b.green)) <= 9)
    }
  }

  /// Between two whole columns, the column in between is between both.
  @Test func partOfAColumnIsFilled() throws {
    let face = Face(fill: .black, lineWidth: .zero)
    let painter = StarPainter(face, side: 64, format: .xrgb8888)
    let middle = 64 * 32
    func red(_ share: Int32) throws -> UInt8 { try draw(painter, .xrgb8888, Fixed(raw: share))[middle + 32].red }
    #expect(try red(128) == 255)
    #expect((120...135).contains(try red(130)))
    #expect(try red(132) == 0)
  }
}
