import Basics
import Boards
import Settings
import System

/// The profile of the machine that this is, if there is one.
struct BoardSearch {
  /// Which profile to take.
  enum Wish {
    /// The one that fits.
    case auto
    case none
    /// The one of this name, whether it fits or not.
    case named(String)
  }

  let facts: MachineFacts
  let profile: BoardProfile?
  /// The profile's file; empty without one.
  let file: String
  /// Why there is none, or what is wrong with some; lines for people.
  let remarks: [String]
  /// Why the folder of profiles cannot be listed; `nil` if it can, or was not needed.
  let folderFault: String?

  /// Where profiles are installed: a folder for each, with a `board.conf`.
  static var folder: String { "/usr/share/star-slider/boards" }

  init(_ wish: Wish, in folder: String) throws(KioskError) {
    if case .none = wish {
      (facts, profile, file, remarks, folderFault) = (MachineFacts(), nil, "", [], nil)
      return
    }
    let facts = MachineFacts.ofThisMachine()
    self.facts = facts
    var remarks: [String] = []
    var folderFault: String?
    if case .named(let wanted) = wish {
      profile = try Self.profile(wanted, in: folder)
    } else {
      var found: [BoardProfile] = []
      var names: [String] = []
      do throws(SystemError) { names = try listDirectory(folder) } catch {
        folderFault = error.message + "; say --boards FOLDER"
      }
      for name in names {
        let path = Self.path(folder, name)
        let text: [UInt8]
        do throws(SystemError) {
          text = try readFile(path, limit: INIDocument.maximumSize)
        } catch {
          // What is no folder, or has no profile in it, is none that cannot be read.
          if error.kind != .missing && error.kind != .notFolder { remarks.append(error.message) }
          continue
        }
        if !BoardProfile.mayFit(text, facts) { continue }
        let lines = INIDocument(text, name: path)
        let profile = BoardProfile(reading: lines, name: name)
        for mistake in lines.diagnostics + profile.missing(in: path) { remarks.append(mistake.message) }
        found.append(profile)
      }
      switch BoardChoice(found, on: facts) {
      case .none: profile = nil
      case .one(let i): profile = found[i]
      case .several(let indices):
        profile = nil
        var list = ""
        for i in indices { list += (list.isEmpty ? "" : ", ") + found[i].name }
        remarks.append("several boards fit this machine: " + list + "; say --board NAME")
      }
    }
    file = profile.map { Self.path(folder, $0.name) } ?? ""
    self.remarks = remarks
    self.folderFault = folderFault
  }

  /// The profile that was asked for.
  private static func profile(_ name: String, in folder: String) throws(KioskError) -> BoardProfile {
    if name.utf8.contains(UInt8(ascii: "/")) {
      throw .usage("--board " + name + ": a name is wanted, and --boards FOLDER for another place")
    }
    let path = path(folder, name)
    let text: [UInt8]
    do throws(SystemError) {
      text = try readFile(path, limit: INIDocument.maximumSize)
    } catch {
      var names = ""
      for name in MachineFacts.names(folder) { names += (names.isEmpty ? "" : ", ") + name }
      throw KioskError(
        lines: ["--board " + name + ": " + error.message + "; there are: " + (names.isEmpty ? "none" : names)])
    }
    let lines = INIDocument(text, name: path)
    let profile = BoardProfile(reading: lines, name: name)
    let mistakes = lines.diagnostics + profile.missing(in: path)
    if !mistakes.isEmpty { throw KioskError(lines: mistakes.map { $0.message }) }
    return profile
  }

  private static func path(_ folder: String, _ name: String) -> String { folder + "/" + name + "/board.conf" }
}
