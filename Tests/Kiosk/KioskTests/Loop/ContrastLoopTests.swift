import Foundation
import TestSupport
import Testing

/// A visitor who taps the corner sees more contrast until the visit ends, and nothing else changes.
@Suite struct ContrastLoopTests {
  private static let questions = """
    [question a]
    [question b]
    [text en]
    name = English
    question a = How was your visit?
    question b = How clean was it?
    [text ar]
    name = العربية
    question a = كيف كانت زيارتك؟
    question b = ما مدى النظافة؟

    """

  /// Plays taps at 800 x 480. Returns the answers and the picture at the end.
  private func visit(
    _ taps: [(x: Int, y: Int)], _ kiosk: String = "access = yes\n", _ theme: String = "", motion: String = "none",
    pause: Int = 700
  ) throws -> (answers: [String], rgb: [UInt8], errors: String) {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for tap in taps { gestures.stroke([tap], pause: pause) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    try program.configure("[kiosk]\nmotion = \(motion)\n" + kiosk + "[theme]\n" + theme + Self.questions)
    let outcome = try program.run([
      "--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "replay:visit.evemu",
      "--journal", "j.sqlite", "--snapshot", "end.png",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("end.png")))))
    return (
      try answers(in: outcome.output).map { answer in
        ["question", "stars", "language"].map { "\(answer[$0] ?? "")" }.joined(separator: " ")
      }, picture.rgb, outcome.errors
    )
  }

  private static let corner = (x: 750, y: 50)
  private static func star(_ number: Int) -> (x: Int, y: Int) { (96 + (number - 1) * 152, 264) }

  @Test func screensHaveMoreContrastUntilTheVisitEnds() throws {
    let usual = try visit([Self.star(4), Self.star(2), (400, 440)])
    let black = try visit([Self.corner])
    #expect(Array(usual.rgb.prefix(3)) == [0xf7, 0xf5, 0xf0] && Array(black.rgb.prefix(3)) == [0, 0, 0])
    // The stars are those of a kiosk whose theme it is.
    let theme = try visit([(400, 420)], "", "base = contrast\n")
    let stars = 800 * 3 * 200..<800 * 3 * 330
    #expect(black.rgb[stars] == theme.rgb[stars] && black.rgb[stars] != usual.rgb[stars])
    // Asked for again, it ends.
    let again = try visit([Self.corner, Self.corner])
    #expect(Array(again.rgb.prefix(3)) == [0xf7, 0xf5, 0xf0])
    // The answers count, and after the thanks the next visitor has the usual screens.
    let whole = try visit([Self.corner, Self.star(4), Self.star(2), (400, 440)])
    #expect(whole.answers == ["a 4 en", "b 2 en"] && whole.rgb == usual.rgb, "\(whole.errors)")
  }

  /// Nothing moves on these screens, whatever moves on the others.
  @Test func nothingMoves() throws {
    let still = try visit([Self.corner, Self.star(4)])
    let moving = try visit([Self.corner, Self.star(4)], motion: "full", pause: 60)
    #expect(Array(moving.rgb.prefix(3)) == [0, 0, 0] && moving.rgb == still.rgb)
  }

  /// It is combined with a change of the language, whose screens are made then.
  @Test func otherLanguageHasMoreContrastToo() throws {
    let visit = try visit([Self.corner, (740, 446), Self.star(5)])
    #expect(Array(visit.rgb.prefix(3)) == [0, 0, 0] && visit.answers == [])
    let whole = try self.visit([Self.corner, (740, 446), Self.star(5), Self.star(1)])
    #expect(whole.answers == ["a 1 ar", "b 5 ar"], "\(whole.errors)")
  }

  /// With its own colors, pictures and slides, a kiosk still has the theme's contrast. With base = contrast, there is no button.
  @Test func ownColorsDoNotCount() throws {
    let brand = "background = #224466\ntext = #88aacc\nstar = #335577\n"
    let black = try visit([Self.corner], "access = yes\n", brand + "[face]\nfill = #335577\nempty = #224466\n")
    #expect(Array(black.rgb.prefix(3)) == [0, 0, 0])
    #expect(black.rgb == (try visit([Self.corner])).rgb)
    let plain = try visit([(5, 470)], "access = yes\n", "base = contrast\n")
    #expect(plain.errors.contains("kiosk.conf:3: warning: [kiosk] access = yes: has no effect with base = contrast"))
    #expect(plain.rgb == (try visit([(5, 470)], "", "base = contrast\n")).rgb)
  }
}
