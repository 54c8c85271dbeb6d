import Foundation
import Testing

/// The next start of a service draws the same screens from its text cache, without fonts and text libraries.
@Suite struct TextCacheProgramTests {
  private func start(_ program: Program, _ picture: String) throws -> Process {
    try program.start(
      [
        "--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "none", "--snapshot",
        picture,
      ],
      command: ["/usr/bin/env", "CACHE_DIRECTORY=" + program.path("cache")])
  }

  private func end(_ kiosk: Process) {
    kiosk.terminate()
    kiosk.waitUntilExit()
  }

  private func libraries(_ kiosk: Process) throws -> [String] {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(kiosk.processIdentifier)/maps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    return ["libharfbuzz", "libicuuc"].filter { maps.contains($0) }
  }

  @Test func nextStartLoadsNoTextLibrary() throws {
    let program = try Program()
    defer { program.remove() }
    let japanese = "[text ja]\nname = 日本語\nquestion a = いかがでしたか？\nattract = どうぞ\n"
    try program.configure(Program.configuration(start: "Begin") + japanese)
    let cache = program.path("cache")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    let first = try start(program, program.path("first.png"))
    #expect(
      program.wait(20) { FileManager.default.fileExists(atPath: cache + "/texts") }, "\((try? program.log()) ?? "")")
    #expect(try libraries(first) == ["libharfbuzz", "libicuuc"])
    end(first)
    let next = try start(program, program.path("next.png"))
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: program.path("star-kiosk.json")) })
    #expect(try libraries(next).isEmpty, "\((try? program.log()) ?? "")")
    end(next)
    let pictures = try ["first.png", "next.png"].map { try Data(contentsOf: URL(fileURLWithPath: program.path($0))) }
    #expect(pictures[0] == pictures[1] && pictures[0].count > 1_000)
  }
}
