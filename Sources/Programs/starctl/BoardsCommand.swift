import Basics
import Boards
import Settings
import System

/// The folder of all profiles.
struct BoardsFolder {
  var path = "/usr/share/star-slider/boards"

  /// Returns the --boards option of a command that uses the folder.
  static func option<C>(_ set: @escaping (inout C, String) -> Void) -> CommandOption<C> {
    .text("boards", "FOLDER", "The folder of the profiles, default \(BoardsFolder().path).", set)
  }

  /// Returns the folders that contain a profile, sorted by name, and a diagnostic for each folder that looks like a profile but is not one.
  func names() throws -> (names: [String], diagnostics: [Diagnostic]) {
    let names: [String]
    do throws(SystemError) { names = try listDirectory(path) } catch { throw error.suggesting("pass --boards FOLDER") }
    var profiles: [String] = []
    var diagnostics: [Diagnostic] = []
    for name in names.sorted() {
      let folder = path + "/" + name
      if exists(file(of: name)) {
        profiles.append(name)
      } else if let status = try? FileStatus(folder) {
        if status.kind == .folder { diagnostics.append(Diagnostic(place: folder, reason: "has no board.conf")) }
      } else if name.unicodeScalars.contains("\u{fffd}") {
        diagnostics.append(Diagnostic(place: folder, reason: "its name is not UTF-8; rename it"))
      }
    }
    return (profiles, diagnostics)
  }

  private func file(of name: String) -> String { path + "/" + name + "/board.conf" }

  func profile(_ name: String) throws(Diagnostics) -> BoardProfile {
    let text: [UInt8]
    do throws(SystemError) {
      text = try readFile(file(of: name), limit: INIDocument.maximumSize)
    } catch {
      let suggestion = error.kind == .missing ? "; pass --boards FOLDER" : ""
      throw Diagnostics(
        list: [Diagnostic(place: file(of: name), reason: "cannot be read: " + error.reason + suggestion)])
    }
    return try BoardProfile(parsing: text, name: name, file: file(of: name))
  }

  /// Reads profiles. Returns the valid ones, and the errors of the others.
  func profiles(_ names: [String]) -> (valid: [BoardProfile], errors: [String]) {
    var (valid, errors): ([BoardProfile], [String]) = ([], [])
    for name in names {
      do throws(Diagnostics) { valid.append(try profile(name)) } catch { errors += error.list.map { $0.message } }
    }
    return (valid, errors)
  }
}

struct BoardsList: Command {
  static var name: String { "boards" }
  static var defaultWord: String? { "list" }
  static var summary: String { "lists the boards, and how many facts of each are unverified" }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws {
    let (names, diagnostics) = try folder.names()
    diagnostics.printAll()
    let (profiles, errors) = folder.profiles(names)
    for profile in profiles {
      let unverified = "\(profile.unverified) of \(profile.facts.count) unverified"
      try Output.line(column(profile.name, 28) + column(unverified, 22) + profile.title)
    }
    if !errors.isEmpty { throw ProgramError.failures(errors) }
  }
}

struct BoardsShow: Command {
  static var name: String { "boards show" }
  static var summary: String { "shows a board's profile, and the source of each fact" }
  static var operands: [String] { ["NAME"] }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws {
    let profile = try folder.profile(operands[0])
    try Output.line("\(profile.name): \(profile.title)")
    for fact in profile.facts {
      let evidence = fact.evidence.map { $0 == .unverified ? "UNVERIFIED" : $0.rawValue } ?? ""
      try Output.line("  " + column(fact.name, 20) + column(fact.text, 34) + evidence + ": " + fact.source)
    }
  }
}

struct BoardsCheck: Command {
  static var name: String { "boards check" }
  static var summary: String { "checks all profiles, and prints each error with a suggestion" }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }
  static var notes: [String] { ["Exit status: 0 if the folder has profiles and no error, else 1."] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws {
    let (names, diagnostics) = try folder.names()
    let (profiles, errors) = folder.profiles(names)
    let lines = diagnostics.map { $0.message } + errors
    if names.isEmpty && lines.isEmpty {
      throw ProgramError.failure("no profile in \(folder.path); pass --boards FOLDER")
    }
    if !lines.isEmpty {
      throw ProgramError.failures(lines + [lines.count == 1 ? "1 error" : "\(lines.count) errors"])
    }
    let facts = profiles.flatMap { $0.facts }
    let unverified = facts.filter { $0.evidence == .unverified }.count
    try Output.line("\(names.count) profiles without an error; \(unverified) of \(facts.count) facts are unverified")
  }
}

/// Returns a text padded with at least two spaces to a width.
private func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, 2))
}
