import Basics
import Display
import EvdevTouch
import StarSlider
import System
import Touch

/// A `CalibrationSession` with a display and a touchscreen: shows targets and reads touches until the calibration is known.
final class CalibrationRun {
  private let display: any Display
  private let watcher: TouchWatcher
  private let signals: SignalSource
  private let console: Console?
  private let screen: ScreenTransform
  private let count: Int32

  private let poller = Poller()
  /// The session; `nil` without a touchscreen.
  private var session: CalibrationSession?
  private var shown: CalibrationPicture?
  /// Whether another virtual terminal is shown.
  private(set) var isAway = false
  /// Whether a signal has ended the run.
  private(set) var isEnding = false
  /// The kiosk's services, so that the watchdog is notified during a calibration; `nil` for the command `calibrate`.
  private let platform: PlatformServices?

  init(
    display: any Display, watcher: TouchWatcher, signals: consuming SignalSource, console: Console?,
    screen: ScreenTransform, targets: Int32, platform: PlatformServices? = nil
  ) {
    self.platform = platform
    self.display = display
    self.watcher = watcher
    self.signals = signals
    self.console = console
    self.screen = screen
    count = targets
  }

  /// Returns the calibration, the axis ranges that it assumes, and the device. A range is set only if the device reports coordinates
  /// outside the range that it announces.
  func run() throws(KioskError) -> (CalibrationFit, AxisQuirks, DeviceDescription) {
    if let error = watcher.lastError { Standard.error("waiting for a touchscreen: " + error.advised.message) }
    beginSession()
    while true {
      try paint()
      try wait()
      try handleSignals()
      if isEnding { throw Self.failure("ended before all targets were touched") }
      try handleDisplayEvents()
      handleTouches()
      switch session?.state {
      case .done(let fit):
        if let ranges = session?.ranges, let device = watcher.screen?.device { return (fit, ranges, device) }
      case .failed(.timeout): throw Self.failure("the target was not touched for a minute")
      case .failed(.refused(let refusal)):
        throw Self.failure(
          "the touches do not fit: " + refusal.reason,
          suggestion: "touch the center of each cross, or check the touchscreen in star-kiosk devices")
      case .waiting, .pressed, nil: break
      }
    }
  }

  private static func failure(_ reason: String, suggestion: String = "") -> KioskError {
    KioskError("calibrate", "the touchscreen", reason, suggestion: suggestion)
  }

  /// Starts over with the connected touchscreen, if there is one.
  private func beginSession() {
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
    for moment in [watcher.deadline, session?.deadline, platform?.deadline] {
      if let moment { earliest = min(earliest ?? moment, moment) }
    }
    do throws(SystemError) { try poller.wait(until: earliest) } catch { throw KioskError(error) }
    let idle = Watchdog.Progress(hasWork: false, didWork: false)
    platform?.roundEnded(frames: idle, input: idle, at: MonotonicClock.now())
  }

  private func handleSignals() throws(KioskError) {
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
        do throws(DisplayError) { try display.resume() } catch { throw KioskError(error) }
        isAway = false
        shown = nil
      default: break
      }
    }
  }

  private func handleDisplayEvents() throws(KioskError) {
    let isDue = display.deadline.map { $0 <= MonotonicClock.now() } ?? false
    if !isDue && poller.readiness(of: display.descriptor).isEmpty { return }
    do throws(DisplayError) {
      if try display.handleEvents().contains(.redraw) { shown = nil }
    } catch { throw KioskError(error) }
  }

  private func handleTouches() {
    let now = MonotonicClock.now()
    let before = session?.hint
    let change = watcher.update(now: now) { event in
      if !isAway { session?.handle(event, now: now) }
    }
    switch change {
    case .none: break
    case .opened, .reopened: beginSession()
    case .closed:
      session = nil
      if let error = watcher.lastError { Standard.error("waiting for the touchscreen: " + error.advised.message) }
    }
    session?.timePassed(now)
    if let hint = session?.hint, hint != before { Standard.error("touch again: " + hint.reason) }
  }

  /// Draws the whole screen if it has changed.
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
      if error.recovery != .retry { throw KioskError(error) }
      shown = nil
    }
  }
}
