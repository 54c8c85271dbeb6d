import Basics
import Settings
import System

/// The tool for the host: prepares kiosks, and works with the files that they write.
@main enum StarCtl {
  /// The commands in the order of --help.
  static var commands: [any Command.Type] {
    [
      BoardsList.self, BoardsShow.self, BoardsCheck.self, Check.self, Compare.self, Export.self, Manual.self,
      Preview.self, ReportCommand.self, Sample.self, ScreensCommand.self, SignCommandLine.self, SignConfiguration.self,
      SignKey.self,
    ]
  }

  static func main() {
    Standard.run { () throws(ProgramError) in
      do { try run(ProgramArguments.all) } catch { throw ProgramError(error) }
    }
  }

  private static func run(_ words: [String]) throws {
    if words.first == "help" {
      guard words.count > 1 else { return try Output.text(syntax.help) }
      if words.count == 2, !commands.contains(where: { words.dropFirst().starts(with: $0.words) }),
        commands.contains(where: { $0.words[0] == words[1] })
      {
        return try help(ofGroup: words[1])
      }
      return try Output.text(try command(of: Array(words.dropFirst())).help)
    }
    if words.first?.hasPrefix("-") ?? true {
      var none: Void = ()
      if case .print(let text) = try syntax.parse(into: &none) { return try Output.text(text) }
      return try Output.text(syntax.help)
    }
    // The first word of several commands, such as sign.
    let isGroup = !commands.contains { words.starts(with: $0.words) } && commands.contains { $0.words[0] == words[0] }
    if isGroup && words.count == 1 || isGroup && ["--help", "-h"].contains(words[1]) {
      return try help(ofGroup: words[0])
    }
    try command(of: words).main()
  }

  private static func help(ofGroup word: String) throws {
    let group = commands.filter { $0.words[0] == word }
    try Output.text("usage:\n")
    for command in group { try Output.line("  starctl " + command.form) }
    try Output.text("\nstarctl help " + group[0].name + " explains the first of them.\n")
  }

  /// Returns the command that `words` begin with. If several match, returns the one with the longest name.
  private static func command(of words: [String]) throws(ProgramError) -> any Command.Type {
    let named = commands.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    if let named { return named }
    let known = commands.map { $0.words[0] }
    let advice = NearMiss.nearest(to: words[0], among: known).map { " (did you mean \($0)?)" } ?? ""
    throw syntax.usage("unknown command " + words[0] + advice)
  }

  private static var syntax: CommandSyntax<Void> {
    CommandSyntax(
      "starctl", "prepares star slider kiosks, and works with the files that they write",
      usage: ["starctl COMMAND [OPTIONS]", "starctl help COMMAND"],
      commands: commands.map { ($0.form, $0.summary.prefix(1).uppercased() + $0.summary.dropFirst() + ".") },
      options: [],
      notes: ["Exit status: 0 success; 1 an operation failed or a configuration is invalid; 64 invalid command line."],
      usageStatus: 64)
  }
}

/// A command: a row of `StarCtl.commands`.
protocol Command {
  /// The name, such as "boards show".
  static var name: String { get }
  /// The description, without a final period.
  static var summary: String { get }
  /// The placeholders for its words that are not options, such as "FILE".
  static var operands: [String] { get }
  /// The placeholder for one further word, which may be omitted; `nil` if none is allowed.
  static var optionalOperand: String? { get }
  /// The placeholder for any number of further words; `nil` if none are allowed.
  static var moreOperands: String? { get }
  /// A word of the name that may be omitted, such as "list" in "boards list".
  static var defaultWord: String? { get }
  static var options: [CommandOption<Self>] { get }
  /// The paragraphs at the end of the help.
  static var notes: [String] { get }

  init()
  func run(_ operands: [String]) throws
}

extension Command {
  static var operands: [String] { [] }
  static var optionalOperand: String? { nil }
  static var moreOperands: String? { nil }
  static var defaultWord: String? { nil }
  static var options: [CommandOption<Self>] { [] }
  static var notes: [String] { [] }

  static var words: [String] { name.split(separator: " ").map(String.init) }
  /// The form of the command, such as "boards show NAME".
  static var form: String { ([name] + operandForms).joined(separator: " ") }
  private static var operandForms: [String] {
    operands + [optionalOperand, moreOperands.map { $0 + "..." }].compactMap { $0.map { "[" + $0 + "]" } }
  }

  static var syntax: CommandSyntax<Self> {
    let form = (["starctl", name] + (options.isEmpty ? [] : ["[OPTIONS]"]) + operandForms).joined(separator: " ")
    return CommandSyntax("starctl " + name, summary, usage: [form], options: options, notes: notes, usageStatus: 64)
  }

  /// Parses the program's arguments after the command's name, and runs it.
  static func main() throws {
    var command = Self()
    switch try syntax.parse(into: &command, skipping: Int32(words.count)) {
    case .print(let text): try Output.text(text)
    case .words(let words):
      let given = words.first == defaultWord ? Array(words.dropFirst()) : words
      let most = operands.count + (optionalOperand == nil ? 0 : 1)
      if given.count > most && moreOperands == nil { throw usage("unexpected argument " + given[most]) }
      if given.count < operands.count { throw usage(operands[given.count] + " is missing") }
      try command.run(given)
    }
  }

  static var help: String { syntax.help }
  static func usage(_ message: String) -> ProgramError { syntax.usage(message) }
}

protocol Explained: Error {
  var message: String { get }
}

extension Failure: Explained {}

extension ProgramError {
  /// Converts any error into the program's. Diagnostics exit with status 1, or with 64 if all of them are about options.
  init(_ error: any Error) {
    switch error {
    case let error as ProgramError: self = error
    case let error as any Explained: self = .failure(error.message)
    case let error as Diagnostics:
      let areOptions = error.list.allSatisfy { $0.severity == .warning || $0.isOption }
      self.init(lines: Diagnostic.messages(of: error.list), status: areOptions ? 64 : 1)
    default: self = .failure("\(error)")
    }
  }
}
