import Display
import Settings
import StarSlider
import System
import Testing

@testable import Kiosk

/// A touchscreen that no visitor touches. It wakes the loop every 20 ms.
final class UntouchedPanel: TouchInput {
  var round: () -> Void = {}
  private var next = MonotonicClock.now()
  var deadline: Int64? { next }
  var isOver: Bool { false }

  func watch(with poller: Poller) {}

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    if now < next { return }
    next = now + 20_000_000
    round()
  }
}

extension Kiosk {
  /// Creates a kiosk without a console and without keys.
  ///
  /// - Parameter lights: The folder of the backlights.
  static func on(
    _ screen: FakeScreen, _ settings: Settings, touch: any TouchInput, answers: AnswerRecorder, lights: String,
    fleet: FleetAgent? = nil, _ options: Options = Options()
  ) throws -> Kiosk {
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let clock = Clock(isVirtual: false)
    return Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: touch, keys: NoKeys(), answers: answers, console: nil, film: nil,
        trace: nil, platform: PlatformServices(settings, lights: lights, at: clock.now), status: StatusFile(),
        fleet: fleet),
      options, clock: clock, signals: try SignalSource([Signal.user2]))
  }

  /// Runs the event loop with one of `rounds` after the other, each until it returns true. Then ends the kiosk.
  func run(_ panel: UntouchedPanel, on screen: FakeScreen, _ rounds: [(Kiosk) throws -> Bool]) throws {
    var left = rounds[...]
    var (count, endings) = (0, 0)
    panel.round = { [unowned self] in
      count += 1
      do {
        if let round = left.first, count < 500 {
          if try round(self) { left.removeFirst() }
          return
        }
      } catch { Issue.record(error) }
      screen.hangs = false
      presenter.handle(.ending)
      endings += 1
      // Without this, a kiosk that does not end would run forever.
      if endings == 50 {
        Issue.record("the kiosk does not end")
        screen.isTaken = false
      }
    }
    try run()
    #expect(left.isEmpty)
  }
}
