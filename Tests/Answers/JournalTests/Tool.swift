import Foundation

/// `starctl` as a process, from the folder of the tests.
struct Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The folder of the files with its outputs.
  private let folder: TemporaryFolder
  init(_ folder: TemporaryFolder) { self.folder = folder }

  func run(_ arguments: [String]) throws -> Outcome {
    let products = Bundle.main.executableURL!.resolvingSymlinksInPath().deletingLastPathComponent()
    let test = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let home = test?.deletingLastPathComponent() ?? products
    let process = Process()
    process.executableURL = home.appendingPathComponent("starctl")
    process.arguments = arguments
    // Files rather than pipes, which would block the tool after 64 KiB.
    let (output, errors) = (folder.file("stdout"), folder.file("stderr"))
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
