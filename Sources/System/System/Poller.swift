import CLinux

/// Waits for a few descriptors and a moment: ppoll(2). The thread sleeps until something happens; waiting allocates nothing.
///
/// The set is written anew before each wait (`removeAll`, `add` ...), which costs less than keeping it right would:
/// ```
/// poller.removeAll()
/// poller.add(signals.descriptor)
/// poller.add(display.descriptor)
/// try poller.wait(until: display.deadline)
/// if poller.readiness(of: display.descriptor).contains(.readable) { ... }
/// ```
///
/// A class, so that whoever is to look at what came is handed a reference and not 150 bytes.
package final class Poller {
  /// How many descriptors fit.
  package static var capacity: Int { 16 }

  /// What to wait for, and what came.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: Int16(POLLIN))
    package static let writable = Readiness(rawValue: Int16(POLLOUT))
    /// The device or the other end is gone. Reported though nobody asked.
    package static let hungUp = Readiness(rawValue: Int16(POLLHUP))
    package static let failed = Readiness(rawValue: Int16(POLLERR))
  }

  private let watched = UnsafeMutablePointer<pollfd>.allocate(capacity: capacity)
  package private(set) var count = 0
  /// Where those that are ready stand, from the first to the one after the last: often it is one.
  private var (firstWoken, endWoken) = (0, 0)

  package init() {}

  deinit { watched.deallocate() }

  package func removeAll() {
    count = 0
    (firstWoken, endWoken) = (0, 0)
  }

  /// Watches a descriptor; -1 is passed over, so that a screen without events needs no `if`. What is added first is found
  /// first.
  package func add(_ descriptor: Int32, for interest: Readiness = .readable) {
    if descriptor < 0 { return }
    precondition(count < Self.capacity, "more descriptors than the poller holds")
    (watched + count).initialize(to: pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    count += 1
  }

  /// Sleeps until a descriptor is ready or the clock (CLOCK_MONOTONIC, nanoseconds) reaches `deadline`; `nil` is never.
  /// True when a descriptor is ready.
  @discardableResult
  package func wait(until deadline: Int64?) throws(SystemError) -> Bool {
    while true {
      var timeout: Int64 = -1
      if let deadline { timeout = max(0, deadline - MonotonicClock.now()) }
      let ready = cl_poll(watched, nfds_t(count), timeout)
      if ready >= 0 {
        findWoken(Int(ready))
        return ready > 0
      }
      // Interrupted: the deadline still holds, the timeout does not.
      if cl_errno() != EINTR { throw SystemError("wait for", "descriptors", errno: cl_errno()) }
    }
  }

  private func findWoken(_ ready: Int) {
    var (end, left) = (0, ready)
    (firstWoken, endWoken) = (0, 0)
    while left > 0 && end < count {
      if watched[end].revents != 0 {
        if left == ready { firstWoken = end }
        left &-= 1
      }
      end &+= 1
    }
    endWoken = end
  }

  /// What the last wait found for a descriptor; empty for one that is not watched.
  package func readiness(of descriptor: Int32) -> Readiness {
    var i = firstWoken
    while i < endWoken {
      if watched[i].fd == descriptor { return Readiness(rawValue: watched[i].revents) }
      i &+= 1
    }
    return []
  }
}
