import Display
import Screens
import Settings
import StarSlider
import Survey
import Touch

/// A kiosk that a black box drives: the survey's machine and its screens on a display in memory, without devices, files and a clock of its
/// own. It does what the event loop has done with the same input. Nothing moves, because only frames that stand still are compared.
final class ReplayedKiosk {
  private let settings: Settings
  private let model: KioskModel
  private let transform: ScreenTransform
  private let display: MemoryDisplay
  /// The screens of a visitor who has asked for more contrast.
  private var contrast: KioskModel?
  private(set) var machine: SurveyMachine
  private(set) var screen: Screen
  private var corner = CornerHold()
  private var exploration = Exploration()
  private var serviceKeys = ServiceKeys()
  private var activityBefore: Int64?
  private var isHandlingKey = false
  /// Where the picture is.
  var shift = ScreenShift.none { didSet { if shift != oldValue { screen.invalidate() } } }
  private var now: Int64 = 0
  /// The screens that were shown since the last call of `takeShown`. One key may show two: the start screen after the thanks, and the question.
  private var shown: [SurveyScreen] = []

  init(_ settings: Settings, on transform: ScreenTransform, format: PixelFormat) throws(KioskError) {
    (self.settings, self.transform) = (settings, transform)
    do throws(DisplayError) { display = try MemoryDisplay.open(size: transform.physical, format: format) } catch {
      throw KioskError(error)
    }
    model = try KioskModel(settings, wanted: nil, on: transform, format: format, needsDecorations: false)
    machine = SurveyMachine(model.survey)
    screen = model.screens.screen(machine.screen, language: machine.language)
  }

  /// Begins between two visits.
  func begin(at now: Int64) {
    self.now = now
    machine = SurveyMachine(model.survey)
    if settings.voice.mode == .always { _ = machine.handle(.hearing(true), at: now) }
    _ = corner.release()
    // A kiosk without a clock that can be trusted is open.
    _ = machine.handle(.clock(nil), at: now)
    showScreen()
    shown = []
  }

  /// Shows options and reasons in the order of a kiosk that was at home at that time.
  func rearrange(at now: Int64) {
    machine.rearrange(at: now)
    screen.arrange(machine.arrangement)
  }

  /// Returns the earliest screen that was not returned yet; without one, the screen that is shown.
  func takeShown() -> SurveyScreen { shown.isEmpty ? machine.screen : shown.removeFirst() }

  // MARK: Input

  func handle(_ event: TouchEvent<PhysicalSpace>, isBrief: Bool, at now: Int64) {
    self.now = now
    let touch = transform.toLayout(event.moved(to: shift.toPicture(event.position)))
    if touch.phase == .began {
      activityBefore = machine.lastActivity
      handle(.touchBegan)
    }
    let explores = machine.isScreenHeard && settings.allowsExploration
    let outcome =
      explores
      ? exploration.follow(touch, isBrief: isBrief, on: screen, at: now) : screen.handle(touch, isBrief: isBrief)
    if isBrief && outcome == nil { machine.forgetActivity(since: activityBefore) }
    if let event = corner.follow(touch, isFree: outcome == nil, in: model.corner) { handle(event) }
    if let outcome, let event = SurveyMachine.Event(outcome) { handle(event) }
  }

  func handle(_ key: KeypadKey, time: Int64, at now: Int64) {
    self.now = now
    if key.isOfSpeech {
      if machine.screen != .thanks { handle(.keyPressed) }
      return
    }
    isHandlingKey = true
    handle(.keyPressed)
    if !machine.survey.pin.isEmpty && serviceKeys.isComplete(with: key, at: time) {
      handle(.service)
    } else if let outcome = key.operate(screen), let event = SurveyMachine.Event(outcome) {
      handle(event)
    }
    isHandlingKey = false
  }

  func cancelTouch(at now: Int64) {
    self.now = now
    if let event = corner.release() { handle(event) }
    exploration.reset()
    if let outcome = screen.cancelTouch(), let event = SurveyMachine.Event(outcome) { handle(event) }
  }

  func handle(_ event: BlackBoxEvent, at now: Int64) {
    self.now = now
    switch event {
    case .timePassed: handle(.timePassed)
    case .recorded: handle(.recorded)
    case .clean: handle(.clean)
    case .identify: handle(.identify)
    case .ending: handle(.ending)
    case .hearing, .notHearing:
      exploration.reset()
      handle(.hearing(event == .hearing))
    }
  }

  private func handle(_ event: SurveyMachine.Event) {
    // Whether the visit could be written is in the black box, as an event of its own.
    let effects = machine.handle(event, at: now)
    if effects.contains(.show) { showScreen() }
    if effects.contains(.count) {
      screen.setCountdown(machine.countdown)
      screen.showDigits(machine.entry.count)
    }
  }

  // MARK: Screens

  private func showScreen() {
    shown.append(machine.screen)
    if machine.isHome { machine.rearrange(at: now) }
    let model = modelOfVisitor
    exploration.reset()
    _ = screen.cancelTouch()
    screen.finishMotion()
    screen = model.screens.screen(machine.screen, language: machine.language)
    screen.show(withFocus: isHandlingKey)
    screen.setCountdown(machine.countdown)
    screen.arrange(machine.arrangement)
    switch machine.screen {
    case .thanks: if model.isAnimated { screen.thank(from: now) }
    case .attract: screen.invite(from: now, value: model.initialValues[0])
    case .question(let question): screen.slider?.set(model.initialValues[Int(question)])
    case .language, .reasons, .closed, .cleaning, .pin, .service, .outOfOrder, .identity: break
    }
  }

  private var modelOfVisitor: KioskModel {
    if !machine.hasContrast { return model }
    if contrast == nil {
      contrast = try? KioskModel(
        settings.withContrast, wanted: nil, on: transform, format: display.format, needsDecorations: false)
    }
    return contrast ?? model
  }

  // MARK: Output

  /// Paints what stands still at the end of all motion. Returns its hash.
  func frameHash() throws(KioskError) -> UInt64 {
    screen.finishMotion()
    do throws(DisplayError) {
      if screen.needsPaint, let frame = try display.nextFrame() {
        try display.present(screen.paint(frame, movedBy: shift))
      }
    } catch { throw KioskError(error) }
    return display.scanout.map { FrameHash.of($0) } ?? 0
  }
}
