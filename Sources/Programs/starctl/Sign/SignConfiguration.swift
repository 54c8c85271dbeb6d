import Basics
import Fleet
import Settings
import System

/// Signs a configuration for kiosks.
struct SignConfiguration: Command {
  static var name: String { "sign configuration" }
  static var summary: String { "prints a signed configuration, for the topic config/desired" }
  static var operands: [String] { ["FILE"] }
  static var options: [CommandOption<Self>] { Signing.options(\.signing) }
  static var notes: [String] {
    [
      "Publish it retained: mosquitto_pub -r -t PREFIX/ID/config/desired -f MESSAGE, or PREFIX/group/NAME/config/desired. The kiosk "
        + "publishes the outcome at PREFIX/ID/config/reported. Settings that belong to the machine stay in the kiosk's own file: [screen], [touch], "
        + "[journal], [courier], [fleet]; id, keep-answers and service-pin of [terminal]."
    ]
  }

  private var signing = Signing()

  init() {}

  func run(_ operands: [String]) throws {
    let text = try readFile(operands[0], limit: INIDocument.maximumSize)
    try signing.print(.configuration, text) { Self.usage($0) }
  }
}
