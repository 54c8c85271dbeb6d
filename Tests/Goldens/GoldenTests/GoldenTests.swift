import GoldenFiles
import Pictures
import Scenes
import Testing

/// Every picture is identical to its golden. A missing golden is a failure; this test never writes one.
@Suite struct GoldenTests {
  @Test(arguments: Goldens.names) func pictureIsAsApproved(name: String) throws {
    let actual = try #require(try Goldens.render(name))
    guard let expected = try GoldenFiles.approved(name) else {
      Issue.record("no golden \(name): inspect the picture and approve it with tools/approve \(name)")
      return
    }
    if expected == actual { return }
    let path = try GoldenFiles.writeComparison(name, expected: expected, actual: actual)
    Issue.record("\(name): \(actual.differences(from: expected)) pixels differ, see \(path)")
  }

  /// The moving picture in README shows what the program paints, and loads quickly.
  @Test func movingPictureIsThatOfTheProgram() throws {
    let (approved, visit) = (try #require(try ReadmePicture.approved()), try ReadmePicture.render())
    #expect(approved.frames == visit.frames)
    #expect(try visit.frames.count > 40 && visit.file().count < 400_000)
  }

  /// The pictures of the pages show what the program paints, and load quickly.
  @Test(arguments: PagePicture.allCases) func pagePictureIsThatOfTheProgram(picture: PagePicture) throws {
    let actual = try picture.render()
    #expect(try picture.approved() == actual, "look at it, and approve it with tools/approve \(picture.rawValue)")
    #expect(try actual.png().count < 400_000)
  }

  /// The generated fingerprints match the goldens.
  @Test func fingerprintsMatchGoldens() throws {
    #expect(try GoldenFiles.fingerprintSource() == String(contentsOf: GoldenFiles.fingerprints, encoding: .utf8))
    #expect(Scene.approved.count == Scene.all.count && Set(Scene.approved).count == Scene.all.count)
  }

  /// The fingerprint depends on every byte and on the size.
  @Test func fingerprints() {
    let one = ScenePicture(rgb: [1, 2, 3, 4, 5, 6], width: 2, height: 1)
    #expect(one.fingerprint == 0x30d6_f201_7a7a_e5e9)
    #expect(one.fingerprint != ScenePicture(rgb: [1, 2, 3, 4, 5, 6], width: 1, height: 2).fingerprint)
    for i in 0..<6 {
      var rgb = one.rgb
      rgb[i] ^= 1
      #expect(one.fingerprint != ScenePicture(rgb: rgb, width: 2, height: 1).fingerprint)
    }
  }

  @Test func everyGoldenHasAPicture() throws {
    #expect(try GoldenFiles.names() == Goldens.names.sorted())
  }

  /// The comparison marks the right pixels.
  @Test func comparisons() throws {
    let one = try Pixels(png: PNG.encode(rgb: [1, 2, 3, 4, 5, 6], width: 2, height: 1))
    let other = try Pixels(png: PNG.encode(rgb: [1, 2, 3, 9, 9, 9], width: 2, height: 1))
    let taller = try Pixels(png: PNG.encode(rgb: [1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8], width: 2, height: 2))
    #expect(one.differences(from: one) == 0)
    #expect(one.differences(from: other) == 1)
    #expect(one.differences(from: taller) == 2)
    let picture = Pixels.comparison(expected: one, actual: other)
    #expect(picture.width == 14 && picture.height == 1)
    let gap = [UInt8](repeating: 0x80, count: 12)
    #expect(picture.rgb == [1, 2, 3, 4, 5, 6] + gap + [0, 0, 0, 255, 0, 0] + gap + [1, 2, 3, 9, 9, 9])
  }
}
