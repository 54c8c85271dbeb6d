import Basics
import Collector
import System

/// Runs the operator's program for messages about alerts, each of which the program reads as JSON from its standard input. It may send mail,
/// call a webhook, or switch on a lamp.
///
/// | state | event | then |
/// | --- | --- | --- |
/// | | `start` | running, up to four at once |
/// | running | exit status 0 | done |
/// | running | another end, or 20 s have passed | failed: the database returns the message again after a minute |
final class AlertCommand {
  private struct Run {
    let message: AlertMessage
    let process: ForkedProcess
    /// When the program is killed, in nanoseconds of the monotonic clock.
    let until: Int64
  }

  private let path: String
  private var running: [Run] = []

  /// How long a program may run, in nanoseconds: less than the minute after which a message is due again.
  private static let patience: Int64 = 20_000_000_000
  private static let most = 4
  /// The limit of a program's private memory in bytes.
  private static let memory: Int64 = 512 << 20
  /// The time between two looks at running programs, in nanoseconds.
  private static let pause: Int64 = 100_000_000

  init(_ path: String) { self.path = path }

  deinit { for run in running { run.process.stop() } }

  /// When to call `look`, in nanoseconds of the monotonic clock.
  private(set) var deadline: Int64 = .max

  /// The number of programs that may be started now.
  var free: Int32 { Int32(Self.most - running.count) }

  /// Starts the program. Returns why that failed, or `nil`.
  func start(_ message: AlertMessage) -> String? {
    if !isExecutable(path) { return path + " is no program that this user may execute" }
    let now = MonotonicClock.now()
    do throws(SystemError) {
      let process = try ForkedProcess(running: path, input: Array((message.text + "\n").utf8), memory: Self.memory)
      running.append(Run(message: message, process: process, until: now + Self.patience))
      deadline = now + Self.pause
      return nil
    } catch { return error.message }
  }

  /// Ends programs. Returns the messages whose programs have succeeded, and why others failed.
  func look() -> (done: [AlertMessage], failures: [String]) {
    var (done, failures): ([AlertMessage], [String]) = ([], [])
    let now = MonotonicClock.now()
    running.removeAll { run in
      switch run.process.end() {
      case .exited(status: 0): done.append(run.message)
      case .exited(let status): failures.append(path + " failed with status \(status)")
      case .killed(let signal): failures.append(path + " was ended by the signal \(signal)")
      case nil:
        if now < run.until { return false }
        run.process.stop()
        failures.append(path + " took more than 20 s")
      }
      return true
    }
    deadline = running.isEmpty ? .max : now + Self.pause
    return (done, failures)
  }
}
