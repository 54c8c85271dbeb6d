import Foundation
import Raster
import Testing

@testable import Screens

/// The rounded corners of buttons.
@Suite struct CornerTests {
  /// A pixel's coverage is the area of a quarter of a circle in it.
  @Test(arguments: 1...40) func cornersHaveExactCoverage(radius: Int) {
    let corner = RoundedRectangle.corner(Int32(radius))
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
