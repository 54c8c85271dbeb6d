// This module also exports the modules that its interface uses, so that a program needs only one import (docs/decisions/0001-layers.md).
@_exported import Basics
@_exported import Display
import FramebufferDisplay
import KMSDisplay
@_exported import StarSlider
import System

/// Opens a display.
///
/// - Parameter name: "kms" or "kms:/dev/dri/card1" for a DRM device; "fb" or "fb:/dev/fb1" for a framebuffer device;
///   "memory:800x480:RGB565" for plain memory; "window:800x480" for a window on a desktop; "auto" for a window in
///   a desktop session, otherwise the first real screen.
public func openDisplay(named name: String = "auto") throws(DisplayError) -> any Display {
  if let name = DisplayName(name) { return try openDisplay(name) }
  throw DisplayError(
    .missing, "open the display", name, reason: "not the name of a display",
    suggestion: "use auto, kms[:PATH], fb[:PATH], window[:WxH] or memory[:WxH[:FORMAT]]")
}

extension Display {
  /// Waits until `nextFrame` has a free buffer, the display's deadline is reached, or a descriptor is readable. Then handles the display's
  /// events and returns them. If there is nothing to wait for, as for a display in memory, it returns at once.
  ///
  /// - Parameter descriptors: At most 15 file descriptors, for example of a touchscreen or a signalfd(2).
  @discardableResult @inline(__always)
  public func wait(for descriptors: Int32...) throws(DisplayError) -> DisplayEvents {
    // Inlined, because Embedded Swift compiles no copy for a type known only at run time; calling it would trap.
    try LinuxDisplay.wait(for: self, and: descriptors)
  }

  /// The same for one descriptor. It allocates no memory.
  @discardableResult @inline(__always)
  public func wait(for descriptor: Int32) throws(DisplayError) -> DisplayEvents {
    try LinuxDisplay.wait(for: self, and: descriptor)
  }
}

// Not inlined: Swift 6.3 crashes when it compiles the temporary memory of the wait into a caller's code for boards.
@inline(never) @usableFromInline
func wait(for display: any Display, and descriptor: Int32) throws(DisplayError) -> DisplayEvents {
  do throws(SystemError) { try Poller.wait(for: display.descriptor, descriptor, until: display.deadline) } catch {
    throw DisplayError(.unsupported, "wait for", display.name, errno: error.errno)
  }
  return try display.handleEvents()
}

@usableFromInline
func wait(for display: any Display, and descriptors: [Int32]) throws(DisplayError) -> DisplayEvents {
  let poller = Poller()
  poller.add(display.descriptor)
  for descriptor in descriptors { poller.add(descriptor) }
  // Without any of these, nothing would ever end the wait.
  if poller.count == 0 && display.deadline == nil { return try display.handleEvents() }
  do throws(SystemError) { try poller.wait(until: display.deadline) } catch {
    throw DisplayError(.unsupported, "wait for", display.name, errno: error.errno)
  }
  return try display.handleEvents()
}

/// Opens a display by its parsed name.
///
/// `.auto` opens a window in a desktop session, otherwise the first real screen. It fails at once if another program controls a screen,
/// because a framebuffer device could be that same screen. The framebuffer device of a card without a connected screen is not used.
///
/// - Parameter log: Called with the reason for each back-end that `.auto` skipped.
@export(interface) package func openDisplay(
  _ name: DisplayName, _ options: DisplayOptions = DisplayOptions(), log: (String) -> Void = { _ in }
) throws(DisplayError) -> any Display {
  if name == .auto { return try openFirst(options, log) }
  for backend in DisplayBackend.all {
    if let display = try backend.open(name, options) { return display }
  }
  throw DisplayError(.unsupported, "open", "a window", reason: "this build is for boards and cannot open windows")
}

private func openFirst(_ options: DisplayOptions, _ log: (String) -> Void) throws(DisplayError) -> any Display {
  var failures: [(title: String, error: DisplayError)] = []
  for backend in DisplayBackend.all {
    guard let name = backend.automatic else { continue }
    do throws(DisplayError) {
      let path = FramebufferDisplay.defaultPath
      if case .framebuffer = name, KMSDisplay.isEmulatedWithoutScreen(path, options) {
        throw DisplayError(.noScreen, "use", path, reason: "its card has no connected screen")
      }
      let display = try openDisplay(name, options)
      for failure in failures { log("no \(failure.title): \(failure.error.message)") }
      return display
    } catch {
      if error.kind == .busy {
        for failure in failures { log("no \(failure.title): \(failure.error.message)") }
        throw error
      }
      failures.append((backend.title, error))
    }
  }
  for failure in failures where failure.error.kind == .noScreen { throw failure.error }
  // A user without permission gets that error instead of "no screen".
  for failure in failures where failure.error.kind == .denied { throw failure.error }
  let reasons = failures.map { "no \($0.title) (\($0.error.message))" }
  throw DisplayError(.missing, "find", "a screen", reason: reasons.joined(separator: ", "))
}

/// Lists the devices of all back-ends. No mode is set.
package func listDisplays() -> [ListedDevice] {
  var devices: [ListedDevice] = []
  for backend in DisplayBackend.all {
    for path in backend.paths() {
      do throws(DisplayError) {
        devices.append(ListedDevice(path: path, isUsable: true, reason: try backend.describe(path)))
      } catch {
        let advice = error.suggestion.isEmpty ? "" : "; " + error.suggestion
        devices.append(ListedDevice(path: path, isUsable: false, reason: error.reason + advice))
      }
    }
  }
  return devices
}
