import Settings
import System

/// The values that identify options.
private enum Letter {
  static let config: Int32 = 256
  static let journal: Int32 = 257
  static let terminal: Int32 = 258
  /// The value for the first row of the table of settings.
  static let settings: Int32 = 1000
}

extension Options {
  /// Reads the program's arguments.
  static func parse() throws(CourierError) -> Options {
    var options = Options()
    var reader = OptionReader()
    reader.add("config", .required, as: Letter.config)
    reader.add("journal", .required, as: Letter.journal)
    reader.add("terminal", .required, as: Letter.terminal)
    for (row, key) in SettingsTable.keys.enumerated() where key.section == .courier {
      reader.add(key.name, .required, as: Letter.settings + Int32(row))
    }
    while let option = try reader.nextOption() { try options.set(option.letter, option.text ?? "") }
    if let word = OptionReader.words.first { throw .usage("unexpected argument " + word) }
    return options
  }

  private mutating func set(_ letter: Int32, _ text: String) throws(CourierError) {
    switch letter {
    case OptionReader.help: command = .help
    case OptionReader.version: command = .version
    case Letter.config: config = try Self.nonempty(text, "--config")
    case Letter.journal: journal = try Self.nonempty(text, "--journal")
    case Letter.terminal: terminal = try Self.nonempty(text, "--terminal")
    default:
      let name = SettingsTable.keys[Int(letter - Letter.settings)].key
      let value = try Self.nonempty(text, "--" + name)
      do throws(Diagnostic) {
        try draft.set(option: name, in: .courier, to: value)
      } catch {
        throw .usage(error.message)
      }
    }
  }

  private static func nonempty(_ text: String, _ name: String) throws(CourierError) -> String {
    if text.utf8.isEmpty { throw .usage(name + " requires a value") }
    return text
  }
}

extension OptionReader {
  fileprivate mutating func nextOption() throws(CourierError) -> Given? {
    do throws(Failure) { return try next() } catch { throw .usage(error.message) }
  }
}
