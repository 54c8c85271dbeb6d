import ArgumentParser
import Configuration
import Foundation
import Linux

/// `starctl check`: a configuration file's mistakes, without a terminal.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a star-kiosk's configuration file, and the pictures that it names.",
    discussion: """
      Every mistake is a line on standard error: file, line, key, what is wrong, what is allowed. The exit code is 1 if \
      there is one, else 0.
      """)

  @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
  var file: String

  func run() throws {
    var draft = SettingsDraft()
    try draft.readFile(file)
    do throws(Mistakes) {
      _ = try draft.finishedWithFiles()
    } catch {
      error.print()
      throw ExitCode(1)
    }
    print("\(file): no mistakes")
  }
}

/// `starctl sample`: a configuration file to begin with.
struct Sample: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a configuration file that explains every key and changes nothing.")

  func run() {
    print(SettingsTable.sample, terminator: "")
  }
}

extension SettingsDraft {
  /// Reads a configuration file.
  mutating func readFile(_ path: String) throws {
    do throws(SystemError) {
      read(try Linux.readFile(path, limit: Self.longestFile), name: path)
    } catch {
      throw Failure(error.message)
    }
  }

  /// The settings, with pictures out of files.
  func finishedWithFiles() throws(Mistakes) -> Settings {
    try finished { (path) throws(Unreadable) in
      do throws(SystemError) { return try Linux.readFile(path) } catch { throw Unreadable(error.message) }
    }
  }
}

extension Mistakes {
  /// A line each on standard error.
  func print() {
    for mistake in list { FileHandle.standardError.write(Data((mistake.message + "\n").utf8)) }
  }
}
