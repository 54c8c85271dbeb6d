import Basics
import Display
import StarSlider
import System

/// The programs whose start is measured.
struct StartOptions {
  /// The program; `nil` for a copy of this one. It prints the time of its first frame.
  var program: String?
  /// The program that it is compared with. It clears the same amount of memory and prints the time.
  var floor: String?
}

/// The time from exec to the first frame in memory, and the resident memory. The floor only clears the same amount of memory.
final class StartWorkload: Workload {
  let name = "start"
  let help = "exec to first frame, and resident memory"

  var options: [CommandOption<Options>] {
    [
      .text("start-program", "PROGRAM", "The program whose start is measured, default this one.") {
        $0.start.program = $1
      },
      .text(
        "start-floor", "PROGRAM", "The program that start is compared with, default this one, only clearing the screen."
      ) { $0.start.floor = $1 },
    ]
  }

  /// The peak resident memory of all starts, in bytes.
  private final class Resident { var bytes: Int64 = 0 }

  func measure(in run: inout Run) throws(ProgramError) {
    let (start, screen) = (run.options.start, run.options.screen)
    let (resident, floorResident) = (Resident(), Resident())
    let floor = subject("start floor", start.floor, "--cleared-frame", screen, floorResident)
    try run.add([subject("start", start.program, "--first-frame", screen, resident, floor: floor.name), floor])
    run.facts.append(Fact(name: "start resident", unit: "bytes", value: resident.bytes))
    run.facts.append(Fact(name: "start floor resident", unit: "bytes", value: floorResident.bytes))
  }

  /// Returns the measurement of a program, or of a copy of this program with an option.
  private func subject(
    _ name: String, _ program: String?, _ option: String, _ screen: ScreenOptions, _ resident: Resident,
    floor: String? = nil
  ) -> Subject {
    let words = program == nil ? [option] + screen.words : []
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
      let (text, status): ([UInt8], Int32)
      do throws(SystemError) { (text, status) = try ChildProcess(path, arguments).readAll() } catch {
        throw .failure(error.message)
      }
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
