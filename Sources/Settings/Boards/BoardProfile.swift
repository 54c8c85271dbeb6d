import Settings

/// What is known of a board, out of its `board.conf`: which machines it is for, the settings that a terminal needs there, facts
/// for people, and where each of these was seen.
///
/// ```ini
/// [board]
/// title = Raspberry Pi 3 or 4 with the 7" touch display
/// compatible = raspberrypi,4-model-b raspberrypi,3-model-b
/// screen = DSI 800x480
/// [touch]
/// range-x = 0 799
/// [facts]
/// size-mm = 154x86
/// [sources]
/// board.compatible = devicetree: bcm2711-rpi-4-b.dts
/// touch.range-x = driver: raspberrypi-ts.c sets the maximum to 800
/// facts.size-mm = unverified: product brief
/// ```
///
/// Every fact has a source, and the first word of a source says how good it is.
package struct BoardProfile: Sendable {
  /// How a fact is known.
  package enum Evidence: Int32, CaseIterable, Sendable {
    /// Seen on the board itself.
    case hardware
    /// Seen on a real kernel in QEMU, by this project's tests.
    case qemu
    /// Read in a kernel driver.
    case driver
    /// Read in the kernel's device tree.
    case devicetree
    /// Told in a public bug report.
    case issue
    /// Nobody has checked it.
    case unverified

    /// As it is written.
    package var name: StaticString {
      switch self {
      case .hardware: "hardware"
      case .qemu: "qemu"
      case .driver: "driver"
      case .devicetree: "devicetree"
      case .issue: "issue"
      case .unverified: "unverified"
      }
    }
  }

  /// A line of the profile that says something of the board.
  package struct Fact: Sendable {
    /// As in "touch".
    package let section: String
    /// As in "range-x".
    package let key: String
    /// As it is written.
    package let text: String
    /// The line of the file, from 1.
    package let line: Int32
    /// How it is known; nil until `[sources]` says so.
    package internal(set) var evidence: Evidence?
    /// Where it was seen.
    package internal(set) var source = ""

    /// As in "touch.range-x".
    package var name: String { section + "." + key }
  }

  /// Its folder's name.
  package let name: String
  /// What a person calls the board.
  package internal(set) var title = ""
  /// Which machines it is for.
  package internal(set) var rule = BoardRule()
  /// All that it says, in the order of the file; the title aside.
  package internal(set) var facts: [Fact] = []

  init(name: String) { self.name = name }

  /// The text of one of `[facts]`.
  package func fact(_ key: StaticString) -> String? {
    facts.first { $0.section.utf8.elementsEqual("facts".utf8) && $0.key.utf8.elementsEqual("\(key)".utf8) }?.text
  }

  /// How many of its facts nobody has checked.
  package var unverified: Int { facts.filter { $0.evidence == .unverified }.count }

  /// Gives a configuration the board's settings, below what it says itself.
  @export(interface) package func apply(to draft: inout SettingsDraft, place: String) {
    for fact in facts {
      guard let section = Self.settingsSection(fact.section) else { continue }
      draft.setStandard(fact.key, in: section, to: fact.text, place: place, line: fact.line)
    }
  }

  static func settingsSection(_ name: String) -> SettingsSection? {
    if name.utf8.elementsEqual("screen".utf8) { return .screen }
    return name.utf8.elementsEqual("touch".utf8) ? .touch : nil
  }

  /// Whether a profile's text may fit a machine at all: a cheap look before reading it.
  @export(interface) package static func mayFit(_ text: [UInt8], _ facts: MachineFacts) -> Bool {
    for word in facts.compatible where Bytes.contains(text, Array(word.utf8)) { return true }
    // A model or product begins with what a profile says: the first word is in both.
    for name in [facts.model, facts.product] {
      let first = Array(name.utf8.prefix { $0 != UInt8(ascii: " ") })
      if !first.isEmpty && Bytes.contains(text, first) { return true }
    }
    return false
  }
}

/// Which profile is a machine's.
package enum BoardChoice: Sendable {
  /// None fits.
  case none
  /// This one, an index.
  case one(Int)
  /// Several fit equally well: a person has to say which.
  case several([Int])

  /// The best of some profiles.
  @export(interface) package init(_ profiles: [BoardProfile], on facts: MachineFacts) {
    var best: (rank: Int32, indices: [Int]) = (0, [])
    for (i, profile) in profiles.enumerated() {
      guard let rank = profile.rule.rank(on: facts) else { continue }
      if rank > best.rank { best = (rank, []) }
      if rank == best.rank { best.indices.append(i) }
    }
    switch best.indices.count {
    case 0: self = .none
    case 1: self = .one(best.indices[0])
    default: self = .several(best.indices)
    }
  }
}
