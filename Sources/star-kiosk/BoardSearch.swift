import Boards
import Configuration
import Linux

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

  /// Where profiles are installed: a folder for each, with a `board.conf`.
  static var folder: String { "/usr/share/star-slider/boards" }

  init(_ wish: Wish, in folder: String) throws(KioskError) {
    if case .none = wish {
      (facts, profile, file, remarks) = (MachineFacts(), nil, "", [])
      return
    }
    let facts = MachineFacts.ofThisMachine()
    var remarks: [String] = []
    var found: [BoardProfile] = []
    for name in MachineFacts.names(folder) {
      if case .named(let wanted) = wish, !wanted.utf8.elementsEqual(name.utf8) { continue }
      let path = Self.path(folder, name)
      guard let text = try? readFile(path, limit: IniText.longest) else { continue }
      if case .auto = wish, !BoardProfile.mayFit(text, facts) { continue }
      let lines = IniText(text, name: path)
      for mistake in lines.mistakes { remarks.append(mistake.message) }
      found.append(BoardProfile(reading: lines, name: name))
    }
    self.facts = facts
    if case .named(let wanted) = wish {
      if !remarks.isEmpty { throw KioskError(lines: remarks) }
      if found.isEmpty {
        throw .usage("--board " + wanted + ": there is no such folder in " + folder)
      }
      profile = found[0]
    } else {
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
  }

  private static func path(_ folder: String, _ name: String) -> String { folder + "/" + name + "/board.conf" }
}
