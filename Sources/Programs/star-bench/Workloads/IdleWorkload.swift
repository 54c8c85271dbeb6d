import Basics
import Display
import Geometry
import Raster
import System

/// How often the kiosk wakes up while nothing happens. Observes the `star-kiosk` beside this program; without one, a copy of this
/// program that shows a frame and sleeps.
struct IdleWorkload {
  let program: String
  /// How often the process went to sleep again, in `seconds`.
  let wakeups: Int64
  /// Processor time in `seconds`, in nanoseconds; -1 if the kernel does not count it.
  let processor: Int64
  let seconds: Int32

  init(_ options: Options) throws(ProgramError) {
    seconds = options.idleSeconds
    do throws(SystemError) {
      let me = try realPath("/proc/self/exe")
      let kiosk = parentFolder(of: me) + "/star-kiosk"
      let hasKiosk = isExecutable(kiosk)
      program = hasKiosk ? "star-kiosk" : "star-bench --sleep"
      var arguments = options.screenWords
      if case .memory(nil, let format) = options.screen {
        arguments = ["--display", DisplayName.memory(Options.usualSize, format).text]
      }
      let journal = "/dev/shm/star-bench-\(processID()).sqlite"
      arguments += hasKiosk ? ["--touch", "none", "--journal", journal] : ["--sleep"]
      let child = try ChildProcess(hasKiosk ? kiosk : me, arguments, silent: true)
      // Skip the start.
      sleep(nanoseconds: 1_000_000_000)
      let before = try Self.counters(child.id)
      sleep(nanoseconds: Int64(seconds) * 1_000_000_000)
      let after = try Self.counters(child.id)
      child.terminate()
      _ = try child.wait()
      wakeups = after.switches - before.switches
      processor = before.processor < 0 ? -1 : after.processor - before.processor
      if hasKiosk { for end in ["", "-wal", "-shm"] { removeFile(journal + end) } }
    } catch {
      throw .failure(error.message)
    }
  }

  private static func counters(_ id: Int32) throws(SystemError) -> (switches: Int64, processor: Int64) {
    let status = try readFile("/proc/\(id)/status")
    let times = (try? readFile("/proc/\(id)/schedstat")) ?? []
    return (number(after: "voluntary_ctxt_switches:", in: status) ?? 0, firstNumber(times) ?? -1)
  }

  /// Shows one frame and sleeps, in the child process.
  static func sleepForever(_ options: Options) throws(ProgramError) -> Never {
    let screen = try Screen.open(options.screen, usual: Options.usualSize)
    try FiveStars.show(on: screen)
    while true {
      sleep(nanoseconds: 3_600_000_000_000)
      if screen.waits { _ = try? screen.display.handleEvents() }
    }
  }
}
