import Basics
import Display
import StarSlider
import System

/// The time from exec to the first frame in memory, and the resident memory. The floor only clears the same amount of memory.
struct StartWorkload {
  let options: Options

  /// The peak resident memory of all starts, in bytes.
  final class Resident { var bytes: Int64 = 0 }

  let resident = Resident()
  let floorResident = Resident()

  func subjects() -> [Subject] {
    let floor = subject("start floor", options.startFloor, "--cleared-frame", floorResident)
    return [subject("start", options.startProgram, "--first-frame", resident, floor: floor.name), floor]
  }

  /// Returns the measurement of a program, or of a copy of this program with an option.
  private func subject(
    _ name: String, _ program: String?, _ option: String, _ resident: Resident, floor: String? = nil
  ) -> Subject {
    let words = program == nil ? [option] + options.screenWords : []
    return Subject(
      name: name, unit: "start", operations: 5, floor: floor, isCounted: false
    ) { (count) throws(ProgramError) in try Self.run(program ?? "/proc/self/exe", words, count, resident) }
  }

  /// Starts a program `count` times and returns the total time. The program prints the time of its first frame in nanoseconds of
  /// CLOCK_MONOTONIC and its peak resident memory in KiB (VmHWM, because the value of wait4(2) includes the parent's memory), and exits.
  private static func run(
    _ path: String, _ arguments: [String], _ count: Int, _ resident: Resident
  ) throws(ProgramError) -> Int64 {
    var sum: Int64 = 0
    for _ in 0..<count {
      let start = MonotonicClock.now()
      var (text, status): ([UInt8], Int32) = ([], 0)
      do throws(SystemError) {
        let child = try ChildProcess(path, arguments)
        while case let part = try child.read(), !part.isEmpty { text += part }
        status = try child.wait()
      } catch { throw .failure(error.message) }
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

  /// In the child process, shows one frame and prints the time.
  static func showFirstFrame(_ options: Options, clearOnly: Bool) throws(ProgramError) {
    let screen = try Screen(options)
    if clearOnly { try screen.clear() } else { try FiveStars.show(on: screen) }
    let time = MonotonicClock.now()
    let status = (try? readFile("/proc/self/status", limit: 1 << 20)) ?? []
    try Output.line("\(time) \(number(after: "VmHWM:", in: status) ?? 0)")
  }
}

extension Options {
  /// The options that select the same screen in a child process.
  var screenWords: [String] {
    switch screen {
    case .memory(nil, let format): ["--format", "\((format ?? .xrgb8888).name)"]
    default: ["--display", screen.text] + (buffers == .auto ? [] : ["--buffers", buffers == .flip ? "flip" : "front"])
    }
  }
  var displayOptions: DisplayOptions {
    var options = DisplayOptions()
    options.buffers = buffers
    return options
  }
}
