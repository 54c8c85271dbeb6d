import Basics
import Display
import StarSlider
import Testing

@testable import Settings

/// The exact text of every diagnostic.
@Suite struct DiagnosticTests {
  @Test func allErrorsAreReportedInTheOrderOfLines() {
    let text = """
      stars = 4
      [slider]
        step = thrid
        stars = 3
      stars=4
      minimum = 4
      starz = 3
      rotate = 90
      [slider] stars = 3
      [slidr]
      spacing = -1
      [bogus]
      foo = 1
      [face 0]
      fill = blue
      [face 3]
      fill = red
      [face]
      image-full = nope.png
      just words
      = 3
      [face
      []
      """
    #expect(
      mistakes(text) == [
        "kiosk.conf:1: stars = 4: outside of any section; move it to [slider]",
        "kiosk.conf:3: [slider] step = thrid: invalid value; allowed: whole, half, quarter, continuous, 1/N with N from 1 to 1000000",
        "kiosk.conf:5: [slider] stars = 4: duplicate key; it is already set in line 4",
        "kiosk.conf:7: [slider] starz = 3: unknown key; did you mean stars?",
        "kiosk.conf:8: [slider] rotate = 90: unknown key; move it to [screen]",
        "kiosk.conf:9: invalid line; allowed: [section], key = value, ; comment, # comment",
        "kiosk.conf:10: [slidr]: unknown section; did you mean [slider]?",
        "kiosk.conf:11: [slider] spacing = -1: invalid value; allowed: whole numbers from 0 to 10000; empty for the theme's",
        "kiosk.conf:12: [bogus]: unknown section; known: [screen], [touch], [journal], [slider], [face], [theme], "
          + "[kiosk], [voice], [question ID], [text TAG], [courier], [fleet]",
        "kiosk.conf:14: [face 0]: invalid section; allowed: [face], [face N] with N from 1 to 1000",
        "kiosk.conf:17: [face 3] fill = red: invalid value; did you mean #ff0000? allowed: colors as #rrggbb; "
          + "empty for the theme's",
        "kiosk.conf:19: [face] image-full = nope.png: requires image-empty",
        "kiosk.conf:19: [face] image-full = nope.png: cannot open nope.png: no such file or directory; correct "
          + "the path, or put a picture there",
        "kiosk.conf:20: invalid line; allowed: [section], key = value, ; comment, # comment",
        "kiosk.conf:21: [face]  = 3: unknown key; known: shape, inner-radius, corner-radius, points, fill, empty, "
          + "background, stroke, line-width, join, image-empty, image-half, image-full, blending",
        "kiosk.conf:22: invalid line; allowed: [section], key = value, ; comment, # comment",
        "kiosk.conf:23: invalid line; allowed: [section], key = value, ; comment, # comment",
      ])
  }

  @Test func controlCharactersAndInvalidUTF8AreRejected() {
    #expect(
      mistakes(bytes: Array("[slider]\nstars = 3\0\n# \u{1} in a comment\n\rstars = 4\n".utf8)) == [
        "kiosk.conf:2: invalid control character 0x00; use UTF-8 text in lines that end with LF or CR LF",
        "kiosk.conf:3: invalid control character 0x01; use UTF-8 text in lines that end with LF or CR LF",
        "kiosk.conf:4: invalid control character 0x0d; use UTF-8 text in lines that end with LF or CR LF",
      ])
    #expect(
      mistakes(bytes: [0x23, 0xc3]) == [
        "kiosk.conf:1: invalid UTF-8, such as Windows-1252; save the file as UTF-8 text"
      ])
  }

  @Test func byteOrderMarkAndCRLFAreAccepted() throws {
    let settings = try settings(
      bytes: [0xef, 0xbb, 0xbf] + Array("[slider]\r\nstars = 3\r\n; \u{fffd} 星\r\nstep: half".utf8))
    #expect(settings.slider.stars == 3 && settings.slider.step == .half)
  }

  @Test func commentsAreIgnored() throws {
    let text = "; one\n# two\n\n  # three\n[slider] ; four\n[slider] # five\n stars = 3 ; six\n"
    #expect(try settings(text).slider.stars == 3)
    // The length of a comment is not limited.
    #expect(mistakes("#" + String(repeating: "x", count: 500)) == [])
  }

  /// An upgrade stops no kiosk: a key that an earlier version had is ignored.
  @Test func removedKeysAreIgnoredWithAWarning() throws {
    let text = "[fleet]\nbuttons = identify\nsnapshots = yes\npublic-key = /k.pub"
    let made = try settings(text)
    #expect(
      made.fleet.snapshots
        && made.warnings.map { $0.message } == [
          "kiosk.conf:2: warning: [fleet] buttons: ignored, because it no longer exists; commands need a signature now "
            + "(starctl sign command); remove the line"
        ])
    #expect(mistakes("[slider]\nbuttons = 1").count == 1)
  }

  @Test func filesAndLinesAreLimited() {
    let value = String(repeating: "1", count: INIDocument.maximumLineLength - 7)
    #expect(mistakes("[slider]\nstars=" + value).count == 1)
    #expect(
      mistakes("[slider]\nstars=" + value + "23") == [
        "kiosk.conf:2: line too long: 4097 bytes; at most 4096 are allowed"
      ]
    )
    #expect(
      mistakes(bytes: [UInt8](repeating: 0x0a, count: INIDocument.maximumSize + 1)) == [
        "kiosk.conf: file too large: 262145 bytes; at most 262144 are allowed"
      ])
    #expect(mistakes(bytes: [UInt8](repeating: 0x0a, count: INIDocument.maximumSize)) == [])
  }

  @Test func contradictingNumbersAreRejected() {
    #expect(
      mistakes("[slider]\nminimum = 5.5\nvalue = 5.1\nstep = half") == [
        "kiosk.conf:2: [slider] minimum = 5.5: more than the 5 stars; allowed: numbers from 0 to 5",
        "kiosk.conf:3: [slider] value = 5.1: more than the 5 stars; allowed: numbers from 0 to 5",
      ])
    #expect(
      mistakes("[slider]\nminimum = 0.3\nstep = half") == [
        "kiosk.conf:2: [slider] minimum = 0.3: not on the scale; allowed: multiples of 1/2 star"
      ])
    #expect(mistakes("[slider]\nminimum = 1/3\nstep = 1/3") == [])
    #expect(mistakes("[slider]\nminimum = 1/3\nstep = continuous") == [])
    // An invalid value is not compared with others.
    #expect(mistakes("[slider]\nminimum = 7\nstars = ten").count == 1)
    #expect(mistakes("[slider]\nminimum = 0.5\nstep = hlaf").count == 1)
  }

  /// Only the first line that exceeds the limit is reported.
  @Test func tooManyPointsAreRejected() throws {
    let line = "points = " + [String](repeating: "0,0 1,0.5 0.5,1 0.25,0.5", count: 4).joined(separator: " ")
    let most = Shape.mostPoints
    func file(_ lines: Int, then last: String = "") -> String {
      "[face]\nshape = points\n" + [String](repeating: line + "\n", count: lines).joined() + last
    }
    #expect(mistakes(file(most / 16)) == [])
    let told =
      "invalid value; allowed: pairs x,y separated by spaces, each number from 0 to 1, at most 4096 pairs in all"
    #expect(
      mistakes(file(most / 16, then: "points = 1,1\n" + line)) == ["kiosk.conf:259: [face] points = 1,1: " + told])
    #expect(mistakes(file(1000)).count == 1)
    // The limit applies to each face.
    #expect(mistakes(file(most / 16) + file(most / 16).replacing("[face]", with: "[face 2]")) == [])
    let option = [String](repeating: "0,0", count: most + 1).joined(separator: " ")
    var builder = SettingsBuilder()
    #expect(throws: Diagnostic.self) { try builder.set(option: "points", to: option) }
  }

  /// It would take minutes, and the service manager would end the kiosk.
  @Test func outlinesThatTakeTooLongAreRejected() throws {
    func file(_ points: Int, _ rest: String) -> String {
      "[face]\nshape = points\n"
        + [String](repeating: "points = 0,0 1,0.5 0.5,1 0.25,0.5\n", count: points / 4).joined()
        + rest
    }
    let told =
      "an outline of 4096 corners takes too long to draw with such a thick line; allowed: corners times px up to 32768"
    #expect(mistakes(file(4096, "line-width = 20")) == ["kiosk.conf:1027: [face] line-width = 20: " + told])
    #expect(mistakes(file(4096, "[face 2]\nline-width = 9")) == ["kiosk.conf:1028: [face 2] line-width = 9: " + told])
    #expect(mistakes(file(4096, "line-width = 8")) == [] && mistakes(file(1600, "line-width = 20")) == [])
  }

  @Test func incompleteFacesAreRejected() throws {
    let picture = try png()
    let all = ["e.png": picture, "h.png": picture, "f.png": picture]
    #expect(
      mistakes("[face]\nimage-half = h.png", files: all) == [
        "kiosk.conf:2: [face] image-half = h.png: requires image-empty and image-full"
      ])
    #expect(
      mistakes("[face]\nimage-half = h.png\nimage-empty = e.png", files: all) == [
        "kiosk.conf:3: [face] image-empty = e.png: requires image-full"
      ])
    #expect(
      mistakes("[face 2]\nimage-full = f.png", files: all) == [
        "kiosk.conf:2: [face 2] image-full = f.png: requires image-empty"
      ])
    #expect(mistakes("[face 2]\nimage-full = f.png\n[face]\nimage-empty=e.png\nimage-full=f.png", files: all) == [])
    #expect(
      mistakes("[face]\nshape = points\npoints = 0,0 1,1") == [
        "kiosk.conf:2: [face] shape = points: too few points; set at least three in the key points"
      ])
    #expect(
      mistakes("[face]\npoints = 0,0 1,1 0,1") == [
        "kiosk.conf:2: [face] points = 0,0 1,1 0,1: has no effect; set shape = points"
      ])
    #expect(
      mistakes("[slider]\nstars = 3\n[face 4]\nshape = heart") == [
        "kiosk.conf:4: [face 4] shape = heart: no such star; allowed: [face 1] to [face 3]"
      ])
  }

  @Test func invalidOptionsAreRejected() {
    #expect(
      mistakes("", options: [("stars", "x")]) == ["--stars x: invalid value; allowed: whole numbers from 1 to 1000"])
    #expect(mistakes("", options: [("starz", "x")]) == ["--starz x: unknown option"])
    #expect(
      mistakes("[slider]\nvalue = 6", options: [("minimum", "6")]) == [
        "kiosk.conf:2: [slider] value = 6: more than the 5 stars; allowed: numbers from 0 to 5",
        "--minimum 6: more than the 5 stars; allowed: numbers from 0 to 5",
      ])
  }

  @Test func messagesHaveOneForm() {
    func message(_ place: String, _ line: Int32, _ severity: Diagnostic.Severity) -> String {
      Diagnostic(place: place, line: line, reason: "x: no", severity).message
    }
    #expect(message("k.conf", 3, .error) == "k.conf:3: x: no" && message("k.conf", 0, .error) == "k.conf: x: no")
    #expect(message("k.conf", 3, .warning) == "k.conf:3: warning: x: no")
    #expect(message("k.conf", 0, .warning) == "k.conf: warning: x: no")
    #expect(message("--x", 0, .error) == "--x x: no" && message("--x", 0, .warning) == "warning: --x x: no")
  }

  /// A value above all stars is an error in a file, unless an option sets it or reduces the number of stars.
  @Test func valuesAboveAllStarsAreRejected() {
    let reason = "more than the 3 stars; allowed: numbers from 0 to 3"
    #expect(mistakes("[slider]\nstars = 3\nvalue = 5") == ["kiosk.conf:3: [slider] value = 5: " + reason])
    #expect(mistakes("[slider]\nstars = 3", options: [("value", "5")]) == [])
    #expect(mistakes("[slider]\nvalue = 5", options: [("stars", "3")]) == [])
    #expect(mistakes("[slider]\nstars = 3\nvalue = 5", options: [("stars", "5")]) == [])
  }

  @Test func nearMissesAreSuggested() {
    #expect(NearMiss.distance(Array("stars".utf8), Array("stras".utf8)) == 1)
    #expect(NearMiss.distance(Array("step".utf8), Array("setps".utf8)) == 2)
    #expect(NearMiss.nearest(to: "margn", among: ["spacing", "margin"]) == "margin")
    #expect(NearMiss.nearest(to: "x", among: ["axis", "step"]) == nil)
    #expect(NearMiss.nearest(to: "color", among: ["fill", "empty"]) == nil)
    // Two letters of five may differ, one of three, and none of one or two.
    for (word, near) in [("a", 0), ("ab", 0), ("abc", 1), ("abcd", 1), ("abcde", 2), ("abcdefgh", 2)] {
      for wrong in 0...min(word.count, 4) {
        let known = String(repeating: "-", count: wrong) + word.dropFirst(wrong)
        #expect((NearMiss.nearest(to: word, among: [known]) != nil) == (wrong <= near), "\(word), \(known)")
      }
    }
  }
}
