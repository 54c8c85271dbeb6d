import Display
import KioskStatus
import Screens
import StarSlider
import Survey
import System
import Touch

// Signals, display events, contacts and keys.
extension Kiosk {
  func handleSignals() {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt: end()
      case Signal.hangUp: if options.config == nil { end() } else { reload() }
      case Signal.user1: options.takeSnapshot(of: presenter.display)
      case Signal.user2: handle(.clean)
      case Signal.deviceChanged, Signal.alarm: presenter.noteChange()
      case Console.releaseSignal: releaseConsole()
      case Console.acquireSignal: acquireConsole()
      default: break
      }
    }
  }

  /// Ends the program once the answers of an unfinished visit are on disk, if the survey keeps them.
  func end() {
    presenter.end()
    handle(.ending)
  }

  private func releaseConsole() {
    presenter.handle(.released)
    cancelTouch()
    presenter.display.suspend()
    devices.console?.allowRelease()
  }

  func acquireConsole() {
    devices.console?.confirmAcquire()
    devices.console?.silenceKeyboard()
    do throws(KioskError) { try presenter.acquire() } catch { failure = error }
  }

  func handleDisplayEvents() throws(KioskError) {
    let events = try presenter.handleEvents(poller)
    if events.contains(.snapshot) { options.takeWindowSnapshot(of: presenter.display) }
    if events.contains(.closed) { end() }
  }

  func handleTouches() {
    devices.touch.drain(until: clock.now, woken: poller) { event in
      // The touchscreen stays open while another virtual terminal or nothing is shown.
      if presenter.presentation.ignoresInput { return }
      if !devices.touch.isPanel { return handleTouch(event) }
      phantoms.handle(event) { event, isBrief in
        if event.time < clock.now - Self.patience && devices.touch.isLive { return handleStaleTouch(event) }
        handleTouch(event, isBrief: isBrief)
        // The filmstrip has a picture of every step, although a recording may deliver several steps in one round.
        if presenter.film != nil { try? paint() }
      }
    }
    if phantoms.isFault != devices.status.faults.contains(.phantomTouches) { reportPhantoms() }
  }

  private func reportPhantoms() {
    devices.status.report(.phantomTouches, phantoms.isFault)
    if !phantoms.isFault {
      return Standard.error("the touchscreen reports no more touches of no duration at one place", .info)
    }
    Standard.error(
      "the touchscreen reports touches of no duration at one place, again and again; they are ignored: clean the panel, check its cable and its "
        + "power supply", .warning)
  }

  func handleKeys() {
    let isWoken = devices.keys.drain(until: clock.now, woken: poller) { key, time in
      if presenter.presentation.ignoresInput || time < clock.now - Self.patience { return }
      isHandlingKey = true
      eventTime = time
      handle(.keyPressed)
      if !machine.survey.pin.isEmpty && serviceKeys.isComplete(with: key, at: time) {
        handle(.service)
      } else if let outcome = presenter.screen.handle(key) {
        handleOutcome(outcome)
      }
      isHandlingKey = false
    }
    if isWoken { devices.console?.silenceKeyboard() }
  }

  /// The maximum age of an event, in nanoseconds. An older event does not count as an answer, because the visitor saw no reaction while the
  /// program was stopped or waited for a disk.
  private static var patience: Int64 { 2_000_000_000 }

  /// Handles an event that is older than `patience`.
  ///
  /// | event | then |
  /// | --- | --- |
  /// | `began` | is ignored, and with it the rest of the contact |
  /// | `moved` | is handled: the finger is still there, or its end follows |
  /// | `ended`, `cancelled` | cancels the contact |
  private func handleStaleTouch(_ event: TouchEvent<PhysicalSpace>) {
    switch event.phase {
    case .began: break
    case .moved: handleTouch(event)
    case .ended, .cancelled:
      handleTouch(TouchEvent(.cancelled, contact: event.contact, at: event.position, time: event.time))
    }
  }

  /// - Parameter isBrief: Whether the event ends a contact of no duration.
  private func handleTouch(_ event: TouchEvent<PhysicalSpace>, isBrief: Bool = false) {
    eventTime = event.time
    let touch = presenter.toLayout(event)
    if touch.phase == .began {
      activityBefore = machine.lastActivity
      handle(.touchBegan)
    }
    let outcome = presenter.withScreen { $0.handle(touch) }
    // A contact of no duration that hit no widget does not count as a visitor's activity.
    if isBrief && outcome == nil { machine.forgetActivity(since: activityBefore) }
    if touch.phase == .began {
      // On a small screen a star may lie in the corner: rating it slowly must not start the cleaning.
      if outcome == nil && model.corner.contains(touch.position) {
        cornerContact = touch.contact
        handle(.cornerPressed)
      }
    } else if touch.contact == cornerContact, touch.phase != .moved || !model.corner.contains(touch.position) {
      cornerContact = nil
      handle(.cornerReleased)
    }
    if let outcome { handleOutcome(outcome) }
  }

  /// Cancels a contact, as if the finger had left the screen.
  func cancelTouch() {
    if cornerContact != nil { handle(.cornerReleased) }
    cornerContact = nil
    if let outcome = presenter.screen.cancelTouch() { handleOutcome(outcome) }
  }

  private func handleOutcome(_ outcome: Screen.Outcome) {
    switch outcome {
    case .rated(let event): handle(.rated(event))
    case .action(.start): handle(.started)
    case .action(.language(let language)): handle(.choseLanguage(language))
    case .action(.languages): handle(.askedForLanguages)
    case .action(.option(let tile)): handle(.chose(tile))
    case .action(.done): handle(.finished)
    case .action(.startOver): handle(.startedOver)
    case .action(.digit(let digit)): handle(.typed(digit))
    case .action(.erase): handle(.erased)
    case .action(.clean): handle(.clean)
    case .action(.service(let action)): serve(action)
    }
  }
}
