import Display
import Geometry
import LinuxDisplay
import Raster
import Settings
import System

extension Settings {
  /// How the viewer's pixels lie on a screen: as `rotate` says, else as the panel is built in.
  func transform(on display: any Display) -> ScreenTransform {
    ScreenTransform(physical: display.size, rotation: rotation ?? display.panelRotation)
  }

  /// An open screen, and whether it is the last resort of `auto`.
  struct OpenedScreen {
    let display: any Display
    let isFallback: Bool
    /// Memory: nobody sees it, so time need not pass.
    let isMemory: Bool
  }

  /// Opens the configured screen. If `auto` finds no screen, opens a memory screen instead, unless this is a service.
  func openScreen() throws(KioskError) -> OpenedScreen {
    var options = DisplayOptions(format: format)
    options.connector = connector
    options.mode = mode
    options.commit = commit
    options.buffers = buffers
    do throws(DisplayError) {
      let display = try openDisplay(screen, options) { Standard.error($0, .notice) }
      for note in display.notes { Standard.error(note, .info) }
      return OpenedScreen(display: display, isFallback: false, isMemory: display is MemoryDisplay)
    } catch {
      if screen != .auto || error.kind != .missing {
        let isListed = error.suggestion.isEmpty && (error.kind == .missing || error.kind == .unsupported)
        throw .failure(error.message + (isListed ? "; run star-kiosk devices to list the screens" : ""))
      }
      // A service is restarted until the screen appears. The answers of the bundled recording must not get into its journal.
      if Environment.stateDirectory != nil {
        throw KioskError.failures([error.message, "no screen to draw to; a service does not draw to memory instead"])
      }
      Standard.error(error.message)
    }
    Standard.error("no screen to draw to; drawing to memory instead")
    do throws(DisplayError) {
      return OpenedScreen(display: try openDisplay(.memory(nil, nil)), isFallback: true, isMemory: true)
    } catch { throw .failure(error.message) }
  }
}
