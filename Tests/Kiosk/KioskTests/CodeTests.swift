import Foundation
import Testing

/// The code on the thank-you screen, read by another program: ZBar.
@Suite struct CodeTests {
  private static func survey(_ terminal: String, theme: String = "light", language: String = "en") -> String {
    """
    [kiosk]
    id = gate-7
    \(terminal)
    [theme]
    base = \(theme)
    [question service]
    [text \(language)]
    question service = How was our service?

    """
  }

  static let address = "qr-url = https://example.org/comment?v={visit}&k={kiosk}"

  /// Returns what ZBar reads from a picture.
  static func decoded(_ picture: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["zbarimg", "--quiet", "--raw", picture]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test(arguments: ["320x240", "800x480", "720x1280", "240x320"], ["light", "dark", "contrast", "classic"])
  func aReaderReadsTheCode(size: String, theme: String) throws {
    let program = try Program("starctl")
    defer { program.remove() }
    for language in ["en", "ar"] {
      try Self.survey(Self.address, theme: theme, language: language)
        .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
      let outcome = try program.run([
        "screens", "k.conf", "--phrases", Program.phrases, "--size", size, "--output", language,
      ])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: program.path(language)).first { $0.contains("thanks") })
      #expect(
        try Self.decoded(program.path(language + "/" + file))
          == "https://example.org/comment?v=00000000-0000-4000-8000-000000000000&k=gate-7\n", "\(language)")
    }
  }

  /// The visit of the code is that of the answers.
  @Test(arguments: ["0", "180"]) func theCodeNamesTheVisitOfTheAnswers(rotation: String) throws {
    var gestures = Gestures()
    gestures.stroke([(400, 240)], pause: 500)
    gestures.stroke([(400, 250)], pause: 1_000)
    let program = try Program()
    defer { program.remove() }
    try Self.survey(Self.address).write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--config", "kiosk.conf", "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
      "--rotate", rotation, "--answers", "1", "--snapshot", "end.png",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answer = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let visit = try #require(answer?["visit"] as? String)
    #expect(try Self.decoded(program.path("end.png")) == "https://example.org/comment?v=\(visit)&k=gate-7\n")
  }

  /// One line with the place and what to write.
  @Test(arguments: [
    ("example.org/{visit}", "invalid value; allowed: addresses that begin with https:// or http://"),
    ("https://example.org/{vist}", "unknown placeholder {vist}; did you mean visit?"),
    ("https://example.org/{}", "unknown placeholder {}; known: visit, kiosk"),
    ("https://example.org/{visit", "unmatched brace; write {visit} or {kiosk}"),
    ("https://example.org/a b", "an address must not contain spaces or non-ASCII letters"),
    ("https://exämple.org/", "an address must not contain spaces or non-ASCII letters"),
    (
      "https://example.org/" + String(repeating: "x", count: 150) + "?v={visit}&k={kiosk}",
      "the address has up to 218 bytes"
    ),
  ])
  func wrongAddressesAreRejected(address: String, words: String) throws {
    let program = try Program()
    defer { program.remove() }
    try Self.survey("qr-url = " + address)
      .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["check", "k.conf"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("star-kiosk: k.conf:3: [kiosk] qr-url = ") && outcome.errors.contains(words),
      "\(outcome.errors)")
  }

  @Test func aLongAddressOnASmallScreenIsAWarning() throws {
    let program = try Program()
    defer { program.remove() }
    let long = "qr-url = https://example.org/" + String(repeating: "x", count: 140) + "?v={visit}&k={kiosk}"
    try Self.survey(long).write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["--display", "memory:160x120", "check", "k.conf"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("k.conf:3: warning: [kiosk] qr-url")
        && outcome.errors.contains("less than 2 px for each"),
      "\(outcome.errors)")
    try "[kiosk]\n\(Self.address)\n".write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    #expect(try program.run(["check", "k.conf"]).errors.contains("has no effect without questions"))
  }
}
