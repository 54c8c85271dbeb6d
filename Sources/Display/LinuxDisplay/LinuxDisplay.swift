import Basics
import Display
import FramebufferDisplay
import KMSDisplay
import Raster
import System

/// A display back-end of Linux.
struct DisplayBackend: Sendable {
  /// What messages call its screens, as in "KMS screen".
  let title: String
  /// The name of its default screen, or `nil` if `DisplayName.auto` does not try it.
  let automatic: DisplayName?
  /// Opens a display, or returns `nil` if the name belongs to another back-end.
  let open: @Sendable (DisplayName, DisplayOptions) throws(DisplayError) -> (any Display)?
  /// Returns the paths of its devices.
  let paths: @Sendable () -> [String]
  /// Describes a device, or throws if it cannot be used.
  let describe: @Sendable (String) throws(DisplayError) -> String

  /// All back-ends, in the order in which `DisplayName.auto` tries them. A new back-end is one row.
  static let all = [
    DisplayBackend(
      title: "KMS screen", automatic: .kms(path: nil),
      open: { name, options throws(DisplayError) in
        guard case .kms(let path) = name else { return nil }
        return try KMSDisplay(path, options)
      }, paths: KMSDisplay.paths, describe: KMSDisplay.describe),
    DisplayBackend(
      title: "framebuffer", automatic: .framebuffer(path: nil),
      open: { name, options throws(DisplayError) in
        guard case .framebuffer(let path) = name else { return nil }
        return try FramebufferDisplay(path ?? "/dev/fb0", format: options.format)
      }, paths: FramebufferDisplay.paths, describe: FramebufferDisplay.describe),
    DisplayBackend(
      title: "memory", automatic: nil,
      open: { name, options throws(DisplayError) in
        guard case .memory(let size, let format) = name else { return nil }
        return try MemoryDisplay.open(
          size: size ?? MemoryDisplay.defaultSize, format: options.format ?? format ?? .xrgb8888)
      }, paths: { [] }, describe: { _ in "" }),
  ]
}

/// Opens a display by name.
///
/// `.auto` opens the first real screen. It fails at once if another program controls a screen, because a framebuffer device
/// would then be the same screen.
///
/// - Parameter log: Called with the reason for each back-end that `.auto` skipped.
package func openDisplay(
  _ name: DisplayName, _ options: DisplayOptions = DisplayOptions(), log: (String) -> Void = { _ in }
) throws(DisplayError) -> any Display {
  if name == .auto { return try openFirst(options, log) }
  for backend in DisplayBackend.all {
    if let display = try backend.open(name, options) { return display }
  }
  preconditionFailure("a display name without a back-end")
}

private func openFirst(_ options: DisplayOptions, _ log: (String) -> Void) throws(DisplayError) -> any Display {
  var failures: [(title: String, error: DisplayError)] = []
  for backend in DisplayBackend.all {
    guard let name = backend.automatic else { continue }
    do throws(DisplayError) {
      let display = try openDisplay(name, options)
      for failure in failures { log("no " + failure.title + ": " + failure.error.message) }
      return display
    } catch {
      if error.kind == .busy { throw error }
      failures.append((backend.title, error))
    }
  }
  // A user without permission is told so, rather than that there is no screen.
  for failure in failures where failure.error.kind == .denied { throw failure.error }
  let reasons = failures.map { "no " + $0.title + " (" + $0.error.message + ")" }
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
