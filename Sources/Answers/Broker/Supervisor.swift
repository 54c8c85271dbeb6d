import Basics
import Courier
import System

/// Runs a program's work in a child process, and starts another one if the child is killed by a signal.
///
/// libmosquitto and the TLS library parse what a broker sends or, without TLS, anyone on the network path. A packet that makes them abort,
/// crash or exceed the memory limit ends only the child. Resolving a host name or waiting for a database may take longer than a service is
/// given to stop, so the child is killed if it is still running four seconds after a signal.
///
/// | state \ event | the child exits | the child is killed | SIGTERM, SIGINT | SIGHUP | the delay passed |
/// | --- | --- | --- | --- | --- | --- |
/// | running | exit with its status | waiting, longer | forward; ending | forward; ending without a file to reload | |
/// | waiting | | | exit with 0 | exit with 0 without a file to reload | running |
/// | ending | exit with its status | exit with 0 | forward | forward | kill the child; exit with 0 |
///
/// "Longer" is the next delay of `BackOff`. After a child that ran for ten minutes, delays start again with the shortest one.
package final class Supervisor {
  /// What the child does, for the log.
  private let task: String
  /// The limit of the child's private memory in bytes. A broker can make libmosquitto allocate 256 MB.
  private let memory: Int64
  private static let sigkill: Int32 = 9
  /// How long the child may take to end, in nanoseconds.
  private static let patience: Int64 = 4_000_000_000
  /// How long a child must run for delays to start again with the shortest one, in nanoseconds.
  private static let calmPeriod: Int64 = 600_000_000_000

  private let signals: SignalSource
  private let poller = Poller()
  private var watchdog = WatchdogFeed()
  private var backOff = BackOff(seed: (try? randomNumber()) ?? UInt64(truncatingIfNeeded: MonotonicClock.now()))
  /// Whether SIGHUP reloads a file.
  private let canReload: Bool
  /// When the first signal to end the program arrived, in nanoseconds of the monotonic clock.
  private var endedAt: Int64?
  private var isEnding: Bool { endedAt != nil }

  @export(interface) package init(task: String, memory: Int64, canReload: Bool) throws(ProgramError) {
    (self.task, self.memory, self.canReload) = (task, memory, canReload)
    do throws(SystemError) {
      signals = try SignalSource([Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.child])
    } catch { throw .failure(error.message) }
  }

  /// Runs until a child exits or a signal ends the program.
  ///
  /// - Parameter work: The work of each child, given the time at which an earlier one was killed. Returns the exit status.
  @export(interface) package func run(_ work: (_ crashedAt: Int64?, WatchdogFeed) -> Int32) throws(ProgramError) {
    var crashedAt: Int64?
    while true {
      let startedAt = MonotonicClock.now()
      let end: ForkedProcess.End
      do throws(SystemError) {
        end = try wait(for: ForkedProcess(memory: memory) { work(crashedAt, watchdog) })
      } catch { throw .failure(error.message) }
      switch end {
      case .exited(0): return
      case .exited(let status): throw ProgramError(lines: [], status: status)
      case .killed(let signal):
        if isEnding { return }
        let now = MonotonicClock.now()
        crashedAt = now
        if now - startedAt >= Self.calmPeriod { backOff.reset() }
        let delay = backOff.next()
        Standard.error(
          "the " + task + " crashed (signal \(signal)), possibly because of data from the broker; restarting it in "
            + "\(delay / 1_000_000_000) s")
        do throws(SystemError) { try pause(until: now + delay) } catch { throw .failure(error.message) }
        if isEnding { return }
      }
    }
  }

  /// Forwards signals until the child ends.
  private func wait(for child: ForkedProcess) throws(SystemError) -> ForkedProcess.End {
    var isKilled = false
    while true {
      if let end = child.end() { return end }
      poller.removeAll()
      poller.add(signals.descriptor)
      try poller.wait(until: isKilled ? nil : endedAt.map { $0 + Self.patience })
      while let signal = signals.next() {
        if signal == Signal.child { continue }
        if signal != Signal.hangUp || !canReload { beginEnd() }
        child.send(signal)
      }
      if let endedAt, !isKilled, MonotonicClock.now() >= endedAt + Self.patience {
        child.send(Self.sigkill)
        isKilled = true
      }
    }
  }

  /// Waits without a child.
  private func pause(until end: Int64) throws(SystemError) {
    while !isEnding && MonotonicClock.now() < end {
      poller.removeAll()
      poller.add(signals.descriptor)
      try poller.wait(until: min(end, watchdog.deadline ?? end))
      watchdog.feed()
      while let signal = signals.next() {
        if signal != Signal.child && (signal != Signal.hangUp || !canReload) { beginEnd() }
      }
    }
  }

  private func beginEnd() { endedAt = endedAt ?? MonotonicClock.now() }
}
