import ArgumentParser
import Boards
import Foundation
import Settings
import System

/// `starctl boards`: what is known of boards, and how.
struct BoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards", abstract: "Lists, shows and checks the boards' profiles.",
    subcommands: [List.self, Show.self, Check.self], defaultSubcommand: List.self)

  /// Where profiles are.
  struct Folder: ParsableArguments {
    @Option(help: ArgumentHelp("Where the profiles are.", valueName: "folder"))
    var boards = "/usr/share/star-slider/boards"

    /// The folders that have a profile, by name; and why others that look like one have none.
    func names() throws -> (names: [String], mistakes: [Diagnostic]) {
      let names: [String]
      do throws(SystemError) {
        names = try listDirectory(boards)
      } catch {
        throw Failure(error.message + "; say --boards FOLDER")
      }
      var profiles: [String] = []
      var mistakes: [Diagnostic] = []
      for name in names.sorted() {
        let folder = boards + "/" + name
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path(name)) {
          profiles.append(name)
        } else if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
          if isFolder.boolValue { mistakes.append(Diagnostic(place: folder, line: 0, reason: "has no board.conf")) }
        } else if name.unicodeScalars.contains("\u{fffd}") {
          mistakes.append(Diagnostic(place: folder, line: 0, reason: "its name is not UTF-8; rename it"))
        }
      }
      return (profiles, mistakes)
    }

    func path(_ name: String) -> String { boards + "/" + name + "/board.conf" }

    /// Reads a profile; a file that cannot be read is a mistake of its own.
    func profile(_ name: String) throws(Mistakes) -> BoardProfile {
      let text: [UInt8]
      do throws(SystemError) {
        text = try readFile(path(name), limit: IniText.longest)
      } catch {
        let suggestion = error.kind == .missing ? "; say --boards FOLDER" : ""
        throw Mistakes(
          list: [Diagnostic(place: path(name), line: 0, reason: "cannot be read: " + error.reason + suggestion)])
      }
      return try BoardProfile(parsing: text, name: name, file: path(name))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "A line for each board: its name, how many of its facts nobody has checked, and what it is.")

    @OptionGroup var folder: Folder

    func run() throws {
      var failed = false
      let (names, mistakes) = try folder.names()
      Mistakes(list: mistakes).print()
      for name in names {
        let profile: BoardProfile
        do throws(Mistakes) {
          profile = try folder.profile(name)
        } catch {
          error.print()
          failed = true
          continue
        }
        let unverified = "\(profile.unverified) of \(profile.facts.count) unverified"
        try Output.line(column(name, 28) + column(unverified, 22) + profile.title)
      }
      if failed { throw ExitCode(1) }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "All that a profile says, each fact with where it was seen; UNVERIFIED is what nobody has checked.")

    @OptionGroup var folder: Folder

    @Argument(help: ArgumentHelp("The board's folder.", valueName: "name"))
    var name: String

    func run() throws {
      let profile: BoardProfile
      do throws(Mistakes) {
        profile = try folder.profile(name)
      } catch {
        error.print()
        throw ExitCode(1)
      }
      try Output.line("\(profile.name): \(profile.title)")
      for fact in profile.facts {
        let evidence = fact.evidence.map { $0 == .unverified ? "UNVERIFIED" : "\($0.name)" } ?? ""
        try Output.line("  " + column(fact.name, 20) + column(fact.text, 34) + evidence + ": " + fact.source)
      }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks all profiles; every mistake is a line on standard error, with what would cure it.",
      discussion: "The exit code is 1 if there is a mistake, or no profile at all, else 0.")

    @OptionGroup var folder: Folder

    func run() throws {
      let (names, mistakes) = try folder.names()
      Mistakes(list: mistakes).print()
      if names.isEmpty && mistakes.isEmpty { throw Failure("no profile in \(folder.boards); say --boards FOLDER") }
      var profiles: [BoardProfile] = []
      var count = mistakes.count
      for name in names {
        do throws(Mistakes) {
          profiles.append(try folder.profile(name))
        } catch {
          error.print()
          count += error.list.count
        }
      }
      if count > 0 { throw Failure(count == 1 ? "one mistake" : "\(count) mistakes") }
      let facts = profiles.flatMap { $0.facts }
      let unverified = facts.filter { $0.evidence == .unverified }.count
      try Output.line(
        "\(profiles.count) profiles without a mistake; \(unverified) of \(facts.count) facts are unverified")
    }
  }
}

/// A text and spaces up to a width, at least two.
private func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, 2))
}
