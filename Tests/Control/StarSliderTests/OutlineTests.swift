import Testing

@testable import StarSlider

/// Shapes from the corners of an outline.
@Suite struct OutlineTests {
  @Test func boxIsScaled() throws {
    for side in [1, 2, 100, 32767] as [Int32] {
      let square = try Shape(outline: [(0, 0), (side, 0), (side, side), (0, side)], in: side)
      #expect(
        square.contours == [[(0, 0), (65536, 0), (65536, 65536), (0, 65536)].map { Shape.UnitPoint(x: $0, y: $1) }])
    }
    let kite = try Shape(outline: [(50, 0), (90, 35), (50, 100), (10, 35)], in: 100)
    #expect(kite.contours[0][1] == Shape.UnitPoint(x: 58982, y: 22937))
  }

  @Test func invalidOutlinesAreRefused() {
    let triangle: [(x: Int32, y: Int32)] = [(0, 0), (9, 0), (9, 9)]
    #expect(throws: Never.self) { try Shape(outline: triangle, in: 9) }
    for side in [8, 0, -1, 32768, .max, .min] as [Int32] {
      #expect(throws: SliderError.invalidOutline) { try Shape(outline: triangle, in: side) }
    }
    let outside: [(x: Int32, y: Int32)] = [(-1, 0), (0, -1), (10, 0), (0, Int32.max), (Int32.min, 0)]
    for corner in outside {
      #expect(throws: SliderError.invalidOutline) { try Shape(outline: triangle + [corner], in: 9) }
    }
    for count in [0, 2, 4097] {
      let outline = (0..<count).map { (i: Int) in (x: Int32(i % 10), y: Int32(i / 10 % 10)) }
      #expect(throws: SliderError.invalidOutline) { try Shape(outline: outline, in: 9) }
    }
    #expect("\(SliderError.invalidOutline)".hasPrefix("cannot make the shape: "))
  }
}
