import ArgumentParser
import Basics
import System

/// The host's tool: whatever is done with a terminal's data away from its screen.
@main struct StarCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "starctl",
    abstract: "Prepares star slider terminals, and works with what they leave behind.",
    discussion: "Exit status: 0 done, 1 something failed or a configuration is wrong, 64 wrong usage.",
    version: "0.1.0",
    subcommands: [BoardsCommand.self, Check.self, Compare.self, Export.self, Manual.self, Preview.self, Sample.self])

  static func main() {
    Standard.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      // The parser prints what --help says, too, and does not look whether that can be.
      if exitCode(for: error) == .success { exit(withError: failureToPrint(fullMessage(for: error))) }
      exit(withError: error)
    }
  }

  private static func failureToPrint(_ text: String) -> (any Error)? {
    do {
      try Output.text(text + "\n")
      return nil
    } catch { return error }
  }
}

/// One line on standard error and exit code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = oneLine(description) }
}
