import Basics
import Display
import Geometry
import Raster
import System

/// The time from exec to the first frame in the screen's memory, and resident memory, of child processes. The floor only clears
/// as much memory.
struct StartWorkload {
  let options: Options

  /// The peak resident memory of all starts, in bytes.
  final class Resident {
    var bytes: Int64 = 0
  }

  let resident = Resident()
  let floorResident = Resident()

  func subjects() throws(ProgramError) -> [Subject] {
    let me = "/proc/self/exe"
    let screen = options.screenWords
    let floor = Subject("start floor", unit: "start", operations: 5) { (count) throws(ProgramError) in
      if let program = options.startFloor { return try Self.run(program, [], count, floorResident) }
      return try Self.run(me, ["--cleared-frame"] + screen, count, floorResident)
    }
    let start = Subject("start", unit: "start", operations: 5, floor: floor) { (count) throws(ProgramError) in
      if let program = options.startProgram { return try Self.run(program, [], count, resident) }
      return try Self.run(me, ["--first-frame"] + screen, count, resident)
    }
    return [start, floor]
  }

  /// Starts a program `count` times. It prints the time of its first frame, in nanoseconds of CLOCK_MONOTONIC, and its peak
  /// resident memory in KiB (VmHWM; the value of wait4(2) includes the parent's memory), and exits. Returns the total time.
  private static func run(
    _ path: String, _ arguments: [String], _ count: Int, _ resident: Resident
  ) throws(ProgramError) -> Int64 {
    var sum: Int64 = 0
    for _ in 0..<count {
      let start = MonotonicClock.now()
      let (text, status) = try output(of: path, arguments)
      let words = split(trimmed(text), at: 32)
      guard status == 0, words.count == 2, let shown = Int64(words[0]), let held = Int64(words[1]) else {
        let fault = status == 0 ? "unexpected output" : "exit status \(status)"
        throw .failure(
          "cannot measure the start of " + path + ": " + fault
            + "; it must exit with 0 and print one line: the time of "
            + "its first frame (nanoseconds of CLOCK_MONOTONIC) and its peak resident memory (KiB)")
      }
      resident.bytes = max(resident.bytes, held << 10)
      sum += shown - start
    }
    return sum
  }

  /// Returns a program's output and exit status.
  private static func output(
    of path: String, _ arguments: [String]
  ) throws(ProgramError) -> (text: [UInt8], status: Int32) {
    do throws(SystemError) {
      let child = try ChildProcess(path, arguments)
      var text: [UInt8] = []
      while true {
        let part = try child.read()
        if part.isEmpty { break }
        text += part
      }
      return (text, try child.wait())
    } catch {
      throw .failure(error.message)
    }
  }

  /// Shows one frame and prints the time, in the child process.
  static func showFirstFrame(_ options: Options, clearOnly: Bool) throws(ProgramError) {
    let screen = try Screen.open(options.screen, usual: Options.usualSize)
    if clearOnly {
      let surface = try screen.nextFrame().surface
      surface.fill(surface.bounds, with: .white)
      try screen.present(Region(surface.bounds))
      try printTime(MonotonicClock.now())
    } else {
      let scene = try FirstFrame(screen)
      try printTime(MonotonicClock.now())
      _ = scene
    }
  }

  private static func printTime(_ time: Int64) throws(ProgramError) {
    let status = (try? readFile("/proc/self/status", limit: 1 << 20)) ?? []
    try Output.line("\(time) \(number(after: "VmHWM:", in: status) ?? 0)")
  }
}

extension Options {
  /// The options that select the same screen in a child process.
  var screenWords: [String] {
    switch screen {
    case .memory(nil, let format): ["--format", "\((format ?? .xrgb8888).name)"]
    default: ["--display", screen.text]
    }
  }
}
