import Foundation
import Testing

/// Which libraries a running terminal has: those for text come with the first words, and are named when they are missing.
@Suite struct LoadingTests {
  private static let forText = [
    "libharfbuzz", "libglib-2.0", "libgraphite2", "libfribidi", "libfontconfig", "libicuuc", "libicudata",
    "libqrencode",
  ]

  /// Those of the libraries for text that a terminal has mapped once it is drawing.
  private func mapped(_ configuration: String) throws -> Set<String> {
    let program = try Program()
    defer { program.remove() }
    try configuration.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let kiosk = try program.start([
      "--config", "kiosk.conf", "--display", "memory", "--touch", "none", "--journal", "j.sqlite",
    ])
    defer {
      kiosk.terminate()
      kiosk.waitUntilExit()
    }
    let isDrawing = try program.wait(20) {
      try String(contentsOfFile: program.path("stderr"), encoding: .utf8).contains("drawing to")
    }
    #expect(isDrawing)
    // The kernel hands the file out in pieces; reading a String by its path takes the first one for all.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(kiosk.processIdentifier)/maps"))
    let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    #expect(maps.contains("/libsqlite3.so"), "\(maps)")
    return Set(Self.forText.filter { maps.contains("/\($0).so") })
  }

  @Test func kioskWithoutTextLoadsNoTextLibraries() throws {
    #expect(try mapped("[slider]\nstars = 5\n").isEmpty)
  }

  private static let icu: Set = ["libicuuc", "libicudata"]

  /// The family is looked up, so fontconfig is there, too. Only scripts without spaces between words require ICU.
  @Test func textLoadsItsLibraries() throws {
    let words = "[question a]\n[text en]\nname = English\nquestion a = How was it?\n"
    #expect(try mapped(words) == Set(Self.forText).subtracting(Self.icu.union(["libqrencode"])))
    #expect(
      try mapped(words.replacing("was it?", with: "was it? ดีมาก"))
        == Set(Self.forText).subtracting(["libqrencode"]))
    let code = "[kiosk]\nqr-url = https://example.org/{visit}\n"
    #expect(try mapped(code + words) == Set(Self.forText).subtracting(Self.icu))
  }

  /// A library that cannot be loaded: the loader meets a file of its name that is none.
  @Test func missingLibraryIsNamed() throws {
    let program = try Program()
    defer { program.remove() }
    try FileManager.default.createDirectory(atPath: program.path("lib"), withIntermediateDirectories: true)
    try Data("none".utf8).write(to: URL(fileURLWithPath: program.path("lib/libharfbuzz.so.0")))
    let words = "[question a]\n[text en]\nname = English\nquestion a = How was it?\n"
    try words.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(
      ["check", "kiosk.conf"], command: ["/usr/bin/env", "LD_LIBRARY_PATH=\(program.path("lib"))"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "cannot load libharfbuzz.so.0: \(program.path("lib/libharfbuzz.so.0")): file too short; install Debian's package libharfbuzz0b"
      ),
      "\(outcome.errors)")
    // Without text it is not needed.
    try "[slider]\nstars = 5\n".write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let silent = try program.run(
      ["check", "kiosk.conf"], command: ["/usr/bin/env", "LD_LIBRARY_PATH=\(program.path("lib"))"])
    #expect(silent.status == 0 && silent.errors.isEmpty, "\(silent.errors)")
  }

  /// ICU is named by its oldest version, and only where it is needed.
  @Test func missingICUIsNamed() throws {
    let program = try Program()
    defer { program.remove() }
    for version in 72...80 {
      try Data("none".utf8).write(to: URL(fileURLWithPath: program.path("libicuuc.so.\(version)")))
    }
    let command = ["/usr/bin/env", "LD_LIBRARY_PATH=" + program.folder.path]
    try program.configure(Program.configuration(start: "Begin"))
    #expect(try program.run(["check", "kiosk.conf"], command: command).status == 0)
    try program.configure(Program.configuration(start: "星"))
    let outcome = try program.run(["check", "kiosk.conf"], command: command)
    let path = program.path("libicuuc.so.72")
    let advice = "install Debian's package libicu76, in Debian 12 libicu72"
    let reason = "cannot load libicuuc.so.72: \(path): file too short; \(advice)"
    #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
