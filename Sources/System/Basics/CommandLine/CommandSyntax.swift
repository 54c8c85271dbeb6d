import CLinux

// Safety: getopt_long(3) leaves a pointer to a text of the program's arguments, which is copied.

/// A command's name, options and words: the table from which parsing, `--help`, `--version` and error messages are derived.
///
///     let syntax = CommandSyntax<Options>(
///       "star-bench", "measures how fast stars are drawn", usage: ["star-bench [OPTIONS]"],
///       options: [
///         .text("json", "FILE", "Write the report to a file.") { $0.json = $1 },
///         .flag("quiet", "Print no table.") { $0.isQuiet = true },
///       ])
///     switch try syntax.parse(into: &options) {
///     case .print(let text): ...
///     case .words(let words): ...
///     }
///
/// getopt_long(3) reads the arguments: an option may be abbreviated while it stays unambiguous, `--name=value` is the same as
/// `--name value`, and options end at `--`. Every command has -h, --help, -V and --version. getopt_long(3) keeps its position in
/// global variables, so a process can parse only once.
package struct CommandSyntax<Options> {
  /// The name as it is typed, such as "starctl preview".
  let name: String
  /// What the command does: the rest of a sentence that begins with its name, without a full stop.
  let summary: String
  /// The forms of the command, one per line. Lines that continue the one above begin with spaces.
  let usage: [String]
  /// The forms of the subcommands, such as "check FILE", and what they do.
  let commands: [(form: String, help: String)]
  let options: [CommandOption<Options>]
  /// Paragraphs below the options.
  let notes: [String]
  /// The exit status for an invalid command line.
  let usageStatus: Int32

  /// What a command line requests.
  package enum Request {
    /// Run the command with these words, which are not options.
    case words([String])
    /// Print the help or the version, and exit.
    case print(String)
  }

  package init(
    _ name: String, _ summary: String, usage: [String], commands: [(form: String, help: String)] = [],
    options: [CommandOption<Options>], notes: [String] = [], usageStatus: Int32 = 2
  ) {
    self.name = name
    self.summary = summary
    self.usage = usage
    self.commands = commands
    self.options = options
    self.notes = notes
    self.usageStatus = usageStatus
  }

  /// Reads the program's arguments into `options`, without the first `skipped` words.
  package func parse(into options: inout Options, skipping skipped: Int32 = 0) throws(ProgramError) -> Request {
    let arguments = ProgramArguments(skipping: skipped, options: self.options.map { ($0.name, $0.argument) })
    var text: String?
    while true {
      switch arguments.nextLetter() {
      case -1: return text.map { .print($0) } ?? .words(arguments.words)
      case ProgramArguments.help: text = help
      case ProgramArguments.version: text = versionLine
      case ProgramArguments.unknown: throw usage(arguments.refusal)
      case ProgramArguments.valueMissing: throw usage(arguments.refused + " requires a value")
      case let letter: try set(self.options[Int(letter - ProgramArguments.firstLetter)], into: &options)
      }
    }
  }

  private func set(_ option: CommandOption<Options>, into options: inout Options) throws(ProgramError) {
    let text = unsafe cl_option_value().map { unsafe String(cString: $0) }
    if option.requiresText && text?.utf8.isEmpty ?? true { throw usage(option.form + " requires a value") }
    guard let reason = option.set(&options, text) else { return }
    // Some setters return a whole message, which begins with the name of the option.
    if reason.utf8.starts(with: "--".utf8) { throw usage(reason) }
    throw usage(option.form + (text.map { " " + $0 } ?? "") + ": " + reason)
  }

  /// Returns the error for an invalid command line.
  package func usage(_ message: String) -> ProgramError {
    ProgramError(lines: [message + "; see " + name + " --help"], status: usageStatus)
  }

  private var versionLine: String {
    // The program's name is the first word of the command's name.
    String(decoding: name.utf8.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) + " \(Version.number)\n"
  }

  /// The text that --help prints.
  package var help: String {
    var text = HelpText(name + ": " + summary + ".\n\n")
    for (i, form) in usage.enumerated() { text.add((i == 0 ? "usage: " : "       ") + form + "\n") }
    text.add("\n")
    for command in commands { text.addOption(command.form, command.help) }
    if !commands.isEmpty { text.add("\n") }
    for option in options {
      let help = option.help()
      if option.isHeading {
        text.add("\n" + help + ":\n")
      } else if !help.utf8.isEmpty {
        let isOptional = option.argument == optional_argument
        let placeholder = option.placeholder()
        let value = placeholder.utf8.isEmpty ? "" : (isOptional ? "[=" : " ") + placeholder
        text.addOption(option.form + value + (isOptional ? "]" : ""), help)
      }
    }
    text.addOption("-h, --help", "Print this help.")
    text.addOption("-V, --version", "Print the version.")
    for paragraph in notes {
      text.add("\n")
      text.addWrapped(paragraph, indent: 0)
    }
    return text.text
  }
}

/// The version of all programs.
package enum Version {
  package static let number: StaticString = "0.2.0"
}
