import Basics
import System

/// The times of frames, for measurements: kept in memory, and written to a file at the end. Recording a frame takes two clock readings and
/// no system call.
final class FrameTrace {
  /// The number of frames that are kept; older ones are overwritten.
  private static var capacity: Int { 4096 }

  private let path: String
  /// For each frame, when `poll` returned, when it was painted, and when `present` returned, in nanoseconds of the monotonic clock. The
  /// array is filled at the start, so that a measurement causes no page faults.
  private var moments = [(woken: Int64, painted: Int64, presented: Int64)](repeating: (0, 0, 0), count: capacity)
  private var count = 0
  private var (woken, painted) = (MonotonicClock.now(), Int64(0))

  init(path: String) { self.path = path }

  /// Records that `poll` has returned.
  func wake(at now: Int64) { woken = now }

  /// Records that a frame is about to be presented.
  func paint() { painted = MonotonicClock.now() }

  /// Records that the frame was presented.
  func present() {
    moments[count % Self.capacity] = (woken, painted, MonotonicClock.now())
    count += 1
  }

  /// Writes a line with the three times of each frame.
  func write() throws(KioskError) {
    var text = ""
    for i in max(0, count - Self.capacity)..<count {
      let (woken, painted, presented) = moments[i % Self.capacity]
      text += "\(woken) \(painted) \(presented)\n"
    }
    do throws(SystemError) { try writeFile(path, Array(text.utf8)) } catch { throw KioskError(error) }
  }
}
