import CLinux

// Safety: the C library gets the size of the message.

/// The service manager that started this program: the protocol of sd_notify(3), one datagram per message.
///
///     let manager = ServiceManager()
///     try manager.ready()            // the first picture is on the screen
///     try manager.feedWatchdog()     // within every manager.watchdogPeriod
///
/// Without $NOTIFY_SOCKET, for example in a shell, messages are dropped. Sending never blocks: if the manager is too slow, it fails with
/// EAGAIN, and the program can continue.
package struct ServiceManager: Sendable {
  /// The value of $NOTIFY_SOCKET: a path, or "@" and an abstract name; `nil` if messages are dropped.
  package let socket: String?
  /// The interval within which the manager expects each `feedWatchdog`, in nanoseconds; `nil` without a watchdog.
  package let watchdogPeriod: Int64?

  /// Reads the variables from the environment. A period that is invalid or meant for another process is ignored.
  @export(interface) package init(
    socket: String? = Environment["NOTIFY_SOCKET"], watchdogMicroseconds: String? = Environment["WATCHDOG_USEC"],
    watchdogProcess: String? = Environment["WATCHDOG_PID"]
  ) {
    self.socket = socket
    let period = watchdogMicroseconds.flatMap { decimal($0) } ?? 0
    let process = watchdogProcess.map { decimal($0) ?? 0 } ?? Int64(processID())
    let isExpected = period > 0 && period < Int64.max / 1000 && process == Int64(processID())
    watchdogPeriod = socket != nil && isExpected ? period * 1000 : nil
  }

  /// Reports that the service has started, or has finished reloading.
  package func ready() throws(SystemError) { try send("READY=1") }

  /// Reports that the service reloads its configuration. `ready` must follow, even if the configuration is rejected.
  package func reloading() throws(SystemError) {
    try send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now() / 1000)")
  }

  /// Reports that the service is about to exit.
  package func stopping() throws(SystemError) { try send("STOPPING=1") }

  /// Reports that the service is alive.
  package func feedWatchdog() throws(SystemError) { try send("WATCHDOG=1") }

  private func send(_ message: String) throws(SystemError) {
    guard let socket else { return }
    let bytes = [UInt8](message.utf8)
    let code = unsafe cl_notify(socket, bytes, bytes.count)
    if code < 0 { throw SystemError("notify the service manager at", socket, errno: -code) }
  }
}

/// Notifies the service manager's watchdog twice in each of its periods.
package struct WatchdogFeed: Sendable {
  private let manager = ServiceManager()
  /// When the next notification is due, in nanoseconds of the monotonic clock; `nil` without a watchdog.
  package private(set) var deadline: Int64?

  package init() { deadline = manager.watchdogPeriod.map { _ in MonotonicClock.now() } }

  /// Notifies the watchdog if a notification is due.
  package mutating func feed() {
    let now = MonotonicClock.now()
    guard let period = manager.watchdogPeriod, let deadline, now >= deadline else { return }
    try? manager.feedWatchdog()
    self.deadline = now + period / 2
  }
}
