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
        + "[journal], [voice], [courier], [fleet]; id, name, place, keep-answers, blackbox and service-pin of [kiosk]. A file that contains "
        + "one of them is not signed, because kiosks refuse it. A file with an error "
        + "is not signed either. A kiosk also refuses values that are invalid on its screen; paths of pictures and fonts name files on the kiosk."
    ]
  }

  private var signing = Signing()
  private var isUnchecked = false

  init() {}

  func run(_ operands: [String]) throws {
    let text = try readRegularFile(operands[0], limit: INIDocument.maximumSize)
    if !isUnchecked { try Self.check(text, name: operands[0]) }
    try signing.print(.configuration, text) { Self.usage($0) }
  }

  /// Throws the errors with which every kiosk refuses the file. A picture, a font or a time zone may be missing on this machine only.
  private static func check(_ text: [UInt8], name: String) throws {
    if text.isEmpty { throw ProgramError.failure("cannot sign \(name): it is empty") }
    var builder = SettingsBuilder()
    builder.readFile(text, name: name)
    let (_, found) = builder.check { (path) throws(Diagnostic) in throw Diagnostic(place: path, reason: "not read") }
    let errors = builder.remoteDiagnostics() + found.filter { $0.severity == .error && $0.tolerance == nil }
    if !errors.isEmpty { throw Diagnostics(list: errors) }
  }
}
