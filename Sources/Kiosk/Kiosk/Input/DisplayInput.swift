import Display
import StarSlider
import System
import Touch

/// The contacts of a display with its own input: a window's mouse and fingers. The display's descriptor wakes the event loop.
final class DisplayTouch: TouchInput {
  private let display: any Display

  init(_ display: any Display) { self.display = display }

  var isLive: Bool { true }
  var isPanel: Bool { false }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    display.takeTouches(emit)
  }
}

/// The keys of a display with its own input.
final class DisplayKeys: KeyInput {
  private let display: any Display

  init(_ display: any Display) { self.display = display }

  func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool {
    display.takeKeys { emit(.control($0), $1) }
    // There is no console to silence.
    return false
  }
}
