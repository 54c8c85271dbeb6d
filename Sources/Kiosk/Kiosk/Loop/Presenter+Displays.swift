import Display
import Settings
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
extension Presenter {
  /// Closes the display. Returns the display to continue with.
  func reopened(_ settings: Settings) throws(KioskError) -> Settings.OpenedScreen {
    do throws(DisplayError) {
      if let display = try display.reopened() {
        return Settings.OpenedScreen(display: display, isFallback: false, isMemory: false)
      }
    } catch { throw KioskError(error) }
    display.close()
    return try settings.openScreen(orAbsent: display, isReplugged: true)
  }

  /// Continues after another virtual terminal was shown.
  func acquire() throws(KioskError) {
    do throws(DisplayError) { try display.resume() } catch { throw KioskError(error) }
    clock.update()
    handle(.acquired)
    // Another program may still control the display. The display reports `.redraw` once the kiosk has control.
    if display.hasControl { handle(.regained) }
  }

  /// Sets the mode again after the machine was suspended, because a driver may have lost the mode and the picture.
  func restore() throws(KioskError) {
    if presentation.isAway { return }
    display.suspend()
    do throws(DisplayError) { try display.resume() } catch { throw KioskError(error) }
    handle(.regained)
  }
}
