import Foundation
import Testing

/// A built program.
struct Tool {
  let name: String
  /// The folder of its files.
  let folder: URL
  var environment = ProcessInfo.processInfo.environment

  init(_ name: String) throws {
    self.name = name
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func path(_ file: String) -> String { folder.appendingPathComponent(file).path }

  /// Runs it in its folder and returns the exit status and both outputs.
  func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) { try run(arguments) }

  func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    let (out, err) = (path("stdout"), path("stderr"))
    for file in [out, err] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOfFile: out, encoding: .utf8),
      try String(contentsOfFile: err, encoding: .utf8)
    )
  }

  /// The program's path.
  var executable: String {
    get throws {
      let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      let home = try #require(bundle ?? Bundle.main.executableURL).deletingLastPathComponent()
      return home.appendingPathComponent(name).path
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
