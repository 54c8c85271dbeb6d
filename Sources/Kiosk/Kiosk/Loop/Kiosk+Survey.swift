import Basics
import Display
import Journal
import KioskStatus
import Screens
import Settings
import StarSlider
import Survey
import System

// The survey machine's events and their effects.
extension Kiosk {
  func handle(_ event: SurveyMachine.Event) {
    let wrongPINs = machine.entry.wrong
    let effects = machine.handle(event, at: clock.now)
    if machine.entry.wrong != wrongPINs { PINPause.keep(machine.entry) }
    if effects.isEmpty { return }
    if effects.contains(.record) { record() }
    if effects.contains(.readClock) { readWallClock() }
    // A display that stays on shows that the kiosk is closed.
    if effects.contains(.lightOff) && !devices.platform.setLight(false) { presenter.turnOff() }
    if effects.contains(.lightOn) {
      devices.platform.setLight(true)
      presenter.handle(.turnedOn)
    }
    if effects.contains(.reload) { applyPendingConfiguration() }
    if effects.contains(.show) { showScreen() }
    if effects.contains(.count) {
      presenter.screen.setCountdown(machine.countdown)
      presenter.screen.showDigits(machine.entry.count)
    }
    if effects.contains(.refuse) {
      Standard.error("wrong PIN (\(machine.entry.wrong) in a row)", .warning)
    }
    if effects.contains(.end) {
      presenter.end()
    }
  }

  /// Whether a screen without a visitor is shown, so that the picture may move.
  var isUnattended: Bool { !presenter.presentation.isAway && (machine.isHome || machine.state == .closed) }

  func showScreen() {
    devices.status.isOutdated = true
    devices.status.report(.tooManyAnswers, machine.isLimited)
    if !presenter.presentation.isAway { devices.console?.silenceKeyboard() }
    prepareLanguage()
    if failure != nil { return }
    let next = model.screens.screen(machine.screen, language: machine.language)
    presenter.show(next, withFocus: isHandlingKey) { screen, start in
      screen.setCountdown(machine.countdown)
      if screen.hasCode { screen.showCode(visitAddress) }
      switch machine.screen {
      case .thanks: if model.isAnimated, let value = screen.slider?.value { screen.lightUp(to: value, at: start) }
      case .attract:
        screen.slider?.set(model.initialValue)
        screen.glint(from: clock.now)
        presenter.startSlides()
      case .question(let question): screen.slider?.set(model.initialValues[Int(question)])
      case .service: reportService()
      case .outOfOrder: screen.show(reason: fault ?? "")
      case .identity: showIdentity()
      case .language, .reasons, .closed, .cleaning, .pin: break
      }
    }
    devices.touch.update(machine, next, at: clock.now)
  }

  /// The address in this visit's code.
  private var visitAddress: String? {
    guard let visit = try? devices.answers.identity(ofVisit: machine.visitNumber) else { return nil }
    return model.comments?.text(visit: visit.text, kiosk: devices.answers.kioskID)
  }

  func readWallClock() {
    clock.update()
    handle(.clock(devices.platform.wallTime(at: clock.now)))
    devices.status.report(.clockNotSynchronised, devices.platform.lacksTime)
  }

  private func record() {
    if machine.state == .recording(.thanks) { thankYouLatency.finished(at: eventTime) }
    let start = clock.reading
    let isStored = devices.answers.record(machine, from: model)
    clock.update()
    if isStored {
      thankYouLatency.stored(in: clock.now - start)
      handle(.recorded)
    } else {
      handle(.recordingFailed)
    }
    storageChanged()
  }

  /// Tries to store the answers that are not on disk yet.
  func retryStorage() {
    devices.answers.retry()
    clock.update()
    storageChanged()
  }

  /// Reports the state of the store, and decides when to retry and whether visitors are accepted.
  func storageChanged() {
    let answers = devices.answers
    nextRetry = answers.isWaiting ? clock.now + 5_000_000_000 : nil
    for (fault, isPresent) in answers.faults { devices.status.report(fault, isPresent) }
    let lacksConfiguration = devices.starts?.outOfOrder != nil
    if lacksConfiguration { devices.status.report(.outOfOrder, true) }
    devices.status.waiting = answers.waitingCount
    handle(answers.isOutOfOrder || lacksConfiguration ? .recordingFailed : .storable)
    if machine.screen == .outOfOrder { presenter.screen.show(reason: fault ?? "") }
  }

  /// Why answers are not stored in the journal, or why there is no configuration; `nil` without such a fault.
  private var fault: String? { devices.starts?.outOfOrder ?? devices.answers.fault }

  /// Writes the status file after the faults have changed or another screen has been shown. The pending frame comes first, so that no
  /// visitor waits for the file. Between visits it also frees the code pages that only a start, a new configuration or a visit needs.
  func updateStatus() {
    if !devices.status.isOutdated || presenter.isFramePending { return }
    devices.status.configuration = configurationName
    devices.status.write(machine, thankYouLatency, fault: fault)
    keepConfiguration()
    if machine.isHome || machine.state == .closed { dropProgramPages() }
  }

  /// Keeps the configuration as the last valid one once all its screens are made, because the text of any screen may crash a library.
  private func keepConfiguration() {
    if unjudged != nil || failure != nil { return }
    devices.starts?.end()
    if let text = unkeptConfiguration { LastConfiguration.keep(text) }
    unkeptConfiguration = nil
  }

  /// Makes the screens of the next language or, once all are made, checks them for problems. The first frame needs neither.
  func prepareRest() {
    if failure != nil { return }
    do throws(KioskError) {
      if try model.makeNextLanguage(on: presenter.transform.layout) { return }
    } catch {
      failure = error
      return
    }
    guard let builder = unjudged else { return }
    unjudged = nil
    for warning in builder.warnings(of: model) { Standard.error(warning.message, .warning) }
    keepConfiguration()
    returnFreeMemory()
    dropProgramPages()
  }

  /// Makes the screens of all languages up to the visit's, because the visitor may choose a language before its screens are made.
  private func prepareLanguage() {
    while failure == nil && unjudged != nil && !model.screens.has(language: machine.language) { prepareRest() }
  }

  // MARK: A new configuration

  /// Reads the configuration again, to be applied once the kiosk is idle; an invalid one is rejected.
  func reload() {
    try? devices.platform.manager.reloading()
    defer { try? devices.platform.manager.ready() }
    do throws(KioskError) {
      var read = try options.reloaded()
      if let fleet = devices.fleet { read = fleet.inEffect(read) }
      for warning in read.settings.warnings { Standard.error(warning.message, .warning) }
      for change in read.settings.keepStartSettings(of: settings) {
        Standard.error(change + " takes effect only after a restart", .warning)
      }
      pendingConfiguration = read
      // A kiosk that is out of order never becomes idle. It has no visitor either, so the configuration is applied at once.
      if devices.starts?.outOfOrder != nil { applyPendingConfiguration() } else { handle(.reload) }
    } catch { reject(error) }
  }

  private func applyPendingConfiguration() {
    guard let configured = pendingConfiguration else { return }
    pendingConfiguration = nil
    do throws(KioskError) {
      try apply(configured)
      unkeptConfiguration = configured.text
      devices.status.report(.configurationInvalid, false)
      if devices.starts?.outOfOrder != nil {
        devices.starts?.isReplaced()
        storageChanged()
      }
      if let remote = devices.fleet?.current?.version {
        Standard.error(
          FleetAgent.name(of: remote) + " stays in effect; of the kiosk's own file, only settings of the machine apply",
          .notice)
      } else {
        Standard.error("the new configuration is in effect", .notice)
      }
    } catch { reject(error) }
  }

  /// Makes the screens of a configuration and shows them. If that fails, nothing changes.
  func apply(_ configured: Configuration) throws(KioskError) {
    let model = try KioskModel(
      configured.settings, readBy: configured.builder, wanted: options.answers, on: presenter.transform,
      format: presenter.display.format, textCache: KioskModel.textCache)
    try devices.platform.apply(configured.settings)
    clock.update()
    self.model = model
    presenter.use(model)
    for warning in configured.builder.warnings(of: model) { Standard.error(warning.message, .warning) }
    if settings.kiosk.pixelShift != configured.settings.kiosk.pixelShift {
      presenter.moveAgain(configured.settings)
    }
    settings = configured.settings
    devices.status.report(configured, model)
    machine = SurveyMachine(model.survey, after: machine)
    machineDeadline = 0
    cornerContact = nil
    showScreen()
    readWallClock()
  }

  private func reject(_ error: KioskError) {
    devices.status.report(.configurationInvalid, true)
    for line in error.lines { Standard.error(line) }
    Standard.error("the previous configuration stays in effect")
  }
}
