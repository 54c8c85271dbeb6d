import Foundation
import TestSupport
import Testing

/// `starctl screens`: what an operator sends to a designer.
@Suite struct ScreensCommandTests {
  private static let survey = """
    [question service]
    reasons = waiting
    [question shop]
    [text en]
    name = English
    question service = How was our service?
    question shop = How clean was the shop?
    reason waiting = The waiting time
    [text en-GB]
    name = British
    question service = How did you find our service?
    question shop = How clean was the shop?
    reason waiting = The queue

    """

  private func size(_ program: Program, _ file: String) throws -> [Int32] {
    let picture = try pixels(ofPNG: [UInt8](try Data(contentsOf: URL(fileURLWithPath: program.path(file)))))
    return [picture.size.width, picture.size.height]
  }

  @Test func everyScreenInEveryLanguage() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    try Self.survey.write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["screens", "k.conf", "--size", "480x272", "--output", "out/pictures"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty, "\(outcome.errors)")
    let names = [
      "1-start", "2-question-service", "3-answer-service", "4-reasons-service", "5-question-shop", "6-answer-shop",
      "7-thanks", "8-closed", "9-cleaning",
    ]
    var expected = ["language.png"]
    for tag in ["en", "en-GB"] { expected += names.map { "\(tag)-\($0).png" } }
    let found = try FileManager.default.contentsOfDirectory(atPath: program.path("out/pictures"))
    #expect(found.sorted() == (expected + ["contact-sheet.png"]).sorted())
    for file in expected { #expect(try size(program, "out/pictures/" + file) == [480, 272]) }
    // Three rows, the longest of nine pictures at half size, with gaps of 16 pixels.
    let sheet: [Int32] = [9 * 256 + 16, 3 * 152 + 16]
    #expect(try size(program, "out/pictures/contact-sheet.png") == sheet)
    func bytes(_ file: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: program.path("out/pictures/" + file)))
    }
    #expect(try bytes("en-2-question-service.png") != bytes("en-3-answer-service.png"))
    #expect(try bytes("en-2-question-service.png") != bytes("en-GB-2-question-service.png"))
    #expect(try bytes("en-8-closed.png") == bytes("en-GB-8-closed.png"))
  }

  /// A question with a step of its own shows the initial value in that step, as on the kiosk.
  @Test func initialValueOfAQuestion() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let question = "\n[text en]\nquestion a = How was it?\n"
    var pictures: [Data] = []
    for keys in ["step = half\n[question a]", "[question a]\nstep = half"] {
      try ("[slider]\nvalue = 2\n" + keys + question).write(
        toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
      let outcome = try program.run(["screens", "k.conf", "--output", "out"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: program.path("out/en-2-question-a.png"))))
    }
    #expect(pictures[0] == pictures[1])
  }

  @Test func whatItRefuses() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    try Self.survey.write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    try "[slider]\nstars = 3\n".write(toFile: program.path("plain.conf"), atomically: true, encoding: .utf8)
    try "[slider]\nstars = 0\n".write(toFile: program.path("bad.conf"), atomically: true, encoding: .utf8)
    for (words, status, told) in [
      (["k.conf"], 64, "--output DIR is missing"), ([], 64, "FILE is missing"),
      (["k.conf", "--size", "8", "--output", "o"], 64, "--size 8: must be WIDTHxHEIGHT"),
      (["plain.conf", "--output", "o"], 1, "plain.conf: there are no questions; add a [question ID]"),
      (["bad.conf", "--output", "o"], 1, "bad.conf:2: [slider] stars = 0: invalid value"),
      (["none.conf", "--output", "o"], 1, "none.conf"), (["k.conf", "--output", "k.conf"], 1, "k.conf"),
      (["k.conf", "--size", "4x4", "--output", "o"], 1, "the screen is too small: 4x4"),
    ] as [([String], Int32, String)] {
      let outcome = try program.run(["screens"] + words)
      #expect(
        outcome.status == status && outcome.errors.contains(told) && outcome.output.isEmpty,
        "\(words): \(outcome.status) \(outcome.errors)")
    }
  }
}
