import Basics
import Settings
import System

struct Check: Command {
  static var name: String { "check" }
  static var summary: String { "checks a kiosk's configuration file, and the images that it names" }
  static var operands: [String] { ["FILE"] }
  static var options: [CommandOption<Self>] {
    [
      .flag("remote", "Also refuse settings of the machine, as a kiosk does in a signed configuration.") {
        $0.isRemote = true
      }
    ]
  }
  static var notes: [String] {
    [
      "Each error and each warning is a line on standard error: file, line, key, what is wrong, what is allowed. Exit "
        + "status: 1 if the file has an error, else 0.",
      "On the kiosk itself, star-kiosk check FILE checks more: the board's profile, time zones, fonts.",
    ]
  }

  private var isRemote = false

  init() {}

  func run(_ operands: [String]) throws {
    var builder = SettingsBuilder()
    try builder.readFile(operands[0])
    let found = isRemote ? builder.remoteDiagnostics() : []
    if !found.isEmpty { throw Diagnostics(list: found) }
    try builder.buildReadingFiles().warnings.printAll()
    try Output.line("\(operands[0]): no errors")
  }
}

struct Sample: Command {
  static var name: String { "sample" }
  static var summary: String { "prints a configuration file that explains every key and changes nothing" }

  func run(_ operands: [String]) throws { try Output.text(SettingsSchema.sample) }
}

struct Manual: Command {
  static var name: String { "manual" }
  static var summary: String { "prints the manual page kiosk.conf(5), for man(1)" }
  static var operands: [String] { ["VERSION", "DATE"] }
  static var notes: [String] { ["VERSION is the programs', such as 0.1.0; DATE is the page's, such as 2026-01-31."] }

  func run(_ operands: [String]) throws {
    try Output.text(SettingsSchema.manual(version: operands[0], date: operands[1]))
  }
}

extension SettingsBuilder {
  mutating func readFile(_ path: String) throws {
    readFile(try readRegularFile(path, limit: INIDocument.maximumSize), name: path)
  }

  func buildReadingFiles(
    decoding decode: PictureDecoder? = Settings.decodePicture
  ) throws(Diagnostics) -> Settings {
    try build(decoding: decode) { (path) throws(Diagnostic) in
      do throws(SystemError) { return try readRegularFile(path) } catch {
        throw Diagnostic(place: path, reason: error.message)
      }
    }
  }
}

extension [Diagnostic] {
  func printAll() {
    for diagnostic in self { Standard.error(diagnostic.message, diagnostic.severity == .warning ? .warning : .error) }
  }
}
