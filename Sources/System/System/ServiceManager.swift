import CLinux

/// The service manager that started this program, where one did: sd_notify(3)'s protocol, one datagram a message.
///
///     let manager = ServiceManager()
///     try manager.ready()            // the first picture is on the screen
///     try manager.feedWatchdog()     // within every manager.watchdogPeriod
///
/// Without $NOTIFY_SOCKET, as from a shell, every message goes nowhere. Sending never waits: where the manager does not keep
/// up, that is an error (EAGAIN), and a program goes on after it.
package struct ServiceManager: Sendable {
  /// Where messages go, as $NOTIFY_SOCKET has it: a path, or "@" and an abstract name; `nil` for nowhere.
  package let socket: String?
  /// Nanoseconds within which the manager wants to be told that the program is alive, above 0; `nil` where it does not.
  package let watchdogPeriod: Int64?

  /// From the environment: NOTIFY_SOCKET, and WATCHDOG_USEC where WATCHDOG_PID is this process or not set.
  @export(interface) package init() {
    self.init(
      socket: Environment["NOTIFY_SOCKET"], watchdogMicroseconds: Environment["WATCHDOG_USEC"],
      watchdogProcess: Environment["WATCHDOG_PID"])
  }

  /// From the variables' values. What is no number, or not for this process, is no watchdog.
  @export(interface) package init(socket: String?, watchdogMicroseconds: String? = nil, watchdogProcess: String? = nil)
  {
    self.socket = socket
    let period = watchdogMicroseconds.flatMap { decimal($0) } ?? 0
    let process = watchdogProcess.map { decimal($0) ?? 0 } ?? Int64(getpid())
    // Above three centuries is for ever.
    let isWanted = period > 0 && period < Int64.max / 1000 && process == Int64(getpid())
    watchdogPeriod = socket != nil && isWanted ? period * 1000 : nil
  }

  /// The service does what it is for; after `reloading`, that it does so again.
  package func ready() throws(SystemError) { try send("READY=1") }

  /// The configuration is being read anew; `ready` follows, whether it was taken or not.
  package func reloading() throws(SystemError) {
    try send("RELOADING=1\nMONOTONIC_USEC=" + "\(MonotonicClock.now() / 1000)")
  }

  /// The program is about to end.
  package func stopping() throws(SystemError) { try send("STOPPING=1") }

  /// The program is alive.
  package func feedWatchdog() throws(SystemError) { try send("WATCHDOG=1") }

  private func send(_ message: String) throws(SystemError) {
    guard let socket else { return }
    let bytes = [UInt8](message.utf8)
    let code = socket.withCString { name in bytes.withUnsafeBytes { cl_notify(name, $0.baseAddress, $0.count) } }
    if code < 0 { throw SystemError("notify the service manager at", socket, errno: -code) }
  }
}

/// A number without a sign, as in "30000000"; `nil` for anything else and for what Int64 cannot hold.
func decimal(_ text: String) -> Int64? {
  var number: Int64 = 0
  if text.utf8.isEmpty { return nil }
  for byte in text.utf8 {
    guard byte >= 48 && byte <= 57 else { return nil }
    let (tens, wrapped) = number.multipliedReportingOverflow(by: 10)
    let (sum, overflowed) = tens.addingReportingOverflow(Int64(byte - 48))
    if wrapped || overflowed { return nil }
    number = sum
  }
  return number
}
