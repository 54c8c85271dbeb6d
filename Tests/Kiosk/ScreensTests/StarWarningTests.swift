import GoldenFiles
import Screens
import StarSlider
import Testing

/// What the check says about stars that do not show their value.
@Suite struct StarWarningTests {
  @Test func outlinesThatHideTheFillAreWarnings() throws {
    // Stars of 7 px.
    let transform = KeyTests.transform(Size(width: 60, height: 20))
    func warnings(_ face: Face) throws -> [String] {
      var design = ScreenSheet.design(.light, KeyTests.wide)
      design.slider.face = face
      return try ScreenSet(stars: design, on: transform, format: .xrgb8888).warnings.map { $0.reason }
    }
    #expect(try warnings(Face()).isEmpty)
    // Nearly the same colors, and the same image twice.
    let alike = Face(fill: Color(rgb: 0xfff8f0), empty: .white)
    #expect(try warnings(alike).contains { $0.contains("full and empty stars look alike") })
    let image = try #require(Image(width: 2, height: 2, rgba: [UInt8](repeating: 90, count: 16)))
    #expect(try warnings(Face(empty: image, full: image)).contains { $0.contains("full and empty stars look alike") })
    let other = try #require(Image(width: 2, height: 2, rgba: [UInt8](repeating: 200, count: 16)))
    #expect(try warnings(Face(empty: image, full: other)).isEmpty)
    let reasons = try warnings(Face(lineWidth: Fixed(2)))
    #expect(reasons.count == 1 && reasons.allSatisfy { $0.contains("full and empty ones look alike") }, "\(reasons)")
  }
}
