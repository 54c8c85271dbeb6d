import CLinux
import Glibc
import Testing

@testable import System

/// A datagram socket takes the manager's place.
@Suite struct ServiceManagerTests {
  @Test(arguments: [false, true])
  func messages(_ isAbstract: Bool) throws {
    let socket = try ManagerSocket(isAbstract: isAbstract)
    let manager = ServiceManager(socket: socket.name)
    try manager.ready()
    #expect(socket.next() == "READY=1")
    try manager.feedWatchdog()
    #expect(socket.next() == "WATCHDOG=1")
    try manager.stopping()
    #expect(socket.next() == "STOPPING=1")
    #expect(socket.next() == nil)
  }

  @Test func reloadingHasATime() throws {
    let socket = try ManagerSocket(isAbstract: true)
    let before = MonotonicClock.now() / 1000
    try ServiceManager(socket: socket.name).reloading()
    let lines = try #require(socket.next()).split(separator: "\n")
    #expect(lines.first == "RELOADING=1")
    let moment = try #require(lines.last?.split(separator: "=").last.flatMap { Int64($0) })
    #expect(lines.last == "MONOTONIC_USEC=\(moment)")
    #expect((before...MonotonicClock.now() / 1000).contains(moment))
  }

  @Test func noManagerNoMessages() throws {
    let manager = ServiceManager(socket: nil, watchdogMicroseconds: "1000000")
    try manager.ready()
    #expect(manager.watchdogPeriod == nil)
  }

  @Test(
    arguments: [
      ("/nowhere/notify", ENOENT), ("vsock:2:1234", EAFNOSUPPORT), ("notify", EAFNOSUPPORT), ("/", EAFNOSUPPORT),
      ("/" + String(repeating: "a", count: 106), ENOENT), ("/" + String(repeating: "a", count: 107), ENAMETOOLONG),
      ("@" + String(repeating: "a", count: 107), ENAMETOOLONG),
    ] as [(String, Int32)])
  func unreachableSocketsAreErrors(_ name: String, _ code: Int32) {
    let error = #expect(throws: SystemError.self) { try ServiceManager(socket: name).ready() }
    #expect(error?.errno == code && error?.subject == name)
  }

  /// A kiosk feeds the watchdog for months.
  @Test func messagesLeaveNoDescriptors() throws {
    let socket = try ManagerSocket(isAbstract: true)
    let manager = ServiceManager(socket: socket.name)
    let before = try listDirectory("/proc/self/fd").count
    for _ in 0..<500 {
      try manager.feedWatchdog()
      #expect(socket.next() == "WATCHDOG=1")
    }
    // Other tests open and close files in parallel.
    #expect(try listDirectory("/proc/self/fd").count < before + 250)
  }

  @Test func sendingNeverBlocks() throws {
    let socket = try ManagerSocket(isAbstract: true)
    let manager = ServiceManager(socket: socket.name)
    var refused: Int32?
    for _ in 0..<10_000 where refused == nil {
      do { try manager.feedWatchdog() } catch { refused = error.errno }
    }
    #expect(refused == EAGAIN)
    #expect(socket.next() == "WATCHDOG=1")
    try manager.ready()
  }

  @Test(
    arguments: [
      ("30000000", nil, 30_000_000_000), ("30000000", "own", 30_000_000_000), ("30000000", "1", nil),
      ("30000000", "", nil),
      ("0", nil, nil), ("-5", nil, nil), ("30s", nil, nil), ("", nil, nil), ("99999999999999999999", nil, nil),
      ("9223372036854775807", nil, nil), (nil, nil, nil),
    ] as [(String?, String?, Int64?)])
  func watchdogPeriods(_ usec: String?, _ pid: String?, _ period: Int64?) {
    let process = pid == "own" ? "\(getpid())" : pid
    let manager = ServiceManager(socket: "@x", watchdogMicroseconds: usec, watchdogProcess: process)
    #expect(manager.watchdogPeriod == period)
  }
}

/// The socket of a manager.
private final class ManagerSocket {
  let name: String
  private let descriptor: Int32

  init(isAbstract: Bool) throws {
    let word = "star-notify-\(getpid())-\(UInt32.random(in: .min ... .max))"
    name = isAbstract ? "@" + word : "/tmp/" + word
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: name.utf8)
      if isAbstract { path[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count + (isAbstract ? 0 : 1))
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(bound == 0)
  }

  deinit {
    close(descriptor)
    if name.hasPrefix("/") { unlink(name) }
  }

  /// Returns the next message, or `nil`.
  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[0..<count], as: UTF8.self)
  }
}
