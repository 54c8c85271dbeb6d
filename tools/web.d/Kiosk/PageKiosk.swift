import Basics
import Display
import Screens
import Settings
import StarSlider
import Survey
import Touch

/// A kiosk on the page: the survey's machine and its screens on a display in memory. It does what the kiosk's event loop does, without
/// devices and files. Times are nanoseconds of the page's clock.
final class PageKiosk {
  let settings: Settings
  let model: KioskModel
  private let transform: ScreenTransform
  private let display: MemoryDisplay
  /// The screens of a visitor who has asked for more contrast.
  private var contrast: KioskModel?
  private(set) var machine: SurveyMachine
  private(set) var screen: Screen
  private var corner = CornerHold()
  private var serviceKeys = ServiceKeys()
  private var isHandlingKey = false
  /// The index of the slide that is shown, and when the next one is due; `nil` for never.
  private var (slide, nextSlide): (Int, Int64?) = (0, nil)
  /// The answers so far, the latest one last.
  private(set) var answers: [PageAnswer] = []
  private(set) var damage = Region<PhysicalSpace>()
  private var now: Int64

  init?(_ settings: Settings, _ model: KioskModel, size: Size<PhysicalSpace>, at now: Int64) {
    guard let display = MemoryDisplay(size: size, format: .xbgr8888) else { return nil }
    (self.settings, self.model, self.display, self.now) = (settings, model, display, now)
    transform = ScreenTransform(physical: size, rotation: .none)
    machine = SurveyMachine(model.survey)
    screen = model.screens.screen(machine.screen, language: machine.language)
    // Without a clock that can be trusted, a kiosk is open.
    handle(.clock(nil))
    showScreen()
  }

  // MARK: Input

  func handle(_ touch: TouchEvent<LayoutSpace>, at now: Int64) {
    self.now = now
    if touch.phase == .began { handle(.touchBegan) }
    let outcome = screen.handle(touch)
    if let event = corner.follow(touch, isFree: outcome == nil, in: model.corner) { handle(event) }
    if let outcome { handle(outcome) }
  }

  func handle(_ key: Key, at now: Int64) {
    self.now = now
    isHandlingKey = true
    handle(.keyPressed)
    if !machine.survey.pin.isEmpty && serviceKeys.isComplete(with: .control(key), at: now) {
      handle(.service)
    } else if let outcome = screen.handle(key) {
      handle(outcome)
    }
    isHandlingKey = false
  }

  func cancelTouch(at now: Int64) {
    self.now = now
    if let event = corner.release() { handle(event) }
    if let outcome = screen.cancelTouch() { handle(outcome) }
  }

  /// Handles that time has passed: the survey's limits, and motion.
  func advance(to now: Int64) {
    self.now = now
    if let deadline = machine.deadline, now >= deadline { handle(.timePassed) }
    screen.update(at: now)
    guard let nextSlide, now >= nextSlide else { return }
    slide = (slide + 1) % model.slides.paths.count
    model.change?.leave(screen, movedBy: .none)
    showSlide()
    if let change = model.change { screen.appear(by: change, movedBy: .none, .across, at: now) }
  }

  /// When `advance` must be called; `nil` if the screen stays the same.
  var deadline: Int64? { [machine.deadline, screen.deadline, nextSlide].compactMap { $0 }.min() }

  private func handle(_ outcome: Screen.Outcome) {
    if case .action(.service(let action)) = outcome {
      // The others need a kiosk's devices.
      if action == .testAnswer && machine.state == .service { handle(.tested) }
      report()
    } else if let event = SurveyMachine.Event(outcome) {
      handle(event)
    }
  }

  private func handle(_ event: SurveyMachine.Event) {
    let effects = machine.handle(event, at: now)
    if effects.contains(.record) { record() }
    if effects.contains(.show) { showScreen() }
    if effects.contains(.count) {
      screen.setCountdown(machine.countdown)
      screen.showDigits(machine.entry.count)
    }
  }

  private func record() {
    for answer in machine.visit.answers {
      answers.append(PageAnswer(answer, of: machine, in: model))
    }
    handle(.recorded)
  }

  // MARK: Screens

  private func showScreen() {
    let model = modelOfVisitor
    if machine.isHome { machine.rearrange(at: now) }
    let next = model.screens.screen(machine.screen, language: machine.language)
    _ = screen.cancelTouch()
    screen.finishMotion()
    let change = next === screen || machine.hasContrast ? nil : self.model.change
    change?.leave(screen, movedBy: .none)
    screen = next
    screen.show(withFocus: isHandlingKey)
    nextSlide = nil
    let start = now + (change?.length ?? 0)
    screen.setCountdown(machine.countdown)
    screen.arrange(machine.arrangement)
    if screen.hasCode { screen.showCode(model.sampleAddress) }
    switch machine.screen {
    case .thanks: if model.isAnimated { screen.thank(from: start) }
    case .attract:
      screen.invite(from: now, value: model.initialValues[0])
      showSlide()
    case .question(let question): screen.slider?.set(model.initialValues[Int(question)])
    case .service: report()
    case .language, .reasons, .closed, .cleaning, .pin, .outOfOrder, .identity: break
    }
    if let change { screen.appear(by: change, movedBy: .none, at: now) }
  }

  /// Shows the slide of the start screen, if there is one, and schedules the next one.
  private func showSlide() {
    let slides = model.slides
    if slides.paths.isEmpty { return }
    if let image = chosenPicture(slides.paths[slide]) { screen.showSlide(image) }
    nextSlide = slides.paths.count > 1 ? now + slides.period : nil
  }

  /// The screens that the visitor sees. Those with more contrast are made when they are asked for.
  private var modelOfVisitor: KioskModel {
    if !machine.hasContrast { return model }
    if contrast == nil {
      contrast = try? KioskModel(settings.withContrast, wanted: nil, on: transform, format: .xbgr8888)
    }
    return contrast ?? model
  }

  private func report() {
    if machine.state != .service { return }
    screen.show(PageKiosk.report(settings, pending: answers.count))
  }

  /// What the operator's screens show on a page.
  static func report(_ settings: Settings, pending: Int) -> ServiceReport {
    var report = ServiceReport()
    (report.name, report.status) = (settings.kioskID, "ok")
    (report.pending, report.address) = ("\(pending)", settings.kioskID)
    (report.lastAnswers, report.brightness) = ("-", "-")
    return report
  }

  // MARK: Output

  /// Paints what has changed.
  func paint() {
    damage = Region()
    guard screen.needsPaint, let frame = try? display.nextFrame() else { return }
    damage = screen.paint(frame)
    try? display.present(damage)
  }

  /// The pixels, as a canvas wants them.
  var surface: Surface? { display.scanout }
}
