import Basics
import Display
import EvdevTouch
import Geometry
import Raster
import Rating
import System
import Touch

/// Shows targets and takes touches until there is a calibration: `CalibrationSession` with a screen and a panel.
final class CalibrationRun {
  private let display: any Display
  private let watcher: TouchWatcher
  private let signals: SignalSource
  private let console: Console?
  private let screen: ScreenTransform
  private let count: Int32

  private let poller = Poller()
  /// Nil while there is no panel.
  private var session: CalibrationSession?
  private var shown: CalibrationPicture?
  private var isAway = false
  private var isEnding = false

  init(
    display: any Display, watcher: TouchWatcher, signals: consuming SignalSource, console: Console?,
    screen: ScreenTransform, targets: Int32
  ) {
    self.display = display
    self.watcher = watcher
    self.signals = signals
    self.console = console
    self.screen = screen
    count = targets
  }

  /// The calibration, the ranges of axes that it counts on where the device announces too little, and the device.
  func run() throws(KioskError) -> (CalibrationFit, AxisQuirks, DeviceDescription) {
    if let error = watcher.lastError { Standard.error("waiting for a touchscreen: " + error.advised.message) }
    takePanel()
    while true {
      try paint()
      try wait()
      try takeSignals()
      if isEnding { throw .failure("cannot calibrate: it was ended before all targets were touched") }
      try takeDisplayEvents()
      takeTouches()
      switch session?.state {
      case .done(let fit):
        if let ranges = session?.ranges, let device = watcher.screen?.device { return (fit, ranges, device) }
      case .failed(.timeout): throw .failure("cannot calibrate: no touch on the target for a minute")
      case .failed(.refused(let refusal)):
        throw .failure(
          "cannot calibrate: the touches do not fit: " + refusal.reason
            + "; touch the middle of each cross, or see whether "
            + "star-kiosk devices lists the right touchscreen")
      case .waiting, .pressed, nil: break
      }
    }
  }

  /// Begins anew for whatever panel is there.
  private func takePanel() {
    session = nil
    guard let panel = watcher.screen else { return }
    session = CalibrationSession(targets: count, on: screen, axes: panel.axes, now: MonotonicClock.now())
    Standard.error("calibrating " + panel.path + ", \"" + panel.device.name + "\": touch the crosses")
  }

  private func wait() throws(KioskError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(display.descriptor)
    poller.add(watcher.watchDescriptor)
    poller.add(watcher.touchDescriptor ?? -1)
    var earliest = display.deadline
    for moment in [watcher.retryAt, session?.deadline] {
      if let moment { earliest = min(earliest ?? moment, moment) }
    }
    do throws(SystemError) { try poller.wait(until: earliest) } catch { throw .failure(error.message) }
  }

  private func takeSignals() throws(KioskError) {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt, Signal.hangUp: isEnding = true
      case Console.releaseSignal:
        isAway = true
        display.suspend()
        console?.allowRelease()
      case Console.acquireSignal:
        console?.confirmAcquire()
        do throws(DisplayError) { try display.resume() } catch { throw .failure(error.message) }
        isAway = false
        shown = nil
      default: break
      }
    }
  }

  private func takeDisplayEvents() throws(KioskError) {
    let isDue = display.deadline.map { $0 <= MonotonicClock.now() } ?? false
    if !isDue && poller.readiness(of: display.descriptor).isEmpty { return }
    do throws(DisplayError) {
      if try display.handleEvents().contains(.redraw) { shown = nil }
    } catch {
      throw .failure(error.message)
    }
  }

  private func takeTouches() {
    let now = MonotonicClock.now()
    let before = session?.hint
    let change = watcher.update(now: now) { event in
      if !isAway { session?.handle(event, now: now) }
    }
    switch change {
    case .none: break
    case .opened, .reopened: takePanel()
    case .closed:
      session = nil
      if let error = watcher.lastError { Standard.error("waiting for the touchscreen: " + error.advised.message) }
    }
    session?.timePassed(now)
    if let hint = session?.hint, hint != before { Standard.error("touch again: " + hint.reason) }
  }

  /// Small screens, few pictures: each is drawn whole.
  private func paint() throws(KioskError) {
    guard !isAway, let session else { return }
    if case .done = session.state { return }
    let picture = CalibrationPicture(session)
    if picture == shown { return }
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return }
      picture.paint(frame.surface, session.targets)
      try display.present(Region(frame.surface.bounds))
      shown = picture
    } catch {
      if error.recovery != .retry { throw .failure(error.message) }
      shown = nil
    }
  }
}
