import Basics
import Display
import System

/// The number of wakeups of an idle kiosk. It observes the `star-kiosk` next to this program or, if there is none, a copy of this program
/// that shows a frame and sleeps.
final class IdleWorkload: Workload {
  let name = "idle"
  let help = "how often the kiosk wakes up while nothing happens"

  var options: [CommandOption<Options>] {
    [
      .value("idle-seconds", "N", "How long idle observes, default 5.") {
        Options.setNumber(&$0.idleSeconds, $1, 1...86_400)
      }
    ]
  }

  func measure(in run: inout Run) throws(ProgramError) {
    let (screen, seconds) = (run.options.screen, Int64(run.options.idleSeconds))
    do throws(SystemError) {
      let me = try realPath("/proc/self/exe")
      let kiosk = parentFolder(of: me) + "/star-kiosk"
      let hasKiosk = isExecutable(kiosk)
      var arguments = screen.words
      if case .memory(nil, let format) = screen.name {
        arguments = ["--display", DisplayName.memory(MemoryDisplay.defaultSize, format).text]
      }
      let journal = "/dev/shm/star-bench-\(processID()).sqlite"
      arguments += hasKiosk ? ["--touch", "none", "--journal", journal] : ["--sleep"]
      let child = try ChildProcess(hasKiosk ? kiosk : me, arguments, errors: .discarded)
      // Lets the program finish starting, because its start is not counted.
      sleep(nanoseconds: 1_000_000_000)
      let before = try Self.counters(child.id)
      sleep(nanoseconds: seconds * 1_000_000_000)
      let after = try Self.counters(child.id)
      child.terminate()
      _ = try child.wait()
      if hasKiosk { for end in ["", "-wal", "-shm"] { removeFile(journal + end) } }
      let program = hasKiosk ? "star-kiosk" : "star-bench --sleep"
      run.facts += [
        Fact(name: "idle wakeups of " + program, unit: "wakeups", value: after.switches - before.switches),
        Fact(name: "idle time looked at", unit: "s", value: seconds),
      ]
      if let start = before.processor, let end = after.processor {
        run.facts.append(Fact(name: "idle processor time", unit: "ns", value: end - start))
      }
    } catch { throw .failure(error.message) }
  }

  /// Returns the number of times that a process went to sleep, and its processor time in nanoseconds; `nil` if the kernel does not count
  /// it.
  private static func counters(_ id: Int32) throws(SystemError) -> (switches: Int64, processor: Int64?) {
    let status = try readFile("/proc/\(id)/status")
    let times = (try? readFile("/proc/\(id)/schedstat")) ?? []
    return (number(after: "voluntary_ctxt_switches:", in: status) ?? 0, firstNumber(times))
  }

  /// In the child process, shows one frame and sleeps.
  static func sleepForever(_ options: Options) throws(ProgramError) -> Never {
    let screen = try Screen(options)
    try FiveStars.show(on: screen)
    while true {
      sleep(nanoseconds: 3_600_000_000_000)
      if screen.waits { _ = try? screen.display.handleEvents() }
    }
  }
}
