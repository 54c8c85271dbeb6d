import Foundation

/// A built program, run as a user runs it, in a folder of its own.
struct Program {
  let folder: URL
  let executable: URL

  init(_ name: String = "star-kiosk") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kiosk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let home = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    executable = home.appendingPathComponent(name)
  }

  init(folder: URL, executable: URL) {
    self.folder = folder
    self.executable = executable
  }

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// Standard error without the lines that only say what is drawn to.
    var complaints: [Substring] {
      errors.split(separator: "\n").filter { !$0.hasPrefix("star-kiosk: drawing to") }
    }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Runs to the end. `command` replaces the program where something has to stand before it.
  func run(_ arguments: [String], command: [String] = []) throws -> Outcome {
    let process = try start(arguments, command: command)
    process.waitUntilExit()
    return try outcome(of: process)
  }

  /// Starts it in the background; its output goes to files, since a full pipe would stop it.
  func start(_ arguments: [String], command: [String] = []) throws -> Process {
    let process = Process()
    let words = command + [executable.path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    // Tests of the loop and of local time set these for this process, in parallel.
    environment["STATE_DIRECTORY"] = nil
    environment["TZ"] = nil
    environment["TMPDIR"] = folder.path
    environment["XDG_RUNTIME_DIR"] = folder.path
    environment["XDG_STATE_HOME"] = folder.appendingPathComponent("state").path
    process.environment = environment
    for stream in ["stdout", "stderr"] {
      _ = FileManager.default.createFile(atPath: path(stream), contents: nil)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: path("stdout"))
    process.standardError = FileHandle(forWritingAtPath: path("stderr"))
    try process.run()
    return process
  }

  func outcome(of process: Process) throws -> Outcome {
    Outcome(
      status: process.terminationStatus, output: try String(contentsOfFile: path("stdout"), encoding: .utf8),
      errors: try String(contentsOfFile: path("stderr"), encoding: .utf8))
  }

  /// Waits until a condition holds, at most `seconds`.
  func wait(_ seconds: Double, until isTrue: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if try isTrue() { return true }
      usleep(10_000)
    }
    return try isTrue()
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// The stars of each line of JSON.
func stars(in output: String) throws -> [Double] {
  try output.split(separator: "\n").map { line in
    let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (answer?["stars"] as? NSNumber)?.doubleValue ?? -1
  }
}

/// Touches as evemu text, for an 800x480 panel with slots.
struct Gestures {
  private var time = 0
  private var id = 0
  private var events = ""

  /// A contact that goes through points 20 ms apart.
  mutating func stroke(_ points: [(x: Int, y: Int)], pause milliseconds: Int = 2_000) {
    id += 1
    for (i, point) in points.enumerated() {
      if i == 0 { event(3, 0x39, id) }
      event(3, 0x35, point.x)
      event(3, 0x36, point.y)
      if i == 0 { event(1, 0x14a, 1) }
      report()
    }
    event(3, 0x39, -1)
    event(1, 0x14a, 0)
    report()
    time += milliseconds
  }

  private mutating func event(_ type: Int, _ code: Int, _ value: Int) {
    events += String(format: "E: %d.%06d %04x %04x %d\n", time / 1000, time % 1000 * 1000, type, code, value)
  }

  private mutating func report() {
    event(0, 0, 0)
    time += 20
  }

  var text: String {
    let head = """
      # EVEMU 1.3
      N: test panel
      I: 0018 0000 0000 0000
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      """
    // BTN_TOUCH is bit 0x14a of the keys: byte 41, bit 2.
    let keys = (0..<12).map { row in
      "B: 01 " + (0..<8).map { row * 8 + $0 == 41 ? "04" : "00" }.joined(separator: " ")
    }
    // ABS_MT_SLOT 0x2f, POSITION_X 0x35, POSITION_Y 0x36, TRACKING_ID 0x39.
    let axes = """
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 799 0 0 0
      A: 36 0 479 0 0 0
      A: 39 0 65535 0 0 0
      """
    return head + "\n" + keys.joined(separator: "\n") + "\n" + axes + "\n" + events
  }
}
