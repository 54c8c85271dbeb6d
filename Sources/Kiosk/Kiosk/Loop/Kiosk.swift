import Display
import KioskStatus
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
  let clock: Clock
  let presenter: Presenter

  var settings: Settings
  /// The screens and the survey that `settings` describe.
  var model: KioskModel
  var machine: SurveyMachine
  /// The machine's deadline before the last wait; 0 makes it handle `timePassed` in this round.
  var machineDeadline: Int64 = 0
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
  /// Whether to calibrate the touchscreen at the end of this round.
  var isCalibrationPending = false
  /// Whether a key is being handled, so that a screen to which it leads shows the focus.
  var isHandlingKey = false
  /// The kernel's time of the event that is being handled.
  var eventTime: Int64 = 0
  var thankYouLatency = ThankYouLatency()
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
    clock.update()
    self.signals = signals
    machine = SurveyMachine(model.survey)
    let pause = PINPause.read()
    machine.continuePause(afterWrong: pause.wrong, until: pause.end, at: clock.now)
    let first = model.screens.screen(machine.screen, language: machine.language)
    presenter = Presenter(devices, model, settings, first, clock)
    showScreen()
  }

  /// Replaces a kiosk that has returned from `run`, to continue on another display. The visit continues unless there is a `model`, which
  /// was made for another size or format.
  private init(
    replacing old: Kiosk, _ presenter: Presenter, _ model: KioskModel?, signals: consuming SignalSource
  ) {
    (devices, self.presenter) = (old.devices, presenter)
    self.signals = signals
    self.model = model ?? old.model
    (settings, options, clock, machine) = (old.settings, old.options, old.clock, old.machine)
    (thankYouLatency, phantoms) = (old.thankYouLatency, old.phantoms)
    (pendingConfiguration, unkeptConfiguration) = (old.pendingConfiguration, old.unkeptConfiguration)
    unjudged = old.unjudged
    clock.update()
    guard let model else { return }
    machine = SurveyMachine(model.survey, after: old.machine)
    presenter.use(model)
    presenter.begin(with: model.screens.screen(machine.screen, language: machine.language), settings)
    showScreen()
    if pendingConfiguration != nil { handle(.reload) }
  }

  /// Closes the display. Returns the kiosk that continues on the display that is connected now.
  func moved() throws(KioskError) -> Kiosk {
    cancelTouch()
    let (old, format) = (presenter.display, presenter.display.format)
    let opened = try presenter.reopened(settings)
    let transform = settings.transform(on: opened.display)
    var model: KioskModel?
    if transform != presenter.transform || opened.display.format != format {
      handle(.ending)
      if let failure { throw failure }
      model = try KioskModel(
        settings, wanted: options.answers, on: transform, format: opened.display.format, needsDecorations: false,
        textCache: KioskModel.textCache)
      devices.touch.use(screen: opened.display.size)
    }
    let next = Presenter(replacing: presenter, on: opened.display, transform)
    let kiosk = Kiosk(replacing: self, next, model, signals: try Run.openSignals())
    kiosk.noteDisplay(opened, isResized: opened.display === old)
    return kiosk
  }

  /// Records that the display was opened, resized or found absent. The size is not reported, because a window's frame can be dragged.
  func noteDisplay(_ opened: Settings.OpenedScreen, isResized: Bool = false) {
    if let reason = opened.absence {
      if !presenter.presentation.isUnplugged { Standard.error("waiting for a screen: " + reason, .warning) }
    } else if !isResized {
      Standard.error("drawing to " + presenter.display.name, .info)
    }
    presenter.handle(opened.absence == nil ? .plugged : .unplugged)
    devices.status.display = presenter.display.name
    devices.status.report(.noScreen, opened.absence != nil)
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
      if !isReady
        && (presenter.presentation.isDark || presenter.presentation.isUnplugged || !presenter.screen.needsPaint)
      {
        isReady = true
        try? devices.platform.manager.ready()
      }
      if isReady && canPrepare { prepareRest() }
      if presenter.presentation.isEnding && presenter.isLastFrameShown { break }
      if clock.isVirtual && devices.touch.isOver && presenter.isStill { break }
      try wait()
      // Touches and their frame come first, because a visitor waits for them.
      try handleDisplayEvents()
      handleTouches()
      try paint()
      handleSignals()
      handleKeys()
      if devices.platform.needsWallTime(poller, at: clock.now) {
        readWallClock()
        if clock.wasSuspended() { restoreDisplay() }
      }
      // A deadline set by an event of this round is handled in the next round, which then does not sleep.
      if clock.now >= machineDeadline { handle(.timePassed) }
      if let nextRetry, clock.now >= nextRetry { retryStorage() }
      if let nextReport, clock.now >= nextReport { reportService() }
      presenter.updateSlides()
      if isCalibrationPending { try calibrate() }
      serveFleet()
      presenter.screen.update(at: clock.now)
      presenter.moveScreen(isIdle: isUnattended)
      presenter.updateBackBuffer()
      if let failure { throw failure }
      devices.platform.roundEnded(frames: presenter.progress, input: inputProgress, at: clock.now)
      presenter.handle(.roundEnded)
      if presenter.hasChanged() { return true }
    }
    devices.platform.stopping()
    return false
  }

  /// Draws a frame, if one is needed.
  func paint() throws(KioskError) {
    if try presenter.paint() && machine.screen == .thanks { thankYouLatency.shown(at: clock.reading) }
  }

  /// Sets the mode again after the machine was suspended.
  func restoreDisplay() { do throws(KioskError) { try presenter.restore() } catch { failure = error } }

  /// Whether there is work left to prepare and no visitor would have to wait for it.
  private var canPrepare: Bool { unjudged != nil && isUnattended && failure == nil }

  // MARK: Waiting

  private func nextDeadline(isUnattended: Bool) -> Int64? {
    var earliest = presenter.nextDeadline(isUnattended: isUnattended)
    func consider(_ deadline: Int64?) { earliest = min(earliest, deadline ?? .max) }
    if !presenter.presentation.isEnding {
      consider(devices.touch.deadline)
      consider(devices.keys.deadline)
    }
    machineDeadline = machine.deadline ?? .max
    consider(machineDeadline)
    consider(nextRetry)
    consider(nextReport)
    if canPrepare { consider(clock.now) }
    if !clock.isVirtual { consider(devices.platform.deadline) }
    if let fleet = devices.fleet { consider(fleet.deadline(now: clock.now)) }
    return earliest == .max ? nil : earliest
  }

  private func wait() throws(KioskError) {
    poller.removeAll()
    // The poller finds descriptors in the order in which they were added, so the urgent ones come first.
    devices.touch.watch(with: poller)
    presenter.watch(with: poller)
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
      clock.update()
      devices.trace?.wake(at: clock.now)
    } catch { throw KioskError(error) }
  }

  // MARK: For the watchdog

  /// Whether a touchscreen or a keypad is readable and was not read. Reading one device does not count for another.
  private var inputProgress: Watchdog.Progress {
    Watchdog.Progress(hasWork: devices.touch.hasUnreadInput || devices.keys.hasUnreadInput, didWork: false)
  }
}
