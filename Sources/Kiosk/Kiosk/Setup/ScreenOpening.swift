import Basics
import Display
import Geometry
import LinuxDisplay
import Raster
import Settings
import System

extension Settings {
  /// Returns the transform from the visitor's pixels to the screen's: the configured rotation, else the panel's.
  func transform(on display: any Display) -> ScreenTransform {
    ScreenTransform(physical: display.size, rotation: rotation ?? display.panelRotation)
  }

  /// An open screen.
  struct OpenedScreen {
    let display: any Display
    /// Whether it is the memory screen that `auto` opens if there is no other.
    let isFallback: Bool
    /// Whether it is in memory. Nothing is visible then, so recordings need not play in real time.
    let isMemory: Bool
  }

  /// Opens the configured screen. If `auto` finds no screen, opens a memory screen instead, unless this is a service.
  func openScreen() throws(KioskError) -> OpenedScreen {
    var options = DisplayOptions(format: format)
    options.connector = connector
    options.mode = mode
    options.commit = commit
    options.buffers = buffers
    let isMemory = if case .memory = screen { true } else { false }
    do throws(DisplayError) {
      let display = try openDisplay(screen, options) { Standard.error($0, .notice) }
      for note in display.notes { Standard.error(note, .info) }
      return OpenedScreen(display: display, isFallback: false, isMemory: isMemory)
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
    } catch { throw KioskError(error) }
  }
}
