import Display
import Geometry
import Linux
import Raster
import Rating
import StarSlider
import Terminal
import Touch

/// The terminal at work: one thread, one `poll`, asleep until a finger, the screen, a signal or a deadline wakes it.
final class Kiosk {
  private let display: any Display
  private let scene: Scene
  private let touch: any TouchInput
  private let answers: AnswerBook
  private let snapshotPath: String?
  private let film: Filmstrip?
  private let trace: FrameTrace?
  private let transform: ScreenTransform
  private let signals: SignalSource
  private let console: Console?

  private var terminal: Terminal
  private var clock: Clock
  private var poller = Poller()
  /// Another virtual terminal has the screen.
  private var isAway = false
  /// End once the last picture is on the screen.
  private var isEnding = false
  /// Why the loop must stop at once.
  private var failure: KioskError?

  init(
    display: any Display, scene: Scene, touch: any TouchInput, answers: AnswerBook, wanted: Int64?, clock: Clock,
    transform: ScreenTransform, snapshotPath: String?, film: Filmstrip?, trace: FrameTrace?,
    signals: consuming SignalSource, console: Console?
  ) {
    self.display = display
    self.scene = scene
    self.touch = touch
    self.answers = answers
    self.clock = clock
    self.transform = transform
    self.snapshotPath = snapshotPath
    self.film = film
    self.trace = trace
    self.signals = signals
    self.console = console
    var plan = Plan()
    plan.wanted = wanted
    terminal = Terminal(plan)
  }

  /// Runs until a signal, the last wanted answer, or the end of the recording.
  func run() throws(KioskError) {
    while true {
      try paint()
      if isEnding && (isAway || (!scene.needsPaint && display.deadline == nil)) { break }
      if clock.isVirtual && touch.isOver && !scene.needsPaint { break }
      try wait()
      takeSignals()
      try takeDisplayEvents()
      takeTouches()
      tell(.timePassed)
      if let failure { throw failure }
    }
  }

  // MARK: Waiting

  private var deadline: Int64? {
    var earliest: Int64?
    for moment in [display.deadline, isEnding ? nil : touch.deadline, terminal.deadline] {
      if let moment { earliest = min(earliest ?? moment, moment) }
    }
    return earliest
  }

  private func wait() throws(KioskError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(display.descriptor)
    touch.watch(with: &poller)
    let deadline = deadline
    do throws(SystemError) {
      if clock.isVirtual {
        // Signals are still looked for; time is not waited for.
        try poller.wait(until: 0)
        if let deadline { clock.advance(to: deadline) }
      } else {
        try poller.wait(until: deadline)
      }
      trace?.wake()
    } catch {
      throw .failure(error.message)
    }
  }

  // MARK: What has happened

  private func takeSignals() {
    if poller.readiness(of: signals.descriptor).isEmpty { return }
    while let signal = signals.next() {
      switch signal {
      case Signal.terminate, Signal.interrupt, Signal.hangUp: isEnding = true
      case Signal.user1: takeSnapshot()
      case Console.releaseSignal: leave()
      case Console.acquireSignal: comeBack()
      default: break
      }
    }
  }

  private func leave() {
    isAway = true
    if let event = scene.slider.cancelTouch() { tell(.rated(event)) }
    display.suspend()
    console?.allowRelease()
  }

  private func comeBack() {
    console?.confirmAcquire()
    do throws(DisplayError) {
      try display.resume()
      isAway = false
      scene.invalidate()
    } catch {
      failure = .failure(error.message)
    }
  }

  private func takeDisplayEvents() throws(KioskError) {
    let isDue = display.deadline.map { $0 <= clock.now } ?? false
    if !isDue && poller.readiness(of: display.descriptor).isEmpty { return }
    do throws(DisplayError) {
      if try display.handleEvents().contains(.redraw) { scene.invalidate() }
    } catch {
      throw .failure(error.message)
    }
  }

  private func takeTouches() {
    touch.drain(until: clock.now, woken: poller) { touched in
      // Whoever touches a screen that shows something else rates nothing.
      if isAway { return }
      if touched.phase == .began { tell(.touchBegan) }
      let point = transform.toLayout(touched.position)
      let event = scene.slider.handle(ContactPhase(touched.phase), contact: touched.id, at: point)
      if let event { tell(.rated(event)) }
      // A recording is filmed picture by picture, though several touches may come in one go.
      if film != nil { try? paint() }
    }
  }

  // MARK: What to do about it

  private func tell(_ event: Terminal.Event) {
    let effects = terminal.handle(event, at: clock.now)
    if effects.contains(.record) { record() }
    if effects.contains(.show) { show() }
    if effects.contains(.end) { isEnding = true }
  }

  private func show() {
    switch terminal.view {
    case .thanks: scene.slider.look = Scene.Look.thanks
    default: scene.showReady()
    }
  }

  private func record() {
    do throws(KioskError) {
      for given in terminal.visit.answers { try answers.record(given.value, of: scene.slider.layout.scale) }
      tell(.recorded)
    } catch {
      tell(.recordingFailed)
      failure = error
    }
  }

  private func paint() throws(KioskError) {
    if isAway || !scene.needsPaint { return }
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return }
      try display.present(scene.paint(frame))
      trace?.present()
    } catch {
      if error.recovery != .retry { throw .failure(error.message) }
      scene.invalidate()
    }
    if let scanout = display.scanout { film?.add(scanout) }
  }

  // MARK: Pictures of the screen

  /// Writes what is on the screen, as its controller reads it, if a path was given.
  func writeSnapshot() throws(KioskError) {
    guard let path = snapshotPath, let scanout = display.scanout else { return }
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
