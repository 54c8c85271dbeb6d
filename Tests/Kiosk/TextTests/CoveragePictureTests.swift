import StarSlider
import TestSupport
import Testing
import Text

/// Coverage becomes pixels as its definition says, where it lies on the surface, and nothing is read.
@Suite struct CoveragePictureTests {
  /// Every coverage of 0...255 in a row.
  private static let everyCoverage = CoveragePicture(width: 256, height: 1, bytes: (0...255).map { UInt8($0) })

  /// The code of 0...255 whose light is nearest to the mix, found by looking at all of them.
  private static func mixed(_ under: UInt8, _ over: UInt8, _ coverage: Int) -> UInt8 {
    let (a, b) = (Int(SRGB.light[Int(under)]), Int(SRGB.light[Int(over)]))
    let light = (2 * (a * (255 - coverage) + b * coverage) + 255) / 510
    var best = 0
    for code in 0...255 {
      // Halves up.
      if abs(Int(SRGB.light[code]) - light) <= abs(Int(SRGB.light[best]) - light) { best = code }
    }
    return UInt8(best)
  }

  /// All coverages x all formats, in several colors: the nearest pixel to the mix in linear light.
  @Test(arguments: PixelFormat.allCases.indices) func everyCoverageInEveryFormat(index: Int) {
    let format = PixelFormat.allCases[index]
    let colors: [(UInt32, UInt32)] = [
      (0x00_0000, 0xff_ffff), (0xff_ffff, 0x00_0000), (0x12_d4f6, 0xf0_0a3c), (0x80_8080, 0x7f_8182),
    ]
    for (color, background) in colors.map({ (Color(rgb: $0.0), Color(rgb: $0.1)) }) {
      let bytes = guarded(format, width: 256, height: 1, gap: 0) { surface in
        surface.paint(Self.everyCoverage, x: 0, y: 0, color: color, over: background)
      }
      for coverage in 0...255 {
        let expected = format.encode(
          Color(
            red: Self.mixed(background.red, color.red, coverage),
            green: Self.mixed(background.green, color.green, coverage),
            blue: Self.mixed(background.blue, color.blue, coverage)))
        let place = 32 + coverage * Int(format.bytesPerPixel)
        let actual = bytes[place..<place + Int(format.bytesPerPixel)]
        let wanted = (0..<UInt32(format.bytesPerPixel)).map {
          coverage == 0 ? 0xaa : UInt8(truncatingIfNeeded: expected >> (8 * $0))
        }
        if !actual.elementsEqual(wanted) {
          Issue.record("\(format.name): coverage \(coverage) of \(color) over \(background)")
        }
      }
    }
  }

  /// Whole coverage is the color itself, whatever lies under it.
  @Test func wholeCoverageIsTheColor() {
    for format in PixelFormat.allCases {
      let color = Color(rgb: 0x12_34_56)
      let bytes = guarded(format, width: 256, height: 1, gap: 0) { surface in
        surface.paint(Self.everyCoverage, x: 0, y: 0, color: color, over: .white)
        #expect(surface.pixel(x: 255, y: 0) == format.encode(color))
      }
      #expect(!bytes.isEmpty)
    }
  }

  /// Anywhere, also far out: what lies on the surface is painted, and no byte beside it.
  @Test(arguments: PixelFormat.allCases.indices) func clips(index: Int) {
    let format = PixelFormat.allCases[index]
    var random = SplitMix64(seed: 61)
    let (width, height) = (27 as Int32, 7 as Int32)
    for round in 0..<800 {
      let (w, h) = (random.int32(in: 0...33), random.int32(in: 0...9))
      // In every other picture, whole runs are empty or full.
      let runs = random.oneIn(2) ? 12 : 1
      var bytes: [UInt8] = []
      while bytes.count < Int(w) * Int(h) {
        let run: UInt8? = random.oneIn(3) ? 0 : random.oneIn(3) ? 255 : nil
        for _ in 0..<runs { bytes.append(run ?? UInt8(random.int32(in: 1...255))) }
      }
      bytes.removeLast(bytes.count - Int(w) * Int(h))
      let picture = CoveragePicture(width: w, height: h, bytes: bytes)
      var (x, y) = (random.int32(in: -35...29), random.int32(in: -11...9))
      if round % 20 == 0 { x = random.element(of: [.min, .max, .min + 5, .max - 5, 0]) }
      if round % 20 == 10 { y = random.element(of: [.min, .max, .min + 5, .max - 5, 0]) }
      let words = Self.words(of: .yellow, over: Color(rgb: 0x10_2030), format)
      let gap = Int(random.int32(in: 0...5))
      let actual = guarded(format, width: width, height: height, gap: gap) {
        $0.paint(picture, x: x, y: y, color: .yellow, over: Color(rgb: 0x10_2030))
      }
      let expected = guarded(format, width: width, height: height, gap: gap) { surface in
        for row in 0..<height {
          for column in 0..<width {
            let (px, py) = (Int64(column) - Int64(x), Int64(row) - Int64(y))
            if !(0..<Int64(w)).contains(px) || !(0..<Int64(h)).contains(py) { continue }
            let coverage = picture[Int32(px), Int32(py)]
            if coverage != 0 { surface.setPixel(x: column, y: row, to: words[Int(coverage)]) }
          }
        }
      }
      if actual != expected { Issue.record("\(format.name): \(w) x \(h) at \(x), \(y), round \(round)") }
    }
  }

  /// The words of all coverages, 1...255.
  private static func words(of color: Color, over background: Color, _ format: PixelFormat) -> [UInt32] {
    var words: [UInt32] = []
    _ = guarded(format, width: 256, height: 1, gap: 0) { surface in
      surface.paint(everyCoverage, x: 0, y: 0, color: color, over: background)
      words = (0..<256).map { surface.pixel(x: $0, y: 0) }
    }
    return words
  }

  /// Two bars beside each other in a picture too large for an accumulation buffer, whose rows are reported in parts.
  @Test func severalSpansInARow() {
    var path = Path(minX: 10.25, minY: 5.5, maxX: 30.5, maxY: 95)
    path.addContour(Path(minX: 60, minY: 3, maxX: 81.75, maxY: 90.25).points)
    for side in [40, 100] as [Int32] {
      let picture = CoveragePicture(Outline(path), width: side, height: side)
      #expect(picture.bytes == CoverageGrid(path, width: side, height: side).coverage)
    }
  }

  /// Turned as pictures are: where `ScreenTransform` puts each pixel.
  @Test func rotations() {
    let picture = CoveragePicture(width: 3, height: 2, bytes: [1, 2, 3, 4, 5, 6])
    #expect(picture.rotated(by: .none) == picture)
    #expect(picture.rotated(by: .quarter) == CoveragePicture(width: 2, height: 3, bytes: [4, 1, 5, 2, 6, 3]))
    #expect(picture.rotated(by: .half) == CoveragePicture(width: 3, height: 2, bytes: [6, 5, 4, 3, 2, 1]))
    #expect(picture.rotated(by: .threeQuarters) == CoveragePicture(width: 2, height: 3, bytes: [3, 6, 2, 5, 1, 4]))
    for rotation in Rotation.allCases { #expect(CoveragePicture.empty.rotated(by: rotation) == .empty) }
  }

  /// Several contours beside each other are all filled, in a small picture and in a large one.
  @Test(arguments: [40, 300] as [Int32]) func contoursBesideEachOther(side: Int32) {
    var path = Path(capacity: 12)
    let width = side / 5
    for left in [0, 2 * width, 4 * width] as [Int32] {
      path.addContour(count: 4) { i in
        Point(x: Fixed(i == 0 || i == 3 ? left : left + width), y: Fixed(i < 2 ? 0 : side))
      }
    }
    let picture = CoveragePicture(Outline(path), width: side, height: side)
    let expected = (0..<side * side).map { ($0 % side) / width % 2 == 0 ? UInt8(255) : 0 }
    #expect(picture.bytes == expected)
  }
}

extension Surface {
  fileprivate func paint(_ picture: CoveragePicture, x: Int32, y: Int32, color: Color, over background: Color) {
    paint(picture, x: x, y: y, CoverageRamp(color, over: background, isText: false, format))
  }
}
