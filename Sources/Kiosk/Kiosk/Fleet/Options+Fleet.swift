import Basics
import Fleet
import Settings
import System

extension Options {
  /// Returns the valid part of a remote configuration, with all errors and warnings.
  ///
  /// Settings that belong to the machine keep the values of its own file: settings that only a start applies, the broker, the keys of
  /// `[fleet]`, the PIN. A text that sets one of them is invalid.
  ///
  /// - Parameter local: The kiosk's own configuration.
  func examined(remote text: [UInt8], on local: Configuration) throws(KioskError) -> Configuration {
    var options = self
    let name = parentFolder(of: config ?? "") + "/desired"
    options.config = name
    var own = SettingsBuilder()
    own.read(text, name: name)
    let read = try options.examined(on: try boardSearch(), text: text)
    var (settings, found) = (read.settings, read.found)
    found += own.remoteDiagnostics()
    _ = settings.keepStartSettings(of: local.settings)
    settings.courier = local.settings.courier
    settings.kiosk.servicePIN = local.settings.kiosk.servicePIN
    return Configuration(
      settings: settings, builder: read.builder, found: found, text: local.text, remote: text, isLast: local.isLast)
  }
}
