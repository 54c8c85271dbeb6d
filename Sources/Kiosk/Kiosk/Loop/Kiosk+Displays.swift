import Display
import KioskStatus
import Settings
import StarSlider
import Survey
import System

// Screens that are connected and disconnected while the kiosk runs.
//
// | display | the kernel reports a change, and | next display | the visit |
// | --- | --- | --- | --- |
// | open | the screen and its preferred mode are the same | the same | continues |
// | open | another screen or mode is to be used | that one | ends as after `idle`, if the picture has another size |
// | open | no screen is connected | absent, of the same size | continues until `idle` |
// | absent | no screen is connected | absent | continues until `idle` |
// | absent | a screen is connected | that one | ends as after `idle`, if the picture has another size |
//
// A window is a screen that stays open: only its size changes.
//
// While another program controls the display, the change is examined later.
extension Kiosk {
  /// Examines a change that the kernel has reported. Returns whether another display must be opened.
  func haveScreensChanged() -> Bool {
    if presentation.isAway || presentation.isEnding || !devices.display.hasControl { return false }
    areScreensOutdated = false
    return devices.display.hasChanged()
  }

  /// Closes the display. Returns the kiosk that continues on the display that is connected now.
  func moved() throws(KioskError) -> Kiosk {
    cancelTouch()
    var devices = self.devices
    let format = devices.display.format
    let opened = try reopened()
    devices.display = opened.display
    devices.transform = settings.transform(on: opened.display)
    var model: KioskModel?
    if devices.transform != self.devices.transform || opened.display.format != format {
      handle(.ending)
      if let failure { throw failure }
      model = try KioskModel(
        settings, wanted: options.answers, on: devices.transform, format: opened.display.format,
        needsDecorations: false,
        textCache: KioskModel.textCache)
      devices.touch.use(screen: opened.display.size)
    }
    let kiosk = Kiosk(replacing: self, devices, model, signals: try Run.openSignals())
    kiosk.noteDisplay(opened, isResized: opened.display === self.devices.display)
    return kiosk
  }

  /// Returns the display to continue with.
  private func reopened() throws(KioskError) -> Settings.OpenedScreen {
    do throws(DisplayError) {
      if let display = try devices.display.reopened() {
        return Settings.OpenedScreen(display: display, isFallback: false, isMemory: false)
      }
    } catch { throw KioskError(error) }
    devices.display.close()
    return try settings.openScreen(orAbsent: devices.display, isReplugged: true)
  }

  /// Sets the mode again after the machine was suspended, because a driver may have lost the mode and the picture.
  func restoreDisplay() {
    if presentation.isAway { return }
    devices.display.suspend()
    do throws(DisplayError) {
      try devices.display.resume()
      updatePresentation(.regained)
    } catch { failure = KioskError(error) }
  }

  /// Records that the display was opened, resized or found absent. The size is not reported, because a window's frame can be dragged.
  func noteDisplay(_ opened: Settings.OpenedScreen, isResized: Bool = false) {
    if let reason = opened.absence {
      if !presentation.isUnplugged { Standard.error("waiting for a screen: " + reason, .warning) }
    } else if !isResized {
      Standard.error("drawing to " + devices.display.name, .info)
    }
    updatePresentation(opened.absence == nil ? .plugged : .unplugged)
    devices.status.display = devices.display.name
    devices.status.report(.noScreen, opened.absence != nil)
  }
}
