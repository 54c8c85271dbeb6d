import Basics
import Boards
import Settings
import System

/// The search for the profile of this machine's board.
struct BoardSearch {
  enum Choice {
    /// The profile that fits.
    case auto
    case none
    /// The profile of this name, whether it fits or not.
    case named(String)
  }

  let facts: MachineFacts
  let profile: BoardProfile?
  /// The profile's path; empty without a profile.
  let file: String
  /// Messages about profiles that cannot be read, or about several that fit.
  let remarks: [String]
  /// Why the folder of profiles cannot be read; `nil` if it was read, or did not have to be.
  let folderFault: String?

  /// The folder of installed profiles, each a folder with a `board.conf`.
  static var folder: String { "/usr/share/star-slider/boards" }

  init(_ choice: Choice, in folder: String) throws(KioskError) {
    if case .none = choice {
      (facts, profile, file, remarks, folderFault) = (MachineFacts(), nil, "", [], nil)
      return
    }
    let facts = MachineFacts.ofThisMachine()
    self.facts = facts
    var remarks: [String] = []
    var folderFault: String?
    if case .named(let wanted) = choice {
      profile = try Self.profile(wanted, in: folder)
    } else {
      var found: [BoardProfile] = []
      var names: [String] = []
      do throws(SystemError) { names = try listDirectory(folder) } catch {
        folderFault = error.suggesting("pass --boards FOLDER").message
      }
      for name in names {
        let path = Self.path(folder, name)
        let text: [UInt8]
        do throws(SystemError) {
          text = try readFile(path, limit: INIDocument.maximumSize)
        } catch {
          // Other files and folders may lie beside the profiles.
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
        remarks.append("several boards fit this machine: " + list + "; pass --board NAME")
      }
    }
    file = profile.map { Self.path(folder, $0.name) } ?? ""
    self.remarks = remarks
    self.folderFault = folderFault
  }

  /// Returns the profile of a name.
  private static func profile(_ name: String, in folder: String) throws(KioskError) -> BoardProfile {
    if name.utf8.contains(UInt8(ascii: "/")) {
      throw .usage("--board " + name + " is not a name; pass --boards FOLDER for another folder")
    }
    let path = path(folder, name)
    let text: [UInt8]
    do throws(SystemError) {
      text = try readFile(path, limit: INIDocument.maximumSize)
    } catch {
      var names = ""
      for name in MachineFacts.names(folder) { names += (names.isEmpty ? "" : ", ") + name }
      throw KioskError(error, suggestion: "available boards: " + (names.isEmpty ? "none" : names), status: 2)
    }
    let lines = INIDocument(text, name: path)
    let profile = BoardProfile(reading: lines, name: name)
    let mistakes = lines.diagnostics + profile.missing(in: path)
    if !mistakes.isEmpty { throw KioskError(lines: mistakes.map { $0.message }, status: 2) }
    return profile
  }

  private static func path(_ folder: String, _ name: String) -> String { folder + "/" + name + "/board.conf" }
}
