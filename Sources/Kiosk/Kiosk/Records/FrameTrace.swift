import Basics
import System

/// The times of frames, for measurements: kept in memory, and written to a file at the end. A frame costs two clock readings and no
/// system call.
final class FrameTrace {
  /// The number of frames kept, the last ones.
  private static var capacity: Int { 4096 }

  private let path: String
  /// For each frame when `poll` returned, when it was painted, and when `present` returned, nanoseconds of the monotonic clock.
  /// Filled at the start, so that no page faults during a measurement.
  private var moments = [(woken: Int64, painted: Int64, presented: Int64)](repeating: (0, 0, 0), count: capacity)
  private var count = 0
  private var (woken, painted) = (MonotonicClock.now(), Int64(0))

  init(path: String) { self.path = path }

  /// `poll` has returned.
  func wake(at now: Int64) { woken = now }

  /// A frame is about to be presented.
  func paint() { painted = MonotonicClock.now() }

  /// The frame was presented.
  func present() {
    moments[count % Self.capacity] = (woken, painted, MonotonicClock.now())
    count += 1
  }

  /// Writes a line for each frame: the three times.
  func write() throws(KioskError) {
    var text = ""
    for i in max(0, count - Self.capacity)..<count {
      let (woken, painted, presented) = moments[i % Self.capacity]
      text += "\(woken) \(painted) \(presented)\n"
    }
    do throws(SystemError) { try writeFile(path, Array(text.utf8)) } catch { throw KioskError(error) }
  }
}
