import Basics
import Display
import LinuxDisplay
import Settings
import StarSlider
import System

extension Rotation {
  /// The log message about a panel that needs this rotation for an upright picture. It uses the kernel's words for the orientation. `nil`
  /// if the panel is mounted upright.
  var mountingNote: String? {
    let orientation =
      switch self {
      case .none: ""
      case .quarter: "Right Side Up"
      case .half: "Upside Down"
      case .threeQuarters: "Left Side Up"
      }
    if orientation.isEmpty { return nil }
    return "the panel is mounted " + orientation + "; set rotate = \(rawValue) for an upright picture"
  }
}

extension Settings {
  /// Returns the transform from the visitor's pixels to the screen's, with the configured rotation or, by default, the panel's.
  func transform(on display: any Display) -> ScreenTransform {
    ScreenTransform(physical: display.size, rotation: screen.rotation ?? display.panelRotation)
  }

  /// The display to use before the first screen is connected.
  var expectedScreen: AbsentDisplay { AbsentDisplay(size: expectedSize, format: screen.format ?? .xrgb8888) }

  /// Whether the configured screen is in memory.
  var isInMemory: Bool { if case .memory = screen.display { true } else { false } }

  /// An open screen.
  struct OpenedScreen {
    let display: any Display
    /// Whether it is the memory screen that `auto` opens if there is no other.
    let isFallback: Bool
    /// Whether it is in memory. Nothing is visible then, so recordings need not play in real time.
    let isMemory: Bool
    /// Why the display is absent; `nil` if it is not.
    var absence: String?
  }

  /// Opens the configured screen. If `auto` finds no device, opens a memory screen instead, unless this is a service.
  ///
  /// - Parameters:
  ///   - old: The display whose properties an absent display copies while no screen is connected. If it is `nil`, a missing screen is an
  ///     error.
  ///   - isReplugged: Whether screens may have been connected or disconnected since the start.
  func openScreen(orAbsent old: (any Display)? = nil, isReplugged: Bool = false) throws(KioskError) -> OpenedScreen {
    var options = DisplayOptions(format: screen.format)
    options.connector = screen.connector
    options.mode = screen.mode
    options.commit = screen.commit
    options.buffers = screen.buffers
    options.isReplugged = isReplugged
    do throws(DisplayError) {
      let display = try isReplugged ? openNewDisplay(options) : openDisplay(options)
      for note in display.notes { Standard.error(note, .info) }
      if let note = display.panelRotation.mountingNote { Standard.error(note, .info) }
      return OpenedScreen(display: display, isFallback: false, isMemory: isInMemory)
    } catch {
      if isWorthWaiting(for: error), let old {
        let absent = AbsentDisplay(size: old.size, format: old.format, panelRotation: old.panelRotation)
        return OpenedScreen(display: absent, isFallback: false, isMemory: false, absence: error.message)
      }
      if screen.display != .auto || error.kind != .missing {
        let isListed = error.suggestion.isEmpty && (error.kind == .missing || error.kind == .unsupported)
        throw .failure(error.message + (isListed ? "; run star-kiosk devices to list the screens" : ""))
      }
      Standard.error(error.message)
    }
    Standard.error("no screen to draw to; drawing to memory instead")
    do throws(DisplayError) {
      return OpenedScreen(display: try LinuxDisplay.openDisplay(.memory(nil, nil)), isFallback: true, isMemory: true)
    } catch { throw KioskError(error) }
  }

  private func openDisplay(_ options: DisplayOptions) throws(DisplayError) -> any Display {
    try LinuxDisplay.openDisplay(screen.display, options) { Standard.error($0, .notice) }
  }

  /// Opens a device that may just have appeared. Retries for two seconds, because the kernel reports a device before udev grants access to
  /// it.
  private func openNewDisplay(_ options: DisplayOptions) throws(DisplayError) -> any Display {
    for _ in 0..<20 {
      do throws(DisplayError) { return try openDisplay(options) } catch {
        if error.kind != .denied { throw error }
        sleep(nanoseconds: 100_000_000)
      }
    }
    return try openDisplay(options)
  }

  /// Whether a screen can be expected to appear, because none is connected or because the service started before the screen's driver was
  /// loaded. A service never draws to memory, because the answers of the bundled recording would get into its journal.
  private func isWorthWaiting(for error: DisplayError) -> Bool {
    if error.kind == .noScreen { return true }
    guard error.kind == .missing, Environment.stateDirectory != nil else { return false }
    switch screen.display {
    case .auto, .kms, .framebuffer: return true
    default: return false
    }
  }
}
