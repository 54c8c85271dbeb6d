import ArgumentParser

/// The host's tool: whatever is done with a terminal's data away from its screen.
@main struct StarCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "starctl",
    abstract: "Prepares star slider terminals, and works with what they leave behind.",
    version: "0.1.0",
    subcommands: [BoardsCommand.self, Check.self, Compare.self, Export.self, Manual.self, Preview.self, Sample.self])
}

/// One line on standard error and exit code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
