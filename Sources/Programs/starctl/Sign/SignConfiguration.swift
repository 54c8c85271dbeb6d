import Basics
import Fleet
import Settings
import System

/// Signs a configuration for kiosks.
struct SignConfiguration: Command {
  static var name: String { "sign configuration" }
  static var summary: String { "prints a signed configuration, for the topic config/desired" }
  static var operands: [String] { ["FILE"] }
  static var options: [CommandOption<Self>] {
    Signing.options(\.signing) + [
      .flag("unchecked", "Sign the file even if every kiosk will refuse it.") { $0.isUnchecked = true }
    ]
  }
  static var notes: [String] {
    [
      "Publish it retained: mosquitto_pub -r -t PREFIX/ID/config/desired -f MESSAGE, or PREFIX/group/NAME/config/desired. The kiosk "
        + "publishes the outcome at PREFIX/ID/config/reported. Settings that belong to the machine stay in the kiosk's own file: [screen], [touch], "
        + "[journal], [courier], [fleet]; id, keep-answers, blackbox and service-pin of [kiosk]. A file that contains one of them is not signed, because kiosks refuse it. A kiosk also "
        + "refuses values that are invalid on its screen; paths of pictures and fonts name files on the kiosk."
    ]
  }

  private var signing = Signing()
  private var isUnchecked = false

  init() {}

  func run(_ operands: [String]) throws {
    let text = try readRegularFile(operands[0], limit: INIDocument.maximumSize)
    if !isUnchecked {
      var builder = SettingsBuilder()
      builder.readFile(text, name: operands[0])
      let found = builder.remoteDiagnostics()
      if !found.isEmpty { throw Diagnostics(list: found) }
    }
    try signing.print(.configuration, text) { Self.usage($0) }
  }
}
