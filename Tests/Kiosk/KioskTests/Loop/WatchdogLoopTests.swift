import Display
import Foundation
import Screens
import Settings
import StarSlider
import System
import Testing

@testable import Kiosk

/// The loop itself, with a service manager that listens and a screen or a panel that hangs.
@Suite(.serialized) struct WatchdogLoopTests {
  /// Milliseconds of the watchdog's period; a loop is stuck after a quarter of it.
  private static let period = 400

  /// A panel whose records are a pipe's bytes, which it may stop to read; it ends the loop after a while.
  private final class Panel: TouchInput {
    let pipe: (read: Int32, write: Int32)
    var hangs = false
    var hasUnreadInput = false
    var deadline: Int64? { next }
    var isOver: Bool { false }
    var tick: () -> Void = {}
    private var next = MonotonicClock.now()

    init() {
      var ends: [Int32] = [0, 0]
      precondition(Foundation.pipe(&ends) == 0)
      pipe = (ends[0], ends[1])
    }

    deinit {
      Foundation.close(pipe.read)
      Foundation.close(pipe.write)
    }

    func watch(with poller: Poller) { poller.add(pipe.read) }

    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      // A visitor touches all the time.
      if now >= next {
        next = now + 20_000_000
        var byte: UInt8 = 1
        _ = Foundation.write(pipe.write, &byte, 1)
        tick()
      }
      hasUnreadInput = false
      if poller.readiness(of: pipe.read).isEmpty { return }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = hangs ? 0 : Foundation.read(pipe.read, &bytes, 64)
      hasUnreadInput = count <= 0
    }
  }

  /// Runs a kiosk's event loop until `tick` makes it fail. `tick` is called every 20 ms with the socket of the service manager and the
  /// nanoseconds since the start.
  private func run(
    _ screen: FakeScreen, _ panel: Panel, _ tick: @escaping (_ kiosk: Kiosk, _ listener: Int32, _ passed: Int64) -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "watchdog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "notify").path
    let listener = try listen(path)
    defer { Foundation.close(listener) }

    var builder = SettingsBuilder()
    builder.read([], name: "none")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: screen.format)
    let clock = Clock(isVirtual: false)
    let manager = ServiceManager(socket: path, watchdogMicroseconds: "\(Self.period * 1000)")
    let kiosk = Kiosk(
      settings, model,
      Kiosk.Devices(
        display: screen, transform: transform, touch: panel, keys: NoKeys(),
        answers: try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 1000), console: nil,
        film: nil, trace: nil, platform: PlatformServices(settings, manager: manager, at: clock.now),
        status: StatusFile()),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    let start = clock.now
    panel.tick = { [unowned kiosk] in tick(kiosk, listener, MonotonicClock.now() - start) }
    #expect(throws: KioskError.self) { try kiosk.run() }
  }

  /// How often a service manager would be told that all is well in four periods, of which the last three hang as told.
  private func heard(screenHangs: Bool, panelHangs: Bool) throws -> (before: Int, after: Int) {
    let (screen, panel) = (FakeScreen(), Panel())
    let period = Int64(Self.period) * 1_000_000
    var (before, after): (Int?, Int?)
    try run(screen, panel) { kiosk, listener, passed in
      if passed < period { return }
      if before == nil {
        before = feeds(listener)
        (screen.hangs, panel.hangs) = (screenHangs, panelHangs)
      }
      // There is always something to draw.
      kiosk.presenter.screen.invalidate()
      if passed > 4 * period {
        after = feeds(listener)
        kiosk.failure = KioskError("go on", "the test", "it is over")
      }
    }
    return (try #require(before), try #require(after))
  }

  private func listen(_ path: String) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(listener >= 0 && code == 0)
    return listener
  }

  /// The datagrams that wait.
  private func datagrams(_ listener: Int32) -> [String] {
    var waiting: [String] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let length = recv(listener, &bytes, 256, 0)
      if length < 0 { return waiting }
      waiting.append(String(decoding: bytes[..<length], as: UTF8.self))
    }
  }

  /// How many of them feed a watchdog.
  private func feeds(_ listener: Int32) -> Int { datagrams(listener).count { $0 == "WATCHDOG=1" } }

  @Test func rejectedFrameIsDrawnAgain() throws {
    let (screen, panel) = (FakeScreen(), Panel())
    screen.refusals = 2
    try run(screen, panel) { kiosk, _, passed in
      if screen.presented > 0 || passed > 5_000_000_000 {
        kiosk.failure = KioskError("go on", "the test", "it is over")
      }
    }
    #expect(screen.refusals == 0 && screen.presented == 1)
  }

  /// The service manager is notified once the first frame is shown, and after each reload.
  @Test func readyAfterFirstFrameAndReloads() throws {
    let (screen, panel) = (FakeScreen(), Panel())
    screen.hangs = true
    var said: [[String]] = []
    var ticks = 0
    try run(screen, panel) { kiosk, listener, _ in
      ticks += 1
      if ticks % 4 != 0 { return }
      said.append(datagrams(listener).filter { !$0.hasPrefix("WATCHDOG") })
      switch said.count {
      case 1: screen.hangs = false
      case 2: kiosk.reload()
      default: kiosk.failure = KioskError("go on", "the test", "it is over")
      }
    }
    #expect(screen.presented > 0 && said.count == 3)
    #expect(said[0] == [] && said[1] == ["READY=1"])
    #expect(said[2].count == 2 && said[2][0].hasPrefix("RELOADING=1\n") && said[2][1] == "READY=1")
  }

  @Test func watchdogIsFedWhileLoopsRun() throws {
    let heard = try heard(screenHangs: false, panelHangs: false)
    #expect(heard.before >= 1 && heard.after >= 3, "\(heard)")
  }

  @Test func watchdogStarvesWithoutFrames() throws {
    let heard = try heard(screenHangs: true, panelHangs: false)
    #expect(heard.before >= 1 && heard.after <= 1, "\(heard)")
  }

  @Test func watchdogStarvesWithoutInput() throws {
    let heard = try heard(screenHangs: false, panelHangs: true)
    #expect(heard.before >= 1 && heard.after <= 1, "\(heard)")
  }
}
