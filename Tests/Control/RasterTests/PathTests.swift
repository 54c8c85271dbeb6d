import StarSlider
import TestSupport
import Testing

/// Where a path's contours begin and end.
@Suite struct PathTests {
  @Test(arguments: 0...6) func contours(count: Int) {
    let contours = (0..<count).map { Self.contour($0) }
    var path = Path()
    for contour in contours {
      path.addContour(contour)
      // Encloses nothing.
      path.addContour(Array(contour.prefix(2)))
    }
    expect(path, contours)
  }

  /// Paths of no contour, one, two and more, one after the other.
  @Test func pathsOfContours() {
    for first in 0...4 {
      for second in 0...4 {
        let contours = (0..<first + second).map { Self.contour($0) }
        var path = Path()
        for contour in contours[..<first] { path.addContour(contour) }
        var other = Path()
        for contour in contours[first...] { other.addContour(contour) }
        path.add(other)
        expect(path, contours)
        expect(other, Array(contours[first...]))
      }
    }
  }

  private func expect(_ path: Path, _ contours: [[Point<PhysicalSpace>]]) {
    #expect(path.contourCount == contours.count)
    #expect(path.isEmpty == contours.isEmpty)
    #expect(path.points == contours.flatMap { $0 })
    for (i, contour) in contours.enumerated() { #expect(Array(path.points[path.range(ofContour: i)]) == contour) }
  }

  /// Of three points or more, none of them like another contour's.
  private static func contour(_ number: Int) -> [Point<PhysicalSpace>] {
    (0..<Int32(3 + number % 3)).map { Point(x: Fixed(Int32(10 * number) + $0), y: Fixed(Int32(number) - $0 * $0)) }
  }
}
