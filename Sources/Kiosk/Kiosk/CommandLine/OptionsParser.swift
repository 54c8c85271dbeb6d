import Settings
import System

/// The letters of the options that are no settings.
private enum Letter {
  static let config: Int32 = 256
  static let noGrab: Int32 = 257
  static let snapshot: Int32 = 258
  static let answers: Int32 = 259
  static let trace: Int32 = 264
  static let targets: Int32 = 260
  static let board: Int32 = 261
  static let boards: Int32 = 262
  static let json: Int32 = 263
  /// Of the first setting; the others follow in the table's order.
  static let settings: Int32 = 1000
}

extension Options {
  /// Reads the program's arguments.
  package static func parse() throws(KioskError) -> Options {
    var options = Options()
    var reader = OptionReader()
    reader.add("config", .required, as: Letter.config)
    reader.add("no-grab", .none, as: Letter.noGrab)
    reader.add("snapshot", .required, as: Letter.snapshot)
    reader.add("answers", .required, as: Letter.answers)
    reader.add("trace", .required, as: Letter.trace)
    reader.add("targets", .required, as: Letter.targets)
    reader.add("board", .required, as: Letter.board)
    reader.add("boards", .required, as: Letter.boards)
    reader.add("json", .none, as: Letter.json)
    for (row, key) in SettingsTable.keys.enumerated() {
      if let name = key.option { reader.add(name, .required, as: Letter.settings + Int32(row)) }
    }
    while let option = try reader.nextOption() { try options.set(option.letter, option.text ?? "") }
    try options.setCommand(OptionReader.words)
    return options
  }

  /// What is left after the options: at most one command, and the file of `check`.
  private mutating func setCommand(_ words: [String]) throws(KioskError) {
    guard let word = words.first else { return }
    if word.utf8.elementsEqual("check".utf8) {
      try setCheck(of: Array(words.dropFirst()))
      return
    }
    if words.count > 1 { throw .usage("one command at a time: " + word) }
    if command != .run { return }
    switch word {
    case "devices": command = .devices
    case "reset": command = .reset
    case "doctor": command = .doctor
    case "status": command = .status
    case "selftest": command = .selftest
    case "calibrate": command = .calibrate
    default: throw .usage("unknown command " + word)
    }
  }

  private mutating func setCheck(of files: [String]) throws(KioskError) {
    if files.count > 1 { throw .usage("one file at a time: check " + files[0]) }
    if let file = files.first {
      if let config { throw .usage("check " + file + ": --config " + config + " is another file") }
      config = file
    }
    if config == nil || config?.utf8.isEmpty == true { throw .usage("check wants a file") }
    if command == .run { command = .check }
  }

  private mutating func set(_ letter: Int32, _ text: String) throws(KioskError) {
    switch letter {
    case Letter.config:
      if text.isEmpty { throw .usage("--config wants a path") }
      config = text
    case Letter.noGrab: try set("grab", "no")
    case Letter.snapshot:
      if text.isEmpty { throw .usage("--snapshot wants a path") }
      snapshot = text
    case Letter.answers:
      guard let count = Int64(text), count > 0 else {
        throw .usage("--answers " + text + ": a number above 0 is wanted")
      }
      answers = count
    case Letter.trace:
      if text.isEmpty { throw .usage("--trace wants a path") }
      trace = text
    case Letter.targets:
      guard let count = Int32(text), count == 3 || count == 5 else {
        throw .usage("--targets " + text + ": 3 or 5 are wanted")
      }
      targets = count
    case Letter.board:
      if text.isEmpty { throw .usage("--board wants auto, none or a name") }
      board =
        text.utf8.elementsEqual("auto".utf8) ? .auto : text.utf8.elementsEqual("none".utf8) ? .none : .named(text)
    case Letter.boards:
      if text.isEmpty { throw .usage("--boards wants a folder") }
      boardsFolder = text
    case Letter.json: json = true
    case OptionReader.help: command = .help
    case OptionReader.version: command = .version
    case Letter.settings...:
      if let name = SettingsTable.keys[Int(letter - Letter.settings)].option { try set("\(name)", text) }
    default: break
    }
  }

  /// An option that is a setting, too.
  private mutating func set(_ name: String, _ text: String) throws(KioskError) {
    if text.isEmpty { throw .usage("--" + name + " wants a value") }
    do throws(Diagnostic) {
      try draft.set(option: name, to: text)
    } catch {
      throw .usage(error.message)
    }
  }
}

extension OptionReader {
  fileprivate mutating func nextOption() throws(KioskError) -> Given? {
    do throws(Failure) { return try next() } catch { throw .usage(error.message) }
  }
}
