import CLinux

/// Waits for descriptors or a deadline: ppoll(2). Waiting allocates no memory.
///
/// The caller builds the set before each wait, which is cheaper than maintaining it:
/// ```
/// poller.removeAll()
/// poller.add(signals.descriptor)
/// poller.add(display.descriptor)
/// try poller.wait(until: display.deadline)
/// if poller.readiness(of: display.descriptor).contains(.readable) { ... }
/// ```
///
/// It is a class, so that callers pass a reference instead of 150 bytes.
///
/// Safety: `watched` has room for `capacity` elements; the first `count` of them are initialized.
@safe package final class Poller {
  /// The maximum number of descriptors.
  package static var capacity: Int { 16 }

  /// The events to wait for, or the events that occurred.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: Int16(POLLIN))
    package static let writable = Readiness(rawValue: Int16(POLLOUT))
    /// The device or the other end is gone. This is always reported.
    package static let hungUp = Readiness(rawValue: Int16(POLLHUP))
    package static let failed = Readiness(rawValue: Int16(POLLERR))
  }

  private let watched = UnsafeMutablePointer<pollfd>.allocate(capacity: capacity)
  package private(set) var count = 0
  /// The range of indices that contains all ready descriptors; usually only one.
  private var (firstWoken, endWoken) = (0, 0)

  package init() {}

  deinit { unsafe watched.deallocate() }

  package func removeAll() {
    count = 0
    (firstWoken, endWoken) = (0, 0)
  }

  /// Adds a descriptor to the set. -1 is ignored, so that callers need no `if` for a screen without events.
  package func add(_ descriptor: Int32, for interest: Readiness = .readable) {
    if descriptor < 0 { return }
    precondition(count < Self.capacity, "more descriptors than the poller holds")
    unsafe (watched + count).initialize(to: pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    count += 1
  }

  /// Sleeps until a descriptor is ready or the deadline is reached. Returns whether a descriptor is ready.
  ///
  /// - Parameter deadline: The CLOCK_MONOTONIC time in nanoseconds; `nil` for no deadline.
  @discardableResult package func wait(until deadline: Int64?) throws(SystemError) -> Bool {
    while true {
      var timeout: Int64 = -1
      if let deadline { timeout = max(0, deadline - MonotonicClock.now()) }
      let ready = unsafe cl_poll(watched, nfds_t(count), timeout)
      if ready >= 0 {
        findWoken(Int(ready))
        return ready > 0
      }
      // After a signal, the timeout is recomputed from the deadline.
      if cl_errno() != EINTR { throw SystemError("wait for", "descriptors", errno: cl_errno()) }
    }
  }

  /// Sleeps until one of two descriptors is readable or the deadline is reached, without a set and without allocating memory. -1 stands for
  /// no descriptor. Returns at once if there is nothing to wait for.
  package static func wait(for first: Int32, _ second: Int32, until deadline: Int64?) throws(SystemError) {
    if first < 0 && second < 0 && deadline == nil { return }
    while true {
      var timeout: Int64 = -1
      if let deadline { timeout = max(0, deadline - MonotonicClock.now()) }
      let ready = unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { watched in
        var count = 0
        if first >= 0 {
          unsafe watched[count] = pollfd(fd: first, events: Int16(POLLIN), revents: 0)
          count += 1
        }
        if second >= 0 {
          unsafe watched[count] = pollfd(fd: second, events: Int16(POLLIN), revents: 0)
          count += 1
        }
        return unsafe cl_poll(watched.baseAddress, nfds_t(count), timeout)
      }
      if ready >= 0 { return }
      if cl_errno() != EINTR { throw SystemError("wait for", "descriptors", errno: cl_errno()) }
    }
  }

  private func findWoken(_ ready: Int) {
    var (end, left) = (0, ready)
    (firstWoken, endWoken) = (0, 0)
    while left > 0 && end < count {
      if unsafe watched[end].revents != 0 {
        if left == ready { firstWoken = end }
        left &-= 1
      }
      end &+= 1
    }
    endWoken = end
  }

  /// Returns a descriptor's events from the last wait; none if it is not in the set.
  package func readiness(of descriptor: Int32) -> Readiness {
    var i = firstWoken
    while i < endWoken {
      if unsafe watched[i].fd == descriptor { return unsafe Readiness(rawValue: watched[i].revents) }
      i &+= 1
    }
    return []
  }
}
