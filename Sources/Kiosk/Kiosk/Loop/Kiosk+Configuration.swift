import Display
import KioskStatus
import Settings
import StarSlider
import Survey
import System

// New configurations, and other displays for the one in effect.
extension Kiosk {
  /// Makes the screens of the next language or, once all are made, checks them for problems.
  func prepareRest() {
    if failure != nil { return }
    do throws(KioskError) { try configuration.prepareNext(on: presenter.transform.layout) } catch { failure = error }
  }

  /// Reads the configuration again, to be applied once the kiosk is idle; an invalid one is rejected.
  func reload() {
    try? platform.manager.reloading()
    defer { try? platform.manager.ready() }
    do throws(KioskError) {
      try configuration.read()
      // A kiosk that is out of order never becomes idle. It has no visitor either, so the configuration is applied at once.
      if configuration.isMissing { applyPendingConfiguration() } else { handle(.reload) }
    } catch { configuration.reject(error) }
  }

  func applyPendingConfiguration() {
    guard let configured = configuration.pending else { return }
    configuration.pending = nil
    do throws(KioskError) {
      try apply(configured)
      if configuration.accept(configured) { storageChanged() }
    } catch { configuration.reject(error) }
  }

  /// Makes the screens of a configuration and shows them. If that fails, nothing changes.
  func apply(_ configured: Configuration) throws(KioskError) {
    let model = try KioskModel(
      configured.settings, readBy: configured.builder, wanted: configuration.options.answers, on: presenter.transform,
      format: presenter.display.format, textCache: KioskModel.textCache)
    platform.apply(configured.settings)
    clock.update()
    presenter.use(model)
    if configuration.settings.kiosk.pixelShift != configured.settings.kiosk.pixelShift {
      presenter.moveAgain(configured.settings)
    }
    configuration.replace(by: configured, model)
    input.box?.configuration = configured.blackBoxHash
    machine = SurveyMachine(model.survey, after: machine)
    storage.counts.use(model, configured.settings, machine)
    machineDeadline = 0
    _ = input.corner.release()
    input.learnAnew(presenter.transform.layout)
    showScreen()
    readWallClock()
  }

  // MARK: Displays

  /// Closes the display. Returns the kiosk that continues on the display that is connected now.
  func moved() throws(KioskError) -> Kiosk {
    cancelTouch()
    let (old, format) = (presenter.display, presenter.display.format)
    let opened = try presenter.reopened(configuration.settings)
    let transform = configuration.settings.transform(on: opened.display)
    var model: KioskModel?
    if transform != presenter.transform || opened.display.format != format {
      handle(.ending)
      if let failure { throw failure }
      model = try KioskModel(
        configuration.settings, wanted: configuration.options.answers, on: transform, format: opened.display.format,
        needsDecorations: false, textCache: KioskModel.textCache)
      input.touch.use(screen: opened.display.size)
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
    status.display = presenter.display.name
    status.report(.noScreen, opened.absence != nil)
  }

  /// Sets the mode again after the machine was suspended.
  func restoreDisplay() { do throws(KioskError) { try presenter.restore() } catch { failure = error } }
}
