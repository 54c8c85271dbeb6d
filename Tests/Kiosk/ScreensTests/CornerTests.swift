import Foundation
import StarSlider
import Testing

@testable import Screens

/// The rounded corners of buttons.
@Suite struct CornerTests {
  /// A pixel's coverage is the area of a quarter of a circle in it.
  @Test(arguments: 1...40) func cornersHaveExactCoverage(radius: Int) {
    let corner = CornerPictures.corner(Int32(radius))
    #expect(corner.width == Int32(radius) && corner.height == Int32(radius))
    var largest = 0.0
    for y in 0..<radius {
      for x in 0..<radius {
        let (dx, dy) = (Double(radius - x), Double(radius - y))
        let area = Self.area(dx, dy, Double(radius)) - Self.area(dx - 1, dy, Double(radius))
        let exact = area - (Self.area(dx, dy - 1, Double(radius)) - Self.area(dx - 1, dy - 1, Double(radius)))
        largest = max(largest, abs(Double(corner[Int32(x), Int32(y)]) - exact * 255))
      }
    }
    #expect(largest <= 2, "\(largest) of 255")
  }

  /// An outline is what a rectangle with a smaller one of the background on it looks like.
  @Test(arguments: Rotation.allCases) func outlinesAreRectanglesInEachOther(rotation: Rotation) {
    let outlines: [(Int32, Int32)] = [(0, 2), (1, 2), (2, 2), (3, 2), (13, 2), (26, 2), (20, 7), (26, 26), (60, 3)]
    for (radius, line) in outlines {
      let bounds = Rect<LayoutSpace>(minX: 3, minY: 5, maxX: 100, maxY: 61)
      let (outlined, stacked) = Self.painted(rotation) { canvas, surface in
        canvas.clear(bounds, on: surface)
        RoundedOutline(RoundedRectangle(bounds, radius: radius, canvas), line: line, canvas)
          .paint(.black, canvas, on: surface)
      } and: { canvas, surface in
        canvas.clear(bounds, on: surface)
        RoundedRectangle(bounds, radius: radius, canvas).paint(.black, canvas, on: surface)
        RoundedRectangle(bounds.inset(by: line), radius: radius - line, canvas)
          .paint(canvas.theme.background, over: .black, canvas, on: surface)
      }
      #expect(outlined == stacked, "radius \(radius), line \(line)")
    }
  }

  /// The background of a filled rectangle is painted only where it is seen, and leaves out no pixel.
  @Test(arguments: Rotation.allCases) func backgroundsLieAroundRectangles(rotation: Rotation) {
    for radius in [0, 1, 13, 26, 28, 60] as [Int32] {
      let all = Rect<LayoutSpace>(minX: 2, minY: 4, maxX: 110, maxY: 70)
      let (around, whole) = Self.painted(rotation) { canvas, surface in
        let ground = RoundedRectangle(all.inset(by: 5), radius: radius, canvas)
        ground.clear(around: all, canvas, on: surface)
        ground.paint(.yellow, canvas, on: surface)
      } and: { canvas, surface in
        canvas.clear(all, on: surface)
        RoundedRectangle(all.inset(by: 5), radius: radius, canvas).paint(.yellow, canvas, on: surface)
      }
      #expect(around == whole, "radius \(radius)")
    }
  }

  /// Returns what two bodies paint on a surface of other pixels.
  private static func painted(
    _ rotation: Rotation, _ one: (Canvas, Surface) -> Void, and other: (Canvas, Surface) -> Void
  ) -> ([UInt32], [UInt32]) {
    let size = Size<PhysicalSpace>(width: 120, height: 120)
    let transform = ScreenTransform(physical: size, rotation: rotation)
    let canvas = Canvas(transform: transform, format: .xrgb8888, theme: .light, ring: 2)
    func memory(_ body: (Canvas, Surface) -> Void) -> [UInt32] {
      var words = [UInt32](repeating: 0x0055_aa33, count: 120 * 120)
      words.withUnsafeMutableBytes {
        body(canvas, Surface(base: $0.baseAddress!, pitch: 480, size: size, format: .xrgb8888))
      }
      return words
    }
    return (memory(one), memory(other))
  }

  /// Returns the area of a circle around the origin within 0...x and 0...y.
  private static func area(_ x: Double, _ y: Double, _ radius: Double) -> Double {
    let left = y >= radius ? 0 : min(x, (radius * radius - y * y).squareRoot())
    func primitive(_ x: Double) -> Double {
      let height = max(radius * radius - x * x, 0).squareRoot()
      return (x * height + radius * radius * asin(min(x / radius, 1))) / 2
    }
    return left * y + primitive(x) - primitive(left)
  }
}
