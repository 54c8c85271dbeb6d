import Basics
import Boards
import Settings
import System

/// The search for the profile of this machine's board.
struct BoardSearch {
  enum Choice {
    /// The profile that matches the board.
    case auto
    case none
    /// The profile with this name, whether it matches or not.
    case named(String)
  }

  let facts: MachineFacts
  let profile: BoardProfile?
  /// The profile's path; empty without a profile.
  let file: String
  /// Messages about profiles that cannot be read, or about several that match.
  let remarks: [String]
  /// Why the folder of profiles cannot be read; `nil` if it was read or was not needed.
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
        do throws(SystemError) {
          let text = try Self.read(name, in: folder)
          if !BoardProfile.mayFit(text, facts) { continue }
          let (profile, errors) = Self.parse(text, name, in: folder)
          remarks += errors
          found.append(profile)
        } catch {
          // The folder of profiles may also contain other files and folders.
          if error.kind != .missing && error.kind != .notFolder { remarks.append(error.message) }
        }
      }
      switch BoardChoice(found, on: facts) {
      case .none: profile = nil
      case .one(let i): profile = found[i]
      case .several(let indices):
        profile = nil
        let list = indices.map { found[$0].name }.joined(separator: ", ")
        remarks.append("several board profiles match this machine: " + list + "; pass --board NAME")
      }
    }
    file = profile.map { Self.path(folder, $0.name) } ?? ""
    self.remarks = remarks
    self.folderFault = folderFault
  }

  /// Returns the profile with a name.
  private static func profile(_ name: String, in folder: String) throws(KioskError) -> BoardProfile {
    if name.utf8.contains(UInt8(ascii: "/")) {
      throw .usage("--board " + name + " is not a name; pass --boards FOLDER for another folder")
    }
    let text: [UInt8]
    do throws(SystemError) { text = try read(name, in: folder) } catch {
      let names = ((try? listDirectory(folder)) ?? []).joined(separator: ", ")
      throw KioskError(error, suggestion: "available boards: " + (names.isEmpty ? "none" : names), status: 2)
    }
    let (profile, errors) = parse(text, name, in: folder)
    if !errors.isEmpty { throw KioskError(lines: errors, status: 2) }
    return profile
  }

  private static func read(_ name: String, in folder: String) throws(SystemError) -> [UInt8] {
    try readRegularFile(path(folder, name), limit: INIDocument.maximumSize)
  }

  /// Returns a profile, and the errors in its text.
  private static func parse(_ text: [UInt8], _ name: String, in folder: String) -> (BoardProfile, [String]) {
    let path = path(folder, name)
    let document = INIDocument(text, name: path)
    let profile = BoardProfile(reading: document, name: name)
    return (profile, Diagnostic.messages(of: document.diagnostics + profile.missing(in: path)))
  }

  private static func path(_ folder: String, _ name: String) -> String { folder + "/" + name + "/board.conf" }
}
