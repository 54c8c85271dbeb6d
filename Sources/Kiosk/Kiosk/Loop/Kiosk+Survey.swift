import Journal
import KioskStatus
import Screens
import Settings
import StarSlider
import Survey
import System

// The survey machine's effects.
extension Kiosk {
  func handle(_ event: SurveyMachine.Event) {
    input.box?.add(event, at: clock.now)
    let (wrongPINs, isWarned) = (machine.entry.wrong, machine.countdown != nil)
    let effects = machine.handle(event, at: clock.now)
    if machine.entry.wrong != wrongPINs { PINPause.keep(machine.entry) }
    if effects.isEmpty { return }
    if !effects.isDisjoint(with: [.show, .record]) { storage.counts.follow(event, machine) }
    if effects.contains(.record) { record() }
    if effects.contains(.readClock) { readWallClock() }
    // A display that stays on shows that the kiosk is closed.
    if effects.contains(.lightOff) && !platform.setLight(false) { presenter.turnOff() }
    if effects.contains(.lightOn) {
      platform.setLight(true)
      presenter.handle(.turnedOn)
    }
    if effects.contains(.reload) { applyPendingConfiguration() }
    if effects.contains(.show) { showScreen() }
    if effects.contains(.count) {
      presenter.screen.setCountdown(machine.countdown)
      presenter.screen.showDigits(machine.entry.count)
      if !isWarned { warnOfEnd() }
    }
    if effects.contains(.refuse) {
      Standard.error("wrong PIN (\(machine.entry.wrong) in a row)", .warning)
    }
    if effects.contains(.end) { presenter.end() }
  }

  /// Whether a screen without a visitor is shown, so that the picture may move.
  var isUnattended: Bool { !presenter.presentation.isAway && (machine.isHome || machine.state == .closed) }

  func showScreen() {
    status.isOutdated = true
    status.report(.tooManyAnswers, machine.isLimited)
    if machine.isHome { input.visitEnded() }
    if machine.screen == .cleaning || machine.screen == .pin { input.operatorCame() }
    if !presenter.presentation.isAway { console?.silenceKeyboard() }
    // The visitor may choose a language before its screens are made.
    while failure == nil && !configuration.isPrepared && !configuration.model.screens.has(language: machine.language) {
      prepareRest()
    }
    if failure != nil { return }
    presenter.speech?.exploration.reset()
    let model = configuration.model(for: machine, on: presenter)
    // Screens with more contrast may just have been made, which takes time.
    if machine.hasContrast { clock.update() }
    if machine.isHome { machine.rearrange(at: clock.now) }
    let next = closedScreen(model) ?? model.screens.screen(machine.screen, language: machine.language)
    presenter.show(next, withFocus: input.isHandlingKey, moves: !machine.hasContrast) { start in
      next.setCountdown(machine.countdown)
      next.arrange(machine.arrangement)
      if next.hasCode { next.showCode(visitAddress) }
      switch machine.screen {
      case .thanks:
        if model.isAnimated { next.thank(from: start) }
        presenter.speech?.thank()
      case .attract:
        next.invite(from: clock.now, value: model.initialValues[0])
        presenter.startSlides()
      case .question(let question): next.slider?.set(model.initialValues[Int(question)])
      case .service: reportService()
      case .outOfOrder: next.show(reason: storage.fault ?? "")
      case .identity: service.identify(on: next)
      case .language, .reasons, .closed, .cleaning, .pin: break
      }
    }
    presenter.speech?.handle(.shown(machine.screen, isHome: machine.isHome), at: clock.now)
    input.touch.update(machine, next, at: clock.now)
    input.box?.add(machine, on: presenter.display, presenter.transform, at: clock.now)
  }

  /// The screen of the closed kiosk with the next opening; `nil` if it does not apply, or if the display is off.
  private func closedScreen(_ model: KioskModel) -> Screen? {
    if machine.screen != .closed || presenter.presentation.isDark { return nil }
    return machine.nextOpening(at: clock.now).flatMap { model.closedScreen(until: $0, language: machine.language) }
  }

  /// The address in this visit's code.
  private var visitAddress: String? {
    guard let visit = try? storage.answers.identity(ofVisit: machine.visitNumber) else { return nil }
    return configuration.model.comments?.text(visit: visit.text, kiosk: storage.answers.kioskID)
  }

  func readWallClock() {
    clock.update()
    handle(.clock(platform.wallTime(at: clock.now)))
    status.report(.clockNotSynchronised, platform.lacksTime)
  }

  private func record() {
    handle(
      storage.record(
        machine, from: configuration.model, survey: configuration.survey.version, releasedAt: input.eventTime))
    storageChanged()
  }

  /// Reports the state of the store, and decides whether visitors are accepted.
  func storageChanged() {
    handle(storage.report())
    if machine.screen == .outOfOrder { presenter.screen.show(reason: storage.fault ?? "") }
  }

  /// Writes the status file after the faults have changed or another screen has been shown. The pending frame comes first, so that no
  /// visitor waits for the file.
  func updateStatus() {
    if !status.isOutdated || presenter.isFramePending { return }
    status.configuration = configuration.name
    status.write(machine, storage.latency, fault: storage.fault)
    input.box?.add(status.faults, at: clock.now)
    if failure == nil { configuration.keep() }
  }

  /// Updates the service screen while it is shown.
  func reportService() { service.report(on: presenter.screen, isShown: machine.state == .service) }
}
