import Display
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// The event loop: one thread and one `poll`, which sleeps until a finger, a key, the display, a signal or a deadline wakes it.
final class Kiosk {
  /// The open devices and files that the kiosk works with.
  struct Devices {
    var display: any Display
    var transform: ScreenTransform
    let touch: any TouchInput
    let keys: any KeyInput
    let answers: AnswerRecorder
    let console: Console?
    let film: Filmstrip?
    let trace: FrameTrace?
    let platform: PlatformServices
    let status: StatusFile
    /// The kernel's messages about screens; `nil` for a display in memory.
    var screens: DeviceWatch?
    /// `nil` without remote control.
    var fleet: FleetAgent?
    var starts: StartCount?
  }

  let devices: Devices
  let options: Options
  let signals: SignalSource
  let poller = Poller()

  var settings: Settings
  /// The screens and the survey that `settings` describe.
  var model: KioskModel
  var machine: SurveyMachine
  /// The screen of `model` that `machine` shows.
  var screen: Screen
  /// What visitors can see, and the state of the buffers.
  var presentation = Presentation()
  var clock: Clock
  /// The time of this round: when `poll` returned, or when a slow operation since then (a disk access, a modeset) ended.
  var now: Int64
  /// The shift of the picture; `nil` if the picture never moves.
  var burnInShift: BurnInShift?
  /// The machine's deadline before the last wait; 0 makes it handle `timePassed` in this round.
  var machineDeadline: Int64 = 0
  /// The display's deadline and descriptor before the last wait.
  private(set) var (displayDeadline, displayDescriptor) = (Int64.max, Int32(-1))
  /// When to retry storing answers; `nil` if all are in the journal.
  var nextRetry: Int64?
  /// A new configuration, which is applied once the kiosk is idle.
  var pendingConfiguration: Configuration?
  /// The text of a configuration in effect that has not been kept yet as the last valid one.
  var unkeptConfiguration: [UInt8]?
  /// The builder that finds the configuration's lines for problems of the screens, once all screens are made; `nil` after that.
  var unjudged: SettingsBuilder?
  /// The contact that holds the corner for cleaning.
  var cornerContact: Int32?
  var phantoms = PhantomFilter()
  /// The visitor's last activity before the latest contact began.
  var activityBefore: Int64?
  var serviceKeys = ServiceKeys()
  /// When the service screen is updated next; `nil` while another screen is shown.
  var nextReport: Int64?
  var slides: SlideShow
  /// Whether to calibrate the touchscreen at the end of this round.
  var isCalibrationPending = false
  /// Whether a key is being handled, so that a screen to which it leads shows the focus.
  var isHandlingKey = false
  /// The kernel's time of the event that is being handled.
  var eventTime: Int64 = 0
  var thankYouLatency = ThankYouLatency()
  private var suspensions = SuspensionWatch(boot: BootClock.now(), monotonic: MonotonicClock.now())
  /// Whether the kernel has reported a change of screens that has not been examined yet.
  var areScreensOutdated = false
  /// An error that ends the loop after this round.
  var failure: KioskError?

  /// Creates a kiosk. `model` was made from `settings` for the display.
  init(
    _ settings: Settings, _ model: KioskModel, _ devices: Devices, _ options: Options, clock: Clock,
    signals: consuming SignalSource
  ) {
    self.settings = settings
    self.model = model
    self.devices = devices
    self.options = options
    self.clock = clock
    now = clock.now
    self.signals = signals
    machine = SurveyMachine(model.survey)
    let pause = PINPause.read()
    machine.continuePause(afterWrong: pause.wrong, until: pause.end, at: now)
    slides = model.slides
    screen = model.screens.screen(machine.screen, language: machine.language)
    burnInShift = settings.burnInShift(on: screen, at: now)
    showScreen()
  }

  /// Replaces a kiosk that has returned from `run`, to continue on another display. The visit continues unless there is a `model`, which
  /// was made for another size or format.
  init(
    replacing old: Kiosk, _ devices: Devices, _ model: KioskModel?, signals: consuming SignalSource
  ) {
    self.devices = devices
    self.signals = signals
    self.model = model ?? old.model
    (settings, options, clock, now) = (old.settings, old.options, old.clock, old.clock.now)
    (machine, screen, presentation) = (old.machine, old.screen, old.presentation)
    (burnInShift, thankYouLatency, phantoms) = (old.burnInShift, old.thankYouLatency, old.phantoms)
    slides = model?.slides ?? old.slides
    (pendingConfiguration, unkeptConfiguration) = (old.pendingConfiguration, old.unkeptConfiguration)
    unjudged = old.unjudged
    guard let model else { return }
    machine = SurveyMachine(model.survey, after: old.machine)
    screen = model.screens.screen(machine.screen, language: machine.language)
    burnInShift = settings.burnInShift(on: screen, at: now)
    showScreen()
    if pendingConfiguration != nil { handle(.reload) }
  }

  /// Runs until a signal, the last requested answer, or the end of the recording.
  ///
  /// - Returns: Whether to continue with another display, in the kiosk that `moved()` returns.
  @discardableResult func run() throws(KioskError) -> Bool {
    readWallClock()
    storageChanged()
    var isReady = false
    while true {
      try paint()
      updateStatus()
      if !isReady && (presentation.isDark || presentation.isUnplugged || !screen.needsPaint) {
        isReady = true
        try? devices.platform.manager.ready()
      }
      if isReady && canPrepare { prepareRest() }
      if presentation.isEnding && isLastFrameShown { break }
      if clock.isVirtual && devices.touch.isOver && isStill { break }
      try wait()
      // Touches and their frame come first, because a visitor waits for them.
      try handleDisplayEvents()
      handleTouches()
      try paint()
      handleSignals()
      handleKeys()
      if devices.platform.needsWallTime(poller, at: now) {
        readWallClock()
        if suspensions.take(boot: BootClock.now(), monotonic: MonotonicClock.now()) { restoreDisplay() }
      }
      // A deadline set by an event of this round is handled in the next round, which then does not sleep.
      if now >= machineDeadline { handle(.timePassed) }
      if let nextRetry, now >= nextRetry { retryStorage() }
      if let nextReport, now >= nextReport { reportService() }
      if let next = slides.due, now >= next, !presentation.isHidden { slides.load() }
      if slides.isLoading && !presentation.isHidden { loadSlide() }
      if isCalibrationPending { try calibrate() }
      serveFleet()
      screen.update(at: now)
      moveScreen()
      updateBackBuffer()
      if let failure { throw failure }
      devices.platform.roundEnded(frames: frameProgress, input: inputProgress, at: now)
      updatePresentation(.roundEnded)
      if areScreensOutdated && haveScreensChanged() { return true }
    }
    devices.platform.stopping()
    return false
  }

  /// Whether the screen stays the same until the next event.
  private var isStill: Bool { !screen.needsPaint && !screen.isMoving && !slides.isLoading }

  /// Whether the last frame is on the screen or cannot be shown.
  private var isLastFrameShown: Bool {
    presentation.isHidden || !devices.display.hasControl || (!screen.needsPaint && devices.display.deadline == nil)
  }

  /// Whether there is work left to prepare and no visitor would have to wait for it.
  private var canPrepare: Bool { unjudged != nil && isUnattended && failure == nil }

  // MARK: Waiting

  private func nextDeadline(isUnattended: Bool) -> Int64? {
    var earliest = Int64.max
    func consider(_ deadline: Int64?) { earliest = min(earliest, deadline ?? .max) }
    displayDeadline = devices.display.deadline ?? .max
    consider(displayDeadline)
    if !presentation.isEnding {
      consider(devices.touch.deadline)
      consider(devices.keys.deadline)
    }
    machineDeadline = machine.deadline ?? .max
    consider(machineDeadline)
    consider(nextRetry)
    consider(nextReport)
    if !presentation.isHidden {
      consider(screen.deadline)
      consider(slides.isLoading ? now : slides.due)
    }
    if isUnattended { consider(burnInShift?.due) }
    if canPrepare { consider(now) }
    if !clock.isVirtual { consider(devices.platform.deadline) }
    if let fleet = devices.fleet { consider(fleet.deadline(now: now)) }
    return earliest == .max ? nil : earliest
  }

  private func wait() throws(KioskError) {
    displayDescriptor = devices.display.descriptor
    poller.removeAll()
    // The poller finds descriptors in the order in which they were added, so the urgent ones come first.
    devices.touch.watch(with: poller)
    poller.add(displayDescriptor)
    poller.add(signals.descriptor)
    devices.keys.watch(with: poller)
    if let fleet = devices.fleet { poller.add(fleet.descriptor) }
    let isUnattended = isUnattended
    devices.platform.add(to: poller, isUnattended: isUnattended)
    let deadline = nextDeadline(isUnattended: isUnattended)
    do throws(SystemError) {
      if clock.isVirtual {
        // Signals are still read; virtual time does not wait.
        try poller.wait(until: 0)
        if let deadline { clock.advance(to: deadline) }
      } else {
        try poller.wait(until: deadline)
      }
      now = clock.now
      devices.trace?.wake(at: now)
    } catch { throw KioskError(error) }
  }

  // MARK: For the watchdog

  /// Whether a frame must be drawn on a display that the kiosk controls.
  var isFramePending: Bool { !presentation.isHidden && devices.display.hasControl && screen.needsPaint }

  /// Whether a frame must be drawn or shown, and whether one was shown in this round.
  private var frameProgress: Watchdog.Progress {
    let isFlipping = !presentation.isHidden && devices.display.hasControl && devices.display.deadline != nil
    return Watchdog.Progress(hasWork: isFramePending || isFlipping, didWork: presentation.hasShownFrame)
  }

  /// Whether a touchscreen or a keypad is readable and was not read. Reading one device does not count for another.
  private var inputProgress: Watchdog.Progress {
    Watchdog.Progress(hasWork: devices.touch.hasUnreadInput || devices.keys.hasUnreadInput, didWork: false)
  }
}
