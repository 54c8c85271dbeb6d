import KioskStatus
import Screens
import StarSlider
import System
import Touch

/// The contacts and keys that a visitor may have meant for the screen, and what is known of them.
final class VisitorInput {
  let touch: any TouchInput
  private let keys: any KeyInput
  private let status: StatusFile
  private let clock: Clock
  /// `nil` if nothing is recorded.
  let box: BlackBox?

  private var phantoms = PhantomFilter()
  private var panelHealth: PanelHealth
  private var contacts: OpenContacts
  private var panelReport = PanelReport()
  private var serviceKeys = ServiceKeys()
  /// The contact that may hold the corner.
  var corner = CornerHold()
  /// The visitor's last activity before the latest contact began.
  var activityBefore: Int64?
  /// Whether a key is being handled, so that a screen to which it leads shows the focus.
  private(set) var isHandlingKey = false
  /// The kernel's time of the event that is being handled.
  private(set) var eventTime: Int64 = 0

  /// Whether to calibrate the touchscreen at the end of this round.
  var isCalibrationPending = false

  /// The maximum age of an event, in nanoseconds. An older event does not count as an answer, because the visitor saw no reaction while the
  /// program was stopped or waited for a disk.
  private static var patience: Int64 { 2_000_000_000 }

  init(_ devices: Kiosk.Devices, _ clock: Clock) {
    (touch, keys, status, self.clock) = (devices.touch, devices.keys, devices.status, clock)
    box = devices.box
    panelHealth = PanelHealth(devices.transform.layout)
    contacts = OpenContacts(devices.transform.layout)
  }

  // MARK: The panel

  /// Notes where a contact began on a screen, because the contacts of many visits show whether the panel is well.
  func note(_ began: TouchEvent<PhysicalSpace>, at point: Point<LayoutSpace>, on presenter: Presenter) {
    if touch.isPanel { presenter.withScreen { panelHealth.note(began, at: point, on: $0) } }
  }

  /// Handles the beginning of a contact: those that rest on the glass make way for it.
  ///
  /// - Returns: Whether a visitor may have made it.
  private func begin(
    _ event: TouchEvent<PhysicalSpace>, on presenter: Presenter, _ cancel: (TouchEvent<PhysicalSpace>) -> Void
  ) -> Bool {
    let point = presenter.toLayout(event).position
    let isPhantom = presenter.withScreen { $0.isBesideTargets(point) } && panelHealth.ignores(event, at: point)
    let isOnTarget = presenter.withScreen { $0.invitesTouch(at: point) }
    contacts.begin(event, isIgnored: isPhantom, isOnTarget: isOnTarget, cancel)
    return !isPhantom
  }

  /// Reports contacts without a finger as soon as they are found, because they may come for hours before another visit ends.
  private func reportRepeats() {
    if panelHealth.findsRepeats != status.faults.contains(.repeatedTouches) {
      panelReport.update(panelHealth.findings, in: status)
    }
  }

  /// Ends a visit, if there was one, and reports what the panel's contacts show.
  func visitEnded() {
    panelHealth.visitEnded()
    panelReport.update(panelHealth.findings, in: status)
  }

  /// Notes that the panel is being cleaned, or that the operator asks for the service screen.
  func operatorCame() { panelHealth.forgetRepeats() }

  /// Begins to learn how visitors touch the panel, because other places are to be touched now, or because the panel was calibrated.
  func learnAnew(_ size: Size<LayoutSpace>) {
    panelHealth = PanelHealth(size)
    contacts = OpenContacts(size)
    visitEnded()
  }

  // MARK: Contacts

  /// Reads the touchscreen, and passes on its contacts.
  ///
  /// - Parameters:
  ///   - isCleaning: Whether a cloth may rest on the glass.
  ///   - emit: `isBrief` marks the end of a contact of no duration.
  func readTouches(
    _ poller: Poller, on presenter: Presenter, isCleaning: Bool,
    _ emit: (_ event: TouchEvent<PhysicalSpace>, _ isBrief: Bool) -> Void
  ) {
    func pass(_ event: TouchEvent<PhysicalSpace>, _ isBrief: Bool) {
      eventTime = event.time
      box?.add(event, isBrief: isBrief, at: clock.now)
      emit(event, isBrief)
    }
    func examine(_ event: TouchEvent<PhysicalSpace>, _ isBrief: Bool) {
      if event.phase == .moved {
        if let event = contacts.follow(event) { pass(event, false) }
        return
      }
      contacts.forEachStuck(at: event.time) { panelHealth.noteStuck(at: presenter.toLayout($0).position, event.time) }
      if event.phase != .began {
        if let event = contacts.follow(event) { pass(event, isBrief) }
      } else if isCleaning || begin(event, on: presenter, { pass($0, false) }) {
        pass(event, isBrief)
      } else {
        box?.addPhantom(event, at: clock.now)
      }
      reportRepeats()
    }
    var isOld = false
    touch.drain(until: clock.now, woken: poller) { event in
      // The touchscreen stays open while another virtual terminal or nothing is shown.
      if presenter.presentation.ignoresInput { return contacts.forget() }
      if !touch.isPanel { return pass(event, false) }
      if !isOld && clock.now - event.time >= BlackBox.shortestStall && touch.isLive {
        isOld = true
        box?.addStall(.oldInput, clock.now - event.time, at: clock.now)
      }
      panelHealth.follow(event)
      var isPhantom = true
      phantoms.handle(event) { event, isBrief in
        isPhantom = false
        if event.time >= clock.now - Self.patience || !touch.isLive { return examine(event, isBrief) }
        if let rest = Self.rest(of: event) { return examine(rest, false) }
        box?.addLate(event, at: clock.now)
      }
      if isPhantom && event.phase == .ended { box?.addPhantom(event, at: clock.now) }
    }
    if phantoms.isFault != status.faults.contains(.phantomTouches) { reportPhantoms() }
  }

  /// Returns what is handled of an event that is older than `patience`.
  ///
  /// | event | then |
  /// | --- | --- |
  /// | `began` | is ignored, and with it the rest of the contact |
  /// | `moved` | is handled: the finger is still there, or its end follows |
  /// | `ended`, `cancelled` | cancels the contact |
  private static func rest(of event: TouchEvent<PhysicalSpace>) -> TouchEvent<PhysicalSpace>? {
    switch event.phase {
    case .began: nil
    case .moved: event
    case .ended, .cancelled: TouchEvent(.cancelled, contact: event.contact, at: event.position, time: event.time)
    }
  }

  private func reportPhantoms() {
    status.report(.phantomTouches, phantoms.isFault)
    if !phantoms.isFault {
      return Standard.error("the touchscreen reports no more touches of no duration at one place", .info)
    }
    Standard.error(
      "the touchscreen reports touches of no duration at one place, again and again; they are ignored: clean the panel, check its cable and its "
        + "power supply", .warning)
  }

  // MARK: Keys

  /// Reads the keypads, and passes on their keys.
  ///
  /// - Returns: Whether any key was pressed or released, or a keyboard was connected or disconnected.
  func readKeys(_ poller: Poller, on presenter: Presenter, _ emit: (KeypadKey) -> Void) -> Bool {
    keys.drain(until: clock.now, woken: poller) { key, time in
      if presenter.presentation.ignoresInput || time < clock.now - Self.patience { return }
      (isHandlingKey, eventTime) = (true, time)
      box?.add(key, time: time, at: clock.now)
      emit(key)
      isHandlingKey = false
    }
  }

  /// Counts a key that is being handled. Returns whether it completes the sequence that opens the PIN screen.
  func opensService(_ key: KeypadKey) -> Bool { serviceKeys.isComplete(with: key, at: eventTime) }

  /// Whether headphones are plugged in.
  var hasHeadphones: Bool { keys.hasHeadphones }

  // MARK: The event loop

  func watchTouches(with poller: Poller) { touch.watch(with: poller) }
  func watchKeys(with poller: Poller) { keys.watch(with: poller) }

  var deadline: Int64 { min(touch.deadline ?? .max, keys.deadline ?? .max) }

  /// Whether a touchscreen or a keypad is readable and was not read. Reading one device does not count for another.
  var progress: Watchdog.Progress {
    Watchdog.Progress(hasWork: touch.hasUnreadInput || keys.hasUnreadInput, didWork: false)
  }
}
