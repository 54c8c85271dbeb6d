import Display
import Screens
import Settings
import StarSlider
import Survey
import System

/// The event loop: one thread and one `poll`, which sleeps until a finger, a key, the display, a signal or a deadline wakes it. It connects
/// the survey's machine with the parts that show, read and store.
final class Kiosk {
  /// The open devices and files that the kiosk works with.
  struct Devices {
    let display: any Display
    let transform: ScreenTransform
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
    var starts = StartCount(of: nil)
    /// `nil` if nothing is recorded.
    var box: BlackBox?
    /// `nil` if visitors hear nothing.
    var speech: Speech?
  }

  let clock: Clock
  let poller = Poller()
  let signals: SignalSource
  let console: Console?
  let platform: PlatformServices
  let status: StatusFile

  let presenter: Presenter
  let input: VisitorInput
  let storage: VisitStorage
  let configuration: ActiveConfiguration
  let service: ServiceReporter

  var machine: SurveyMachine
  /// The machine's deadline before the last wait; 0 makes it handle `timePassed` in this round.
  var machineDeadline: Int64 = 0
  /// Whether the service manager knows that the kiosk has started.
  private var isReady = false
  /// An error that ends the loop after this round.
  var failure: KioskError?

  /// Creates a kiosk. `model` was made from `settings` for the display.
  init(
    _ settings: Settings, _ model: KioskModel, _ devices: Devices, _ options: Options, clock: Clock,
    signals: consuming SignalSource
  ) {
    self.clock = clock
    clock.update()
    self.signals = signals
    (console, platform, status) = (devices.console, devices.platform, devices.status)
    machine = SurveyMachine(model.survey)
    let pause = PINPause.read()
    machine.continuePause(afterWrong: pause.wrong, until: pause.end, at: clock.now)
    let first = model.screens.screen(machine.screen, language: machine.language)
    presenter = Presenter(devices, model, settings, first, clock)
    input = VisitorInput(devices, clock)
    storage = VisitStorage(devices, clock)
    configuration = ActiveConfiguration(settings, model, options, devices)
    service = ServiceReporter(devices, configuration, clock)
    storage.counts.use(model, settings, machine)
    showScreen()
  }

  /// Replaces a kiosk that has returned from `run`, to continue on another display. The visit continues unless there is a `model`, which
  /// was made for another size or format.
  init(replacing old: Kiosk, _ presenter: Presenter, _ model: KioskModel?, signals: consuming SignalSource) {
    (clock, console, platform, status) = (old.clock, old.console, old.platform, old.status)
    (input, storage, configuration, service) = (old.input, old.storage, old.configuration, old.service)
    (self.presenter, machine) = (presenter, old.machine)
    self.signals = signals
    clock.update()
    guard let model else { return }
    machine = SurveyMachine(model.survey, after: old.machine)
    configuration.replace(by: model)
    storage.counts.use(model, configuration.settings, machine)
    input.learnAnew(presenter.transform.layout)
    presenter.use(model)
    presenter.begin(
      with: model.screens.screen(machine.screen, language: machine.language), configuration.settings)
    showScreen()
    if configuration.pending != nil { handle(.reload) }
  }

  // MARK: A round

  /// The steps of a round, in their order.
  private enum Step: CaseIterable {
    // A visitor waits for what the last round has changed, so it is drawn before files are written and screens are made.
    case frame, status, readiness, preparation, end
    case wait
    // Touches and their frame come first, because a visitor waits for them.
    case display, touches, touchFrame
    case signals, keys
    // The time of day decides which deadlines the machine has.
    case wallClock, machine
    // Keys are answered at once; what follows from touches and times is said here.
    case speech
    // What takes long comes after everything that a visitor waits for.
    case storage, service, slides, calibration, fleet
    // The back buffer is repainted only if none of the steps above needs another frame.
    case motion, backBuffer, blackBox
    // A round that has failed does not feed the watchdog. The display is replaced between two rounds.
    case failure, watchdog, replacement
  }

  /// Runs until a signal, the last requested answer, or the end of the recording.
  ///
  /// - Returns: Whether to continue with another display, in the kiosk that `moved()` returns.
  @discardableResult func run() throws(KioskError) -> Bool {
    readWallClock()
    storageChanged()
    while true {
      for step in Step.allCases { if let isReplaced = try perform(step) { return isReplaced } }
    }
  }

  /// Performs a step. Returns `nil` unless it ends `run`. Inlined, because 20 calls in each round would cost 800 instructions.
  @inline(__always) private func perform(_ step: Step) throws(KioskError) -> Bool? {
    switch step {
    case .frame, .touchFrame: try paint()
    case .status: updateStatus()
    case .readiness:
      if !isReady && presenter.isReady {
        isReady = true
        try? platform.manager.ready()
      }
    case .preparation: if isReady && canPrepare { prepareRest() }
    case .end:
      let isOver = clock.isVirtual && input.touch.isOver && presenter.isStill
      if !isOver && !(presenter.presentation.isEnding && presenter.isLastFrameShown) { return nil }
      platform.stopping()
      input.box?.end(at: clock.now)
      return false
    case .wait: try wait()
    case .display: try handleDisplayEvents()
    case .touches: handleTouches()
    case .signals: handleSignals()
    case .keys: handleKeys()
    case .wallClock:
      if platform.needsWallTime(poller, at: clock.now) {
        readWallClock()
        if clock.wasSuspended() { restoreDisplay() }
      }
    case .machine:
      // A deadline set by an event of this round is handled in the next round, which then does not sleep.
      if clock.now >= machineDeadline { handle(.timePassed) }
    case .speech: updateSpeech()
    case .storage:
      if storage.retries() {
        if configuration.mayBeFound() { reload() }
        storageChanged()
      }
    case .service: if let next = service.nextReport, clock.now >= next { reportService() }
    case .slides: presenter.updateSlides()
    case .calibration: if input.isCalibrationPending { try calibrate() }
    case .fleet: serveFleet()
    case .motion: presenter.update(isIdle: isUnattended)
    case .backBuffer: presenter.updateBackBuffer()
    case .blackBox: updateBlackBox()
    case .failure: if let failure { throw failure }
    case .watchdog:
      platform.roundEnded(frames: presenter.progress, input: input.progress, at: clock.now)
      presenter.handle(.roundEnded)
    case .replacement: if presenter.hasChanged() { return true }
    }
    return nil
  }

  /// Draws a frame, if one is needed.
  func paint() throws(KioskError) { if try presenter.paint() && machine.screen == .thanks { storage.thanksShown() } }

  /// Whether there is work left to prepare and no visitor would have to wait for it.
  private var canPrepare: Bool { !configuration.isPrepared && isUnattended && failure == nil }

  // MARK: Waiting

  /// The wait before which pages of code are freed, in nanoseconds.
  private static var rest: Int64 { 1_000_000_000 }

  private func nextDeadline(isUnattended: Bool) -> Int64? {
    var earliest = presenter.nextDeadline(isUnattended: isUnattended)
    func consider(_ deadline: Int64?) { earliest = min(earliest, deadline ?? .max) }
    if !presenter.presentation.isEnding { consider(input.deadline) }
    machineDeadline = Self.deadline(of: &machine)
    consider(machineDeadline)
    if let speech = presenter.speech { consider(speech.deadline) }
    consider(storage.nextRetry)
    consider(service.nextReport)
    if canPrepare { consider(clock.now) }
    if !clock.isVirtual { consider(platform.deadline) }
    if isUnattended && !clock.isVirtual && !presenter.isFramePending { consider(storage.counts.due) }
    if let fleet = configuration.fleet { consider(fleet.deadline(now: clock.now)) }
    if let box = input.box, box.isHashing || !clock.isVirtual { consider(box.deadline(at: clock.now)) }
    return earliest == .max ? nil : earliest
  }

  /// Lends the machine, because a getter of another module would copy it: 400 instructions in each round.
  private static func deadline(of machine: inout SurveyMachine) -> Int64 { machine.deadline ?? .max }

  private func wait() throws(KioskError) {
    poller.removeAll()
    // The poller finds descriptors in the order in which they were added, so the urgent ones come first.
    input.watchTouches(with: poller)
    presenter.watch(with: poller)
    poller.add(signals.descriptor)
    input.watchKeys(with: poller)
    if let fleet = configuration.fleet { poller.add(fleet.descriptor) }
    let isUnattended = isUnattended
    platform.add(to: poller, isUnattended: isUnattended)
    // During a visit, even the question whether this is due would make each frame take longer.
    if isUnattended && clock.now >= storage.counts.due && !presenter.isFramePending { storage.counts.update() }
    let deadline = nextDeadline(isUnattended: isUnattended)
    noteSlowness()
    // A kiosk that rests needs no code of its start, of a visit, or of what was due between two visits.
    if isUnattended && !presenter.isFramePending && !clock.isVirtual && (deadline ?? .max) - clock.now >= Self.rest {
      dropProgramPages()
    }
    do throws(SystemError) {
      if clock.isVirtual {
        // Signals are still read; virtual time does not wait.
        try poller.wait(until: 0)
        if let deadline { clock.advance(to: deadline) }
      } else {
        try poller.wait(until: deadline)
      }
    } catch { throw KioskError(error) }
    clock.update()
    if let deadline { noteLateness(deadline) }
    clock.roundBegins()
    presenter.noteWakeup()
  }
}
