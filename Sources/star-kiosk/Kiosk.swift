import Configuration
import Display
import Geometry
import Linux
import Raster
import Rating
import Screens
import StarSlider
import Terminal
import Touch

/// The terminal at work: one thread, one `poll`, asleep until a finger, a key, the screen, a signal or a deadline wakes it.
final class Kiosk {
  /// What it works with.
  struct Edges {
    let display: any Display
    let transform: ScreenTransform
    let touch: any TouchInput
    let keys: any KeyInput
    let answers: AnswerBook
    let console: Console?
    let film: Filmstrip?
    let trace: FrameTrace?
    let caretaker: Caretaker
    let status: StatusFile
  }

  private let edges: Edges
  private let options: Options
  private let signals: SignalSource

  private var settings: Settings
  private var stage: Stage
  private var terminal: Terminal
  private var screen: Screen
  private var clock: Clock
  private var poller = Poller()
  /// A configuration that waits until nobody is there.
  private var coming: Settings?
  /// The finger that is on the corner.
  private var cornerContact: Int32?
  /// A key is being taken: a screen that it leads to shows where the focus is.
  private var isKeyed = false
  /// Another virtual terminal has the screen.
  private var isAway = false
  /// End once the last picture is on the screen.
  private var isEnding = false
  /// The status file says something else than what is the case.
  private var isStatusOld = true
  /// Why the loop must stop at once.
  private var failure: KioskError?

  /// `stage` is what `settings` make of the screen.
  init(
    _ settings: Settings, _ stage: Stage, _ edges: Edges, _ options: Options, clock: Clock,
    signals: consuming SignalSource
  ) {
    self.settings = settings
    self.stage = stage
    self.edges = edges
    self.options = options
    self.clock = clock
    self.signals = signals
    terminal = Terminal(stage.plan)
    screen = stage.book.screen(terminal.view, language: terminal.language)
    show()
  }

  /// Runs until a signal, the last wanted answer, or the end of the recording.
  func run() throws(KioskError) {
    readWall()
    var isReady = false
    while true {
      try paint()
      writeStatus()
      if !isReady && !screen.needsPaint {
        isReady = true
        edges.caretaker.ready()
      }
      if isEnding && (isAway || (!screen.needsPaint && edges.display.deadline == nil)) { break }
      if clock.isVirtual && edges.touch.isOver && !screen.needsPaint { break }
      try wait()
      takeSignals()
      try takeDisplayEvents()
      takeTouches()
      takeKeys()
      if edges.caretaker.needsLook(poller, at: clock.now) { readWall() }
      tell(.timePassed)
      screen.timePassed(clock.now)
      if let failure { throw failure }
      edges.caretaker.roundIsOver(at: clock.now, isStuck: isFlipOverdue)
    }
    edges.caretaker.stopping()
  }

  // MARK: Waiting

  private var deadline: Int64? {
    var earliest: Int64?
    for moment in [
      edges.display.deadline, isEnding ? nil : edges.touch.deadline, isEnding ? nil : edges.keys.deadline,
      terminal.deadline, isAway ? nil : screen.deadline, clock.isVirtual ? nil : edges.caretaker.deadline,
    ] {
      if let moment { earliest = min(earliest ?? moment, moment) }
    }
    return earliest
  }

  private func wait() throws(KioskError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(edges.display.descriptor)
    edges.touch.watch(with: &poller)
    edges.keys.watch(with: &poller)
    edges.caretaker.add(to: &poller)
    let deadline = deadline
    do throws(SystemError) {
      if clock.isVirtual {
        // Signals are still looked for; time is not waited for.
        try poller.wait(until: 0)
        if let deadline { clock.advance(to: deadline) }
      } else {
        try poller.wait(until: deadline)
      }
      edges.trace?.wake()
    } catch {
      throw .failure(error.message)
    }
  }

  // MARK: What has happened

  private func takeSignals() {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt: isEnding = true
      case Signal.hangUp: if options.config == nil { isEnding = true } else { reload() }
      case Signal.user1: takeSnapshot()
      case Signal.user2: if stage.corner != nil { tell(.clean) }
      case Console.releaseSignal: leave()
      case Console.acquireSignal: comeBack()
      default: break
      }
    }
  }

  private func leave() {
    isAway = true
    if let outcome = screen.cancelTouch() { take(outcome) }
    edges.display.suspend()
    edges.console?.allowRelease()
  }

  private func comeBack() {
    edges.console?.confirmAcquire()
    do throws(DisplayError) {
      try edges.display.resume()
      isAway = false
      screen.invalidate()
    } catch {
      failure = .failure(error.message)
    }
  }

  private func takeDisplayEvents() throws(KioskError) {
    let isDue = edges.display.deadline.map { $0 <= clock.now } ?? false
    if !isDue && poller.readiness(of: edges.display.descriptor).isEmpty { return }
    do throws(DisplayError) {
      if try edges.display.handleEvents().contains(.redraw) { screen.invalidate() }
    } catch {
      throw .failure(error.message)
    }
  }

  private func takeTouches() {
    edges.touch.drain(until: clock.now, woken: poller) { touched in
      // Whoever touches a screen that shows something else rates nothing.
      if isAway { return }
      take(touched)
      // A recording is filmed picture by picture, though several touches may come in one go.
      if edges.film != nil { try? paint() }
    }
  }

  private func takeKeys() {
    edges.keys.drain(until: clock.now, woken: poller) { key in
      if isAway { return }
      isKeyed = true
      tell(.keyPressed)
      if let outcome = screen.handle(key) { take(outcome) }
      isKeyed = false
    }
  }

  private func take(_ touched: Touched) {
    let point = edges.transform.toLayout(touched.position)
    if touched.phase == .began {
      tell(.touchBegan)
      if stage.corner?.contains(point) == true {
        cornerContact = touched.id
        tell(.cornerPressed)
      }
    } else if touched.id == cornerContact, touched.phase != .moved || stage.corner?.contains(point) != true {
      cornerContact = nil
      tell(.cornerReleased)
    }
    if let outcome = screen.handle(ContactPhase(touched.phase), contact: touched.id, at: point) { take(outcome) }
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

  // MARK: What to do about it

  private func tell(_ event: Terminal.Event) {
    let effects = terminal.handle(event, at: clock.now)
    if effects.isEmpty { return }
    if effects.contains(.record) { record() }
    if effects.contains(.readClock) { readWall() }
    if effects.contains(.lightOff) { edges.caretaker.setLight(false) }
    if effects.contains(.lightOn) { edges.caretaker.setLight(true) }
    if effects.contains(.reload) { takeOver() }
    if effects.contains(.show) { show() }
    if effects.contains(.count) { screen.count(terminal.countdown) }
    if effects.contains(.end) { isEnding = true }
  }

  private func show() {
    isStatusOld = true
    screen = stage.book.screen(terminal.view, language: terminal.language)
    screen.show(withFocus: isKeyed)
    screen.count(terminal.countdown)
    switch terminal.view {
    case .thanks:
      if stage.isAnimated, let value = screen.slider?.value { screen.lightUp(to: value, at: clock.now) }
    case .attract, .question: screen.slider?.set(stage.initialValue)
    case .language, .reasons, .closed, .cleaning: break
    }
    edges.touch.see(terminal.view, screen, at: clock.now)
  }

  /// Between visitors only: nobody waits then.
  private func writeStatus() {
    if !isStatusOld || !(terminal.isHome || terminal.state == .closed) { return }
    isStatusOld = false
    edges.status.write(terminal, fault: edges.answers.fault)
  }

  private func readWall() {
    if let wall = edges.caretaker.wallTime(at: clock.now) { tell(.clock(wall)) }
  }

  /// A picture that should long be on the screen is not.
  private var isFlipOverdue: Bool {
    !isAway && screen.needsPaint && edges.display.deadline.map { $0 < clock.now } == true
  }

  private func record() {
    do throws(KioskError) {
      try edges.answers.record(terminal.visit, from: stage, language: terminal.language)
      tell(.recorded)
    } catch {
      tell(.recordingFailed)
      failure = error
    }
  }

  // MARK: A new configuration

  /// Reads the configuration again; one that is wrong changes nothing.
  private func reload() {
    edges.caretaker.reloading()
    defer { edges.caretaker.ready() }
    do throws(KioskError) {
      let read = try options.reloaded()
      for warning in read.warnings { Standard.error(warning.message) }
      for change in read.changesForRestart(from: settings) {
        Standard.error(change + " is taken over by the next start only")
      }
      coming = read.takenOver(by: settings)
      tell(.reload)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the configuration stays as it was")
    }
  }

  /// Nobody is there: the new configuration's screens take the place of the old ones.
  private func takeOver() {
    guard let coming else { return }
    self.coming = nil
    do throws(KioskError) {
      stage = try Stage(coming, wanted: options.answers, on: edges.transform, format: edges.display.format)
      settings = coming
      terminal = Terminal(stage.plan, after: terminal)
      cornerContact = nil
      show()
      Standard.error("the new configuration is there")
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the configuration stays as it was")
    }
  }

  // MARK: Pictures

  private func paint() throws(KioskError) {
    if isAway || !screen.needsPaint { return }
    do throws(DisplayError) {
      guard let frame = try edges.display.nextFrame() else { return }
      try edges.display.present(screen.paint(frame))
      edges.trace?.present()
    } catch {
      if error.recovery != .retry { throw .failure(error.message) }
      screen.invalidate()
    }
    if let scanout = edges.display.scanout { edges.film?.add(scanout) }
  }

  /// Writes what is on the screen, as its controller reads it, if a path was given.
  func writeSnapshot() throws(KioskError) {
    guard let path = options.snapshot, let scanout = edges.display.scanout else { return }
    try PictureFile.write(to: path) { () throws(PNG.Failure) in try PNG.encode(scanout) }
  }

  /// A picture on demand: a failure is told, and the terminal goes on.
  private func takeSnapshot() {
    do throws(KioskError) { try writeSnapshot() } catch { for line in error.lines { Standard.error(line) } }
  }
}

extension ContactPhase {
  init(_ phase: Contact.Phase) {
    self =
      switch phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      }
  }
}
