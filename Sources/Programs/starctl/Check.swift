import ArgumentParser
import Basics
import Settings
import System

/// `starctl check`: a configuration file's mistakes, without a terminal.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a star-kiosk's configuration file, and the pictures that it names.",
    discussion: """
      Every mistake is a line on standard error: file, line, key, what is wrong, what is allowed; so is every warning. The \
      exit code is 1 if there is a mistake, else 0. On the terminal itself, star-kiosk check FILE sees more: what the board's \
      profile says, time zones, fonts.
      """)

  @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
  var file: String

  func run() throws {
    var draft = SettingsDraft()
    try draft.readFile(file)
    do throws(Mistakes) {
      let settings = try draft.finishedWithFiles()
      if !settings.warnings.isEmpty { Mistakes(list: settings.warnings).print() }
    } catch {
      error.print()
      throw ExitCode(1)
    }
    try Output.line("\(file): no mistakes")
  }
}

/// `starctl sample`: a configuration file to begin with.
struct Sample: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a configuration file that explains every key and changes nothing.")

  func run() throws {
    try Output.text(SettingsTable.sample)
  }
}

/// `starctl manual`: the manual page of the configuration.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the manual page kiosk.conf(5), for man(1).")

  @Argument(help: "The version of the programs, as in 0.1.0.")
  var version: String

  @Argument(help: "The page's date, as in 2026-01-31.")
  var date: String

  func run() throws {
    try Output.text(SettingsTable.manual(version: version, date: date))
  }
}

extension SettingsDraft {
  /// Reads a configuration file.
  mutating func readFile(_ path: String) throws {
    do throws(SystemError) {
      read(try System.readFile(path, limit: Self.longestFile), name: path)
    } catch {
      throw Failure(error.message)
    }
  }

  /// The settings, with pictures out of files.
  func finishedWithFiles() throws(Mistakes) -> Settings {
    try finished { (path) throws(Unreadable) in
      do throws(SystemError) { return try System.readFile(path) } catch { throw Unreadable(error.message) }
    }
  }
}

extension Mistakes {
  /// A line each on standard error.
  func print() {
    for mistake in list { Standard.errorText(oneLine(mistake.message) + "\n") }
  }

  /// Nothing is wrong but the command line.
  var areOptions: Bool { list.allSatisfy { $0.severity == .warning || $0.isOption } }
}
