import Foundation
import Testing

// A running kiosk with words.
extension Program {
  /// The folder of the package's translations.
  static let phrases = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent()
  }
  .appending(path: "Sources/Kiosk/Phrases").path

  /// Returns a configuration of one question in one language, with a start screen.
  static func configuration(start: String) -> String {
    "[question a]\n[text en]\nname = English\nquestion a = How was it?\nattract = \(start)\n"
  }

  func configure(_ configuration: String) throws {
    try configuration.write(toFile: path("kiosk.conf"), atomically: true, encoding: .utf8)
  }

  /// Starts a kiosk that draws to memory and has no touchscreen. Nothing moves in a snapshot, unless with `motion`.
  func startKiosk(_ configuration: String, motion: Bool = false) throws -> Process {
    try configure(configuration)
    return try start([
      "--config", "kiosk.conf", "--phrases", Self.phrases, "--display", "memory", "--touch", "none", "--journal",
      "j.sqlite", "--snapshot", "screen.png", "--animation", motion ? "yes" : "no",
    ])
  }

  /// Returns what the kiosk has written to standard error.
  func log() throws -> String { try String(contentsOfFile: path("stderr"), encoding: .utf8) }

  /// Returns a snapshot of what is on the screen now.
  func picture(of kiosk: Process) throws -> Data {
    let path = path("screen.png")
    try? FileManager.default.removeItem(atPath: path)
    kill(kiosk.processIdentifier, SIGUSR1)
    #expect(wait(10) { FileManager.default.fileExists(atPath: path) })
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}

/// Returns the lines of JSON in a program's output.
func answers(in output: String) throws -> [[String: Any]] {
  try output.split(separator: "\n").compactMap {
    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
  }
}

/// Waits until a process has less memory than a limit, because a start or a picture that is decoded needs more for a while. Returns the memory
/// in KiB that the process alone has and the kernel cannot drop. Unchanged pages of files, such as programs and fonts, do not count: the
/// kernel reads more of them at once than the process needs, and whether they are shared depends on what else is running.
func kilobytes(of process: Process, below limit: Int, in program: Program) throws -> Int {
  var found = 0
  _ = try program.wait(20) {
    let rollup = try String(contentsOfFile: "/proc/\(process.processIdentifier)/smaps_rollup", encoding: .utf8)
    let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") })
    found = try #require(Int(line.split(separator: " ")[1]))
    return found < limit
  }
  return found
}
