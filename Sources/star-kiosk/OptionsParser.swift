import CLinux
import Configuration

/// The letters of the options that are no settings, for getopt_long(3): none has a short form but help and version.
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
  static let help = Int32(UInt8(ascii: "h"))
  static let version = Int32(UInt8(ascii: "V"))
  /// Of the first setting; the others follow in the table's order.
  static let settings: Int32 = 1000
}

extension Options {
  /// Reads the program's arguments with getopt_long(3).
  static func parse() throws(KioskError) -> Options {
    var options = Options()
    var long: [option] = []
    func add(_ name: StaticString, _ takes: Int32, _ letter: Int32) {
      let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      long.append(option(name: text, has_arg: takes, flag: nil, val: letter))
    }
    add("config", required_argument, Letter.config)
    add("no-grab", no_argument, Letter.noGrab)
    add("snapshot", required_argument, Letter.snapshot)
    add("answers", required_argument, Letter.answers)
    add("trace", required_argument, Letter.trace)
    add("targets", required_argument, Letter.targets)
    add("board", required_argument, Letter.board)
    add("boards", required_argument, Letter.boards)
    add("json", no_argument, Letter.json)
    add("help", no_argument, Letter.help)
    add("version", no_argument, Letter.version)
    for (row, key) in SettingsTable.keys.enumerated() {
      if let name = key.option { add(name, required_argument, Letter.settings + Int32(row)) }
    }
    long.append(option())

    // A leading colon: no printing by the C library, and a missing argument told from an unknown option.
    while true {
      let letter = getopt_long(cl_argument_count(), cl_arguments(), ":hV", long, nil)
      switch letter {
      case -1:
        try options.setCommand()
        return options
      case Int32(UInt8(ascii: "?")): throw .usage("unknown or ambiguous option " + refusedOption)
      case Int32(UInt8(ascii: ":")): throw .usage(refusedOption + " wants a value")
      default: try options.set(letter, cl_option_value().map { String(cString: $0) } ?? "")
      }
    }
  }

  /// The option that getopt_long has just refused, as it was written.
  private static var refusedOption: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 {
      return "-" + String(decoding: [UInt8(letter)], as: UTF8.self)
    }
    return String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
  }

  /// What is left after the options: at most one command, and the file of `check`.
  private mutating func setCommand() throws(KioskError) {
    let count = cl_argument_count()
    if cl_option_index() == count { return }
    let word = String(cString: cl_arguments()[Int(cl_option_index())]!)
    if word.utf8.elementsEqual("check".utf8) {
      try setCheck(of: (cl_option_index() + 1..<count).map { String(cString: cl_arguments()[Int($0)]!) })
      return
    }
    if cl_option_index() + 1 < count { throw .usage("one command at a time: " + word) }
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
    case Letter.help: command = .help
    case Letter.version: command = .version
    case Letter.settings...:
      if let name = SettingsTable.keys[Int(letter - Letter.settings)].option { try set("\(name)", text) }
    default: break
    }
  }

  /// An option that is a setting, too.
  private mutating func set(_ name: String, _ text: String) throws(KioskError) {
    if text.isEmpty { throw .usage("--" + name + " wants a value") }
    do throws(Mistake) {
      try draft.set(option: name, to: text)
    } catch {
      throw .usage(error.message)
    }
  }
}
