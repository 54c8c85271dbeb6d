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
      case Signal.user1: takeSnapshot()
      case Signal.user2: handle(.clean)
      case Signal.deviceChanged, Signal.alarm: if devices.screens?.take() == true { areScreensOutdated = true }
      case Console.releaseSignal: releaseConsole()
      case Console.acquireSignal: acquireConsole()
      default: break
      }
    }
  }

  /// Ends the program once the answers of an unfinished visit are on disk, if the survey keeps them.
  func end() {
    updatePresentation(.ending)
    screen.finishMotion()
    handle(.ending)
  }

  private func releaseConsole() {
    updatePresentation(.released)
    cancelTouch()
    devices.display.suspend()
    devices.console?.allowRelease()
  }

  func acquireConsole() {
    devices.console?.confirmAcquire()
    devices.console?.silenceKeyboard()
    do throws(DisplayError) {
      try devices.display.resume()
      now = clock.now
      updatePresentation(.acquired)
      // Another program may still control the display. The display reports `.redraw` once the kiosk has control.
      if devices.display.hasControl { updatePresentation(.regained) }
    } catch { failure = KioskError(error) }
  }

  func handleDisplayEvents() throws(KioskError) {
    if displayDeadline > now && poller.readiness(of: displayDescriptor).isEmpty { return }
    do throws(DisplayError) {
      let events = try devices.display.handleEvents()
      // A frame that has to be drawn again was not shown.
      if events.contains(.redraw) {
        updatePresentation(.regained)
      } else if events.contains(.ready) {
        updatePresentation(.flipped)
      }
      if events.contains(.changed) { areScreensOutdated = true }
      if events.contains(.snapshot) { takeWindowSnapshot() }
      if events.contains(.closed) { end() }
    } catch { throw KioskError(error) }
  }

  func handleTouches() {
    devices.touch.drain(until: now, woken: poller) { event in
      // The touchscreen stays open while another virtual terminal or nothing is shown.
      if presentation.ignoresInput { return }
      if !devices.touch.isPanel { return handleTouch(event) }
      phantoms.handle(event) { event, isBrief in
        if event.time < now - Self.patience && devices.touch.isLive { return handleStaleTouch(event) }
        handleTouch(event, isBrief: isBrief)
        // The filmstrip has a picture of every step, although a recording may deliver several steps in one round.
        if devices.film != nil { try? paint() }
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
    let isWoken = devices.keys.drain(until: now, woken: poller) { key, time in
      if presentation.ignoresInput || time < now - Self.patience { return }
      isHandlingKey = true
      eventTime = time
      handle(.keyPressed)
      if !machine.survey.pin.isEmpty && serviceKeys.isComplete(with: key, at: time) {
        handle(.service)
      } else if let outcome = screen.handle(key) {
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
    let touch = devices.transform.toLayout(event.moved(to: shift.toPicture(event.position)))
    if touch.phase == .began {
      activityBefore = machine.lastActivity
      handle(.touchBegan)
    }
    let outcome = withScreen { $0.handle(touch) }
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
    if let outcome = screen.cancelTouch() { handleOutcome(outcome) }
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
