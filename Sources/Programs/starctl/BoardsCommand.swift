import Basics
import Boards
import Foundation
import Settings
import System

/// The folder of all profiles.
struct BoardsFolder {
  var path = "/usr/share/star-slider/boards"

  /// The --boards option of a command that has a folder.
  static func option<C>(_ set: @escaping (inout C, String) -> Void) -> CommandOption<C> {
    .text("boards", "FOLDER", "The folder of the profiles, default \(BoardsFolder().path).", set)
  }

  /// Returns the folders that have a profile, sorted by name, and a diagnostic for each that looks like a profile but is none.
  func names() throws(ProgramError) -> (names: [String], diagnostics: [Diagnostic]) {
    let names: [String]
    do throws(SystemError) {
      names = try listDirectory(path)
    } catch {
      throw .failure(error.suggesting("pass --boards FOLDER").message)
    }
    var profiles: [String] = []
    var diagnostics: [Diagnostic] = []
    for name in names.sorted() {
      let folder = path + "/" + name
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file(of: name)) {
        profiles.append(name)
      } else if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
        if isFolder.boolValue { diagnostics.append(Diagnostic(place: folder, line: 0, reason: "has no board.conf")) }
      } else if name.unicodeScalars.contains("\u{fffd}") {
        diagnostics.append(Diagnostic(place: folder, line: 0, reason: "its name is not UTF-8; rename it"))
      }
    }
    return (profiles, diagnostics)
  }

  private func file(of name: String) -> String { path + "/" + name + "/board.conf" }

  /// Reads a profile.
  func profile(_ name: String) throws(Diagnostics) -> BoardProfile {
    let text: [UInt8]
    do throws(SystemError) {
      text = try readFile(file(of: name), limit: INIDocument.maximumSize)
    } catch {
      let suggestion = error.kind == .missing ? "; pass --boards FOLDER" : ""
      throw Diagnostics(
        list: [Diagnostic(place: file(of: name), line: 0, reason: "cannot be read: " + error.reason + suggestion)])
    }
    return try BoardProfile(parsing: text, name: name, file: file(of: name))
  }
}

struct BoardsList: Command {
  static var name: String { "boards" }
  static var defaultWord: String? { "list" }
  static var summary: String { "lists the boards, and how many facts of each are unverified" }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws(ProgramError) {
    let (names, diagnostics) = try folder.names()
    diagnostics.printAll()
    var failed: [String] = []
    for name in names {
      let profile: BoardProfile
      do throws(Diagnostics) {
        profile = try folder.profile(name)
      } catch {
        failed += error.list.map { $0.message }
        continue
      }
      let unverified = "\(profile.unverified) of \(profile.facts.count) unverified"
      try Output.line(column(name, 28) + column(unverified, 22) + profile.title)
    }
    if !failed.isEmpty { throw .failures(failed) }
  }
}

struct BoardsShow: Command {
  static var name: String { "boards show" }
  static var summary: String { "shows a board's profile, and the source of each fact" }
  static var operands: [String] { ["NAME"] }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws(ProgramError) {
    let profile: BoardProfile
    do throws(Diagnostics) { profile = try folder.profile(operands[0]) } catch { throw ProgramError(error) }
    try Output.line("\(profile.name): \(profile.title)")
    for fact in profile.facts {
      let evidence = fact.evidence.map { $0 == .unverified ? "UNVERIFIED" : "\($0.name)" } ?? ""
      try Output.line("  " + column(fact.name, 20) + column(fact.text, 34) + evidence + ": " + fact.source)
    }
  }
}

struct BoardsCheck: Command {
  static var name: String { "boards check" }
  static var summary: String { "checks all profiles, and prints each mistake with a suggestion" }
  static var options: [CommandOption<Self>] { [BoardsFolder.option { $0.folder.path = $1 }] }
  static var notes: [String] { ["Exit status: 0 if the folder has profiles and no mistake, else 1."] }

  private var folder = BoardsFolder()

  func run(_ operands: [String]) throws(ProgramError) {
    let (names, diagnostics) = try folder.names()
    var lines = diagnostics.map { $0.message }
    if names.isEmpty && lines.isEmpty { throw .failure("no profile in \(folder.path); pass --boards FOLDER") }
    var facts: [BoardProfile.Fact] = []
    for name in names {
      do throws(Diagnostics) {
        facts += try folder.profile(name).facts
      } catch {
        lines += error.list.map { $0.message }
      }
    }
    if !lines.isEmpty { throw .failures(lines + [lines.count == 1 ? "1 mistake" : "\(lines.count) mistakes"]) }
    let unverified = facts.filter { $0.evidence == .unverified }.count
    try Output.line(
      "\(names.count) profiles without a mistake; \(unverified) of \(facts.count) facts are unverified")
  }
}

/// Returns a text with spaces up to a width, at least two.
private func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, 2))
}
