import Basics
import Display
import Geometry
import Raster
import Rating
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// The terminal at work: one thread, one `poll`, asleep until a finger, a key, the screen, a signal or a deadline wakes it.
final class Kiosk {
  /// What it works with.
  struct Edges {
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
  }

  let edges: Edges
  let options: Options
  private let signals: SignalSource

  var settings: Settings
  /// What `settings` make of the display.
  var model: KioskModel
  /// What happens next, and when.
  var terminal: SurveyMachine
  /// What is shown: of the stage's screens the one that the terminal's view asks for.
  var screen: Screen
  var clock: Clock
  /// The moment that this round is about: when `poll` returned, or when what may take long (a disk, a modeset, other words)
  /// was over. What is quick asks no clock.
  var now: Int64
  /// Moves the picture from time to time; `nil` where it stays.
  var pixelShift: BurnInShift?
  private let poller = Poller()
  /// When the terminal wants to hear that it is later: as of the last wait, or 0, where another plan may have to settle.
  var terminalDue: Int64 = 0
  /// When the display has to be asked though it is not readable, and what is readable then: as of the last wait.
  private var (displayDue, displayDescriptor) = (Int64.max, Int32(-1))
  /// A configuration to be applied when no visitor is present.
  var coming: Configured?
  /// The finger that is on the corner.
  var cornerContact: Int32?
  /// A key is being taken: a screen that it leads to shows where the focus is.
  var isKeyed = false
  /// When what is being taken was done: a finger's moment is the kernel's, a key's the one at which it is read.
  var doneAt: Int64 = 0
  /// How long visitors wait for their thanks.
  var thanks = ThankYouLatency()
  /// Another virtual terminal has the screen.
  var isAway = false
  /// The screen itself is off.
  var isDark = false
  /// End once the last picture is on the screen.
  var isEnding = false
  /// A picture reached the screen in this round.
  var wasShown = false
  /// A buffer may be older than the screen: a flip was done.
  var isBehind = false
  /// The status file says something else than what is the case.
  var isStatusOld = true
  /// Why the loop must stop at once.
  var failure: KioskError?

  /// `model` is what `settings` make of the screen.
  init(
    _ settings: Settings, _ model: KioskModel, _ edges: Edges, _ options: Options, clock: Clock,
    signals: consuming SignalSource
  ) {
    self.settings = settings
    self.model = model
    self.edges = edges
    self.options = options
    self.clock = clock
    now = clock.now
    self.signals = signals
    terminal = SurveyMachine(model.survey)
    screen = model.book.screen(terminal.view, language: terminal.language)
    pixelShift = settings.pixelShift(on: screen, at: now)
    show()
  }

  /// Runs until a signal, the last wanted answer, or the end of the recording.
  func run() throws(KioskError) {
    readWall()
    var isReady = false
    while true {
      try paint()
      tidyUp()
      if !isReady && (isDark || !screen.needsPaint) {
        isReady = true
        edges.platform.ready()
      }
      if isEnding && isDone { break }
      if clock.isVirtual && edges.touch.isOver && !screen.needsPaint { break }
      try wait()
      // First what a finger waits for: all else comes after the present.
      try takeDisplayEvents()
      takeTouches()
      try paint()
      takeSignals()
      takeKeys()
      if edges.platform.needsLook(poller, at: now) { readWall() }
      // What became due by this round's events is due in the next one, which does not sleep then.
      if now >= terminalDue { tell(.timePassed) }
      screen.update(at: now)
      movePicture()
      catchUp()
      if let failure { throw failure }
      edges.platform.roundIsOver(frames: frameRound, input: inputRound, at: now)
      wasShown = false
    }
    edges.platform.stopping()
  }

  /// The last picture is on the screen, or cannot get there.
  private var isDone: Bool {
    isHidden || !edges.display.hasControl || (!screen.needsPaint && edges.display.deadline == nil)
  }

  /// Whether the screen is not visible: another console has it, or it is off.
  var isHidden: Bool { isAway || isDark }

  // MARK: Waiting

  private func nextDeadline() -> Int64? {
    var earliest = Int64.max
    func look(_ moment: Int64?) { earliest = min(earliest, moment ?? .max) }
    displayDue = edges.display.deadline ?? .max
    look(displayDue)
    if !isEnding {
      look(edges.touch.deadline)
      look(edges.keys.deadline)
    }
    terminalDue = terminal.deadline ?? .max
    look(terminalDue)
    if !isHidden { look(screen.deadline) }
    if isUnattended { look(pixelShift?.due) }
    if !clock.isVirtual { look(edges.platform.deadline) }
    return earliest == .max ? nil : earliest
  }

  private func wait() throws(KioskError) {
    displayDescriptor = edges.display.descriptor
    poller.removeAll()
    // What hurries comes first: it is found first.
    edges.touch.watch(with: poller)
    poller.add(displayDescriptor)
    poller.add(signals.descriptor)
    edges.keys.watch(with: poller)
    edges.platform.add(to: poller)
    let deadline = nextDeadline()
    do throws(SystemError) {
      if clock.isVirtual {
        // Signals are still looked for; time is not waited for.
        try poller.wait(until: 0)
        if let deadline { clock.advance(to: deadline) }
      } else {
        try poller.wait(until: deadline)
      }
      now = clock.now
      edges.trace?.wake(at: now)
    } catch {
      throw .failure(error.message)
    }
  }

  // MARK: What has happened

  private func takeSignals() {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt: end()
      case Signal.hangUp: if options.config == nil { end() } else { reload() }
      case Signal.user1: takeSnapshot()
      case Signal.user2: tell(.clean)
      case Console.releaseSignal: leave()
      case Console.acquireSignal: comeBack()
      default: break
      }
    }
  }

  /// Ends the program, once what has been given of a visit is on disk, where that is kept.
  func end() {
    isEnding = true
    tell(.ending)
  }

  private func leave() {
    isAway = true
    if let outcome = screen.cancelTouch() { take(outcome) }
    edges.display.suspend()
    edges.console?.allowRelease()
  }

  func comeBack() {
    edges.console?.confirmAcquire()
    do throws(DisplayError) {
      try edges.display.resume()
      now = clock.now
      isAway = false
      // A screen that another program has not let go of yet is ours with `.redraw`.
      if edges.display.hasControl { startAnew() }
    } catch {
      failure = .failure(error.message)
    }
  }

  /// Repaints everything after the screen was regained with unknown content.
  private func startAnew() {
    if isDark { isDark = edges.display.turnOff() }
    screen.invalidate()
  }

  private func takeDisplayEvents() throws(KioskError) {
    if displayDue > now && poller.readiness(of: displayDescriptor).isEmpty { return }
    do throws(DisplayError) {
      let events = try edges.display.handleEvents()
      // What was given up is drawn again, and was not shown.
      if events.contains(.redraw) {
        startAnew()
      } else if events.contains(.ready) {
        (wasShown, isBehind) = (true, true)
      }
    } catch {
      throw .failure(error.message)
    }
  }

  private func takeTouches() {
    edges.touch.drain(until: now, woken: poller) { touched in
      // Touches are ignored while another console is shown.
      if isAway { return }
      take(touched)
      // A recording is filmed picture by picture, though several touches may come in one go.
      if edges.film != nil { try? paint() }
    }
  }

  private func takeKeys() {
    edges.keys.drain(until: now, woken: poller) { key in
      if isAway { return }
      isKeyed = true
      doneAt = now
      tell(.keyPressed)
      if let outcome = screen.handle(key) { take(outcome) }
      isKeyed = false
    }
  }

  private func take(_ event: TouchEvent<PhysicalSpace>) {
    doneAt = event.time
    let touched = edges.transform.toLayout(event.moved(to: shift.toPicture(event.position)))
    let point = touched.position
    if touched.phase == .began { tell(.touchBegan) }
    let outcome = withScreen { $0.handle(touched) }
    if touched.phase == .began {
      // On a small screen stars reach into the corner: a slow rating must not start the cleaning mode.
      if outcome == nil && model.corner.contains(point) {
        cornerContact = touched.contact
        tell(.cornerPressed)
      }
    } else if touched.contact == cornerContact, touched.phase != .moved || !model.corner.contains(point) {
      cornerContact = nil
      tell(.cornerReleased)
    }
    if let outcome { take(outcome) }
  }

  private func take(_ outcome: Screen.Outcome) {
    switch outcome {
    case .rated(let event): tell(.rated(event))
    case .action(.start): tell(.started)
    case .action(.language(let language)): tell(.choseLanguage(language))
    case .action(.reason(let reason)): tell(.toggledReason(reason))
    case .action(.done): tell(.finishedReasons)
    case .action(.startOver): tell(.startedOver)
    }
  }
}
