import Foundation
import TestSupport
import Testing

/// The picture moves between visitors, and touches with it.
@Suite struct BurnInShiftLoopTests {
  /// A visitor, and another six and a half minutes later, in virtual time. How many stars each gave, and the picture at the end.
  private func visits(_ options: [String], second x: Int) throws -> (stars: [Double], rgb: [UInt8]) {
    var gestures = Gestures()
    gestures.stroke([(600, 240)], pause: 390_000)
    gestures.stroke([(x, 240)], pause: 0)
    return try played(gestures, options)
  }

  private func played(_ gestures: Gestures, _ options: [String]) throws -> (stars: [Double], rgb: [UInt8]) {
    let program = try Program()
    defer { program.remove() }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run(
      [
        "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite", "--snapshot", "end.png",
      ] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("end.png"))))
    return (try stars(in: outcome.output), try pixels(ofPNG: file).rgb)
  }

  @Test func pictureAndTouchesShiftTogether() throws {
    // The first star ends at 174, the second begins at 179.
    let plain = try visits([], second: 172)
    #expect(plain.stars == [4, 1])
    #expect(try visits([], second: 178).stars == [4, 2])
    // A pixel a minute, six of them; the finger is where the first star has gone.
    let moved = try visits(["--pixel-shift", "1"], second: 178)
    #expect(moved.stars == [4, 1])
    func pixel(_ rgb: [UInt8], _ x: Int, _ y: Int) -> ArraySlice<UInt8> {
      let at = (y * 800 + x) * 3
      return rgb[at..<at + 3]
    }
    let background = pixel(plain.rgb, 0, 0)
    var differing = 0
    for y in 0..<480 {
      for x in 0..<800 {
        let expected = x < 6 ? background : pixel(plain.rgb, x - 6, y)
        if pixel(moved.rgb, x, y) != expected { differing += 1 }
      }
    }
    #expect(differing == 0)
    // There is something to be seen that could differ.
    #expect(plain.rgb != moved.rgb && pixel(plain.rgb, 30 + 72, 240) != background)
  }

  /// A minute is over while a finger is on the second star's first pixel: nothing moves from under it.
  @Test func pictureStaysDuringVisit() throws {
    var gestures = Gestures()
    gestures.stroke([(600, 240)], pause: 50_000)
    gestures.stroke(Array(repeating: (176, 240), count: 750), pause: 30_000)
    gestures.stroke([(176, 240)])
    #expect(try played(gestures, ["--pixel-shift", "1"]).stars == [4, 2, 1])
    #expect(try played(gestures, []).stars == [4, 2, 2])
  }
}
