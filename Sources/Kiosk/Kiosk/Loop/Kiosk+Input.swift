import Basics
import Display
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

// What contacts, keys and signals do.
extension Kiosk {
  func handleTouches() {
    input.readTouches(poller, on: presenter, isCleaning: machine.screen == .cleaning) { event, isBrief in
      handle(event, isBrief: isBrief)
      // The filmstrip has a picture of every step, although a recording may deliver several steps in one round.
      if presenter.film != nil { try? paint() }
    }
  }

  /// - Parameter isBrief: Whether the event ends a contact of no duration.
  private func handle(_ event: TouchEvent<PhysicalSpace>, isBrief: Bool) {
    let touch = presenter.toLayout(event)
    if touch.phase == .began {
      input.activityBefore = machine.lastActivity
      storage.counts.touched(by: isExploring ? .speech : .touch)
      handle(.touchBegan)
      // A cloth touches the glass everywhere, and jumps.
      if machine.screen != .cleaning {
        input.note(event, at: touch.position, on: presenter)
        if let speech = presenter.speech {
          speech.touchBegan(onTarget: presenter.screen.invitesTouch(at: touch.position), at: clock.now)
        }
      }
    }
    let outcome: Screen.Outcome?
    if let speech = presenter.speech {
      outcome = handle(touch, isBrief: isBrief, with: speech)
    } else {
      outcome = presenter.withScreen { $0.handle(touch, isBrief: isBrief) }
    }
    // A contact of no duration that hit no widget does not count as a visitor's activity.
    if isBrief && outcome == nil { machine.forgetActivity(since: input.activityBefore) }
    if let event = input.corner.follow(touch, isFree: outcome == nil, in: configuration.model.corner) { handle(event) }
    if let outcome { handleOutcome(outcome) }
    if let speech = presenter.speech { tellChoice(with: speech) }
  }

  /// Cancels a contact, as if the finger had left the screen.
  func cancelTouch() {
    input.box?.addRelease(at: clock.now)
    if let event = input.corner.release() { handle(event) }
    presenter.speech?.exploration.reset()
    if let outcome = presenter.screen.cancelTouch() { handleOutcome(outcome) }
  }

  func handleKeys() {
    let isWoken = input.readKeys(poller, on: presenter) { handle($0) }
    if isWoken { console?.silenceKeyboard() }
  }

  func handleOutcome(_ outcome: Screen.Outcome) {
    input.box?.add(outcome, at: clock.now)
    if case .action(.service(let action)) = outcome { return serve(action) }
    if let event = SurveyMachine.Event(outcome) { handle(event) }
  }

  private func serve(_ action: Action.Service) {
    guard machine.state == .service else { return }
    let backlight = configuration.settings.screen.backlight
    switch action {
    case .testAnswer: handle(.tested)
    case .calibrate: input.isCalibrationPending = true
    case .restart:
      Standard.error("restarting: requested on the service screen", .notice)
      end()
    case .dim: platform.changeBrightness(of: backlight, by: -10)
    case .brighten: platform.changeBrightness(of: backlight, by: 10)
    }
    reportService()
  }

  /// Calibrates the touchscreen without ending the program. If that fails, the error is reported and the kiosk continues.
  func calibrate() throws(KioskError) {
    input.isCalibrationPending = false
    guard let watcher = input.touch.calibrated else {
      return Standard.error("cannot calibrate: no touchscreen is connected", .warning)
    }
    let run = CalibrationRun(
      display: presenter.display, watcher: watcher, signals: try Run.openSignals(), console: console,
      screen: presenter.transform, targets: configuration.options.targets, platform: platform)
    do throws(KioskError) {
      let file = try CalibrationFile.prepared()
      _ = try Calibrate.record(try run.run(), in: file)
    } catch { for line in error.lines { Standard.error(line) } }
    clock.update()
    input.touch.recalibrate()
    input.learnAnew(presenter.transform.layout)
    if run.isAway { presenter.handle(.released) }
    if run.isEnding { end() }
    presenter.handle(.regained)
    // The time of the calibration does not count as idle.
    handle(.touchBegan)
  }

  // MARK: Signals and the display

  func handleSignals() {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt: end()
      case Signal.hangUp: if configuration.options.config == nil { end() } else { reload() }
      case Signal.user1: configuration.options.takeSnapshot(of: presenter.display)
      case Signal.user2: handle(.clean)
      case Signal.deviceChanged, Signal.alarm: presenter.noteChange()
      case Console.releaseSignal: releaseConsole()
      case Console.acquireSignal: acquireConsole()
      default: break
      }
    }
  }

  func handleDisplayEvents() throws(KioskError) {
    let events = try presenter.handleEvents(poller)
    if events.contains(.snapshot) { configuration.options.takeWindowSnapshot(of: presenter.display) }
    if events.contains(.closed) { end() }
  }

  private func releaseConsole() {
    presenter.handle(.released)
    cancelTouch()
    presenter.display.suspend()
    console?.allowRelease()
  }

  func acquireConsole() {
    console?.confirmAcquire()
    console?.silenceKeyboard()
    do throws(KioskError) { try presenter.acquire() } catch { failure = error }
  }

  /// Ends the program once the answers of an unfinished visit are on disk, if the survey keeps them.
  func end() {
    presenter.end()
    handle(.ending)
  }
}
