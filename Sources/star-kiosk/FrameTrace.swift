import Linux

/// When frames were made, for whoever measures: written down in memory that was set aside before, and to a file at the end.
/// Costs one reading of the clock a frame, and no system call.
final class FrameTrace {
  /// Frames kept: the last ones.
  private static var capacity: Int { 4096 }

  private let path: String
  /// For each frame the moment when `poll` returned and the one when `present` did, nanoseconds of the monotonic clock.
  private let moments = UnsafeMutablePointer<(woken: Int64, presented: Int64)>.allocate(capacity: capacity)
  private var count = 0
  private var woken: Int64 = 0

  init(path: String) {
    self.path = path
    // Written once, so that no page is missing when it counts.
    moments.initialize(repeating: (0, 0), count: Self.capacity)
    woken = MonotonicClock.now()
  }

  deinit { moments.deallocate() }

  /// `poll` has returned.
  func wake(at now: Int64) { woken = now }

  /// A frame was presented.
  func present() {
    moments[count % Self.capacity] = (woken, MonotonicClock.now())
    count += 1
  }

  /// Writes a line for each frame: the two moments.
  func write() throws(KioskError) {
    var text = ""
    for i in max(0, count - Self.capacity)..<count {
      let (woken, presented) = moments[i % Self.capacity]
      text += "\(woken) \(presented)\n"
    }
    do throws(SystemError) {
      try writeFile(path, Array(text.utf8))
    } catch {
      throw .failure(error.message)
    }
  }
}
