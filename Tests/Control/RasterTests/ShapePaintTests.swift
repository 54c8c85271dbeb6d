import TestSupport
import Testing

@testable import StarSlider

/// Shapes from their outlines to pixels, against pictures that are filled layer by layer.
@Suite struct ShapePaintTests {
  private static func colors(_ blending: Blending) -> ShapeColors {
    ShapeColors(
      background: Color(rgb: 0x20_4060), empty: Color(rgb: 0xdd_dddd), fill: Color(rgb: 0xff_b400),
      stroke: Color(rgb: 0x10_80c0), blending: blending)
  }

  /// A frame with a level upper edge, whose pixels are covered in part, over an inside that ends there, too.
  private static func frame(top: Double, width: Double, hasInk: Bool = true) -> ShapeOutlines {
    let inside = Path(minX: 4.125, minY: top + 0.5, maxX: width - 4.5, maxY: 7.25)
    var ring = Path(minX: 3.25, minY: top, maxX: width - 3.5, maxY: 7.75)
    ring.addContour(Path(minX: 5, minY: top + 1, maxX: width - 6, maxY: 6.5).points.reversed())
    let ink = Path(minX: 7.5, minY: 4, maxX: width - 5.5, maxY: 5.25)
    return ShapeOutlines(inside: Outline(inside), stroke: Outline(ring), ink: hasInk ? Outline(ink) : nil)
  }

  /// Along a level edge whole runs are covered in part, each by any share: every pixel is what layers give one after the
  /// other. A painter that is used again keeps nothing of the shape before. Without ink, both layers are swept together.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .rgb888], [true, false])
  func layersWithLevelEdges(_ format: PixelFormat, hasInk: Bool) {
    let size = Size<PhysicalSpace>(width: 40, height: 9)
    for blending in [Blending.linear, .encoded] {
      let colors = Self.colors(blending)
      let painter = ShapePainter(colors, size: size, rotation: .none, format: format)
      for share in 0...255 {
        let outlines = Self.frame(top: 2 + Double(share) / 256, width: 40, hasInk: hasInk)
        for (fillX, color) in [(Fixed.zero, colors.empty), (Fixed(40), colors.fill)] {
          var picture = Picture(size: size, background: colors.background, blending: blending)
          picture.fill(outlines.inside, with: color)
          picture.fill(outlines.stroke!, with: colors.stroke)
          if let ink = outlines.ink { picture.fill(ink, with: colors.stroke) }
          let actual = Self.painted(size, format) { painter.paint(outlines, on: $0, filledTo: fillX) }
          #expect(actual == picture.words(in: format), "\(format.name), \(share) / 256")
        }
      }
    }
  }

  /// Left of the limit a shape is filled, right of it empty. Of the inside in the column between, the area left of the limit is
  /// filled.
  @Test(arguments: PixelFormat.allCases, [true, false]) func fillEdges(_ format: PixelFormat, hasInk: Bool) {
    let size = Size<PhysicalSpace>(width: 40, height: 9)
    let painter = ShapePainter(Self.colors(.linear), size: size, rotation: .none, format: format)
    let outlines = Self.frame(top: 2.25, width: 40, hasInk: hasInk)
    func paint(_ fillX: Fixed) -> [UInt32] {
      Self.painted(size, format) { painter.paint(outlines, on: $0, filledTo: fillX) }
    }
    let (empty, filled) = (paint(.zero), paint(Fixed(40)))
    var full: [UInt32] = []
    let pair = Self.painted(size, format) { surface in
      full = Self.painted(size, format) { painter.paint(outlines, empty: surface, filled: $0) }
    }
    #expect(pair == empty && full == filled)
    for raw in stride(from: 0 as Int32, through: 40 * 256, by: 37) {
      let fillX = Fixed(raw: raw)
      let actual = paint(fillX)
      for i in actual.indices {
        let (x, y) = (i % 40, i / 40)
        if x != fillX.floor || fillX.fraction == 0 {
          let expected = x < fillX.floor ? filled[i] : empty[i]
          if actual[i] != expected { Issue.record("\(format.name), \(raw) / 256: \(x), \(y)") }
        } else if format.bytesPerPixel > 2 {
          let color = format.decode(actual[i])
          let exact = Self.mixed(outlines, x, y, Double(raw) / 256)
          for (code, light) in zip([color.red, color.green, color.blue], exact) {
            let distance = abs(Double(SRGB.light[Int(code)]) - light) / 257
            // Half a code, which is most for bright ones, and rounded coverage.
            if distance > 1.25 { Issue.record("\(format.name), \(raw) / 256: \(x), \(y) is \(distance) off") }
          }
        }
      }
    }
  }

  /// The lights of a pixel in the column where the fill ends, 0...65535.
  private static func mixed(_ outlines: ShapeOutlines, _ x: Int, _ y: Int, _ edge: Double) -> [Double] {
    func coverage(_ outline: Outline?) -> Double {
      outline.map { Double($0.coverage(width: 40, height: 9)[y * 40 + x]) / 255 } ?? 0
    }
    let (left, right) = (max(4.125, Double(x)), min(35.5, Double(x + 1)))
    let share = min(max((edge - left) / (right - left), 0), 1)
    let colors = colors(.linear)
    return [\Color.red, \.green, \.blue].map { channel in
      func light(_ color: Color) -> Double { Double(SRGB.light[Int(color[keyPath: channel])]) }
      func over(_ under: Double, _ color: Double, _ share: Double) -> Double { under * (1 - share) + color * share }
      let inside = over(light(colors.empty), light(colors.fill), share)
      let under = over(light(colors.background), inside, coverage(outlines.inside))
      let stroked = over(under, light(colors.stroke), coverage(outlines.stroke))
      return over(stroked, light(colors.stroke), coverage(outlines.ink))
    }
  }

  /// All words of a surface with a pitch of its own.
  private static func painted(
    _ size: Size<PhysicalSpace>, _ format: PixelFormat, _ body: (Surface) -> Void
  ) -> [UInt32] {
    let pitch = Int(size.width * format.bytesPerPixel) + 12
    let bytes = pitch * Int(size.height)
    return withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 16) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0xaa)
      let surface = Surface(base: memory.baseAddress!, pitch: pitch, size: size, format: format)
      body(surface)
      var words: [UInt32] = []
      for y in 0..<size.height { for x in 0..<size.width { words.append(surface.pixel(x: x, y: y)) } }
      return words
    }
  }

  /// A surface has to have the painter's size and format.
  @Test func surfacesOfAnotherKind() async {
    await #expect(processExitsWith: .success) { Self.paint(width: 12, .xrgb8888) }
    await #expect(processExitsWith: .failure) { Self.paint(width: 13, .xrgb8888) }
    await #expect(processExitsWith: .failure) { Self.paint(width: 12, .xbgr8888) }
  }

  private static func paint(width: Int32, _ format: PixelFormat) {
    let painter = ShapePainter(
      colors(.linear), size: Size(width: 12, height: 9), rotation: .none, format: .xrgb8888)
    _ = painted(Size(width: width, height: 9), format) {
      painter.paint(frame(top: 2, width: 12), on: $0, filledTo: .zero)
    }
  }
}
