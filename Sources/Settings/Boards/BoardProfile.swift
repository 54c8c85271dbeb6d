import Settings

/// The profile of a board, read from its `board.conf`. It names the machines that it matches, the settings that a kiosk needs on them, and
/// facts for people, with the source of each.
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
/// Every fact has a source. The first word of a source is its kind of evidence.
package struct BoardProfile: Sendable {
  /// The raw value is the word in the file.
  package enum Evidence: String, CaseIterable, Sendable {
    /// Observed on the board itself.
    case hardware
    /// Observed on a real kernel in QEMU, by this project's tests.
    case qemu
    /// Read in a kernel driver.
    case driver
    /// Read in the kernel's device tree.
    case devicetree
    /// Read in a public bug report.
    case issue
    /// Not checked.
    case unverified
  }

  /// A line of the profile that describes the board.
  package struct Fact: Sendable {
    /// The section, such as "touch".
    package let section: String
    /// The key, such as "range-x".
    package let key: String
    package let text: String
    /// The line of the file, from 1.
    package let line: Int32
    /// `nil` if `[sources]` has no source for the fact.
    package internal(set) var evidence: Evidence?
    /// Where the fact was found.
    package internal(set) var source = ""

    /// The full name, such as "touch.range-x".
    package var name: String { section + "." + key }
  }

  /// The name of the profile's folder.
  package let name: String
  /// The board's name for display.
  package internal(set) var title = ""
  package internal(set) var rule = BoardRule()
  /// All facts except the title, in the order of the file.
  package internal(set) var facts: [Fact] = []

  init(name: String) { self.name = name }

  /// Returns the text of a key of `[facts]`.
  package func fact(_ key: StaticString) -> String? {
    facts.first { same($0.section, "facts") && same($0.key, "\(key)") }?.text
  }

  /// The number of facts that were not checked.
  package var unverified: Int { facts.filter { $0.evidence == .unverified }.count }

  /// Adds the board's settings to a configuration, as defaults.
  @export(interface) package func apply(to builder: inout SettingsBuilder, place: String) {
    for fact in facts {
      guard let section = Self.settingsSection(fact.section) else { continue }
      builder.setDefault(fact.key, in: section, to: fact.text, place: place, line: fact.line)
    }
  }

  static func settingsSection(_ name: String) -> SettingsSection? {
    [SettingsSection.screen, .touch].first { same($0.name, name) }
  }

  /// Returns `false` if a profile with this text cannot match the machine. Searches the text without parsing it.
  @export(interface) package static func mayFit(_ text: [UInt8], _ facts: MachineFacts) -> Bool {
    // A model or product in a profile must begin with the first word of the machine's.
    let firstWords = [facts.model, facts.product].map { firstWord($0) }
    return (facts.compatible.map { Array($0.utf8) } + firstWords).contains { !$0.isEmpty && contains(text, $0) }
  }
}

/// The profile for a machine.
package enum BoardChoice: Sendable {
  case none
  /// The index of the profile.
  case one(Int)
  /// The indices of profiles that match equally well. The operator has to choose.
  case several([Int])

  /// Selects the profile with the highest rank.
  @export(interface) package init(_ profiles: [BoardProfile], on facts: MachineFacts) {
    let ranks = profiles.map { $0.rule.rank(on: facts) ?? 0 }
    let highest = max(ranks.max() ?? 0, 1)
    let best = ranks.indices.filter { ranks[$0] == highest }
    switch best.count {
    case 0: self = .none
    case 1: self = .one(best[0])
    default: self = .several(best)
    }
  }
}

func firstWord(_ text: String) -> [UInt8] { Array(text.utf8.prefix { $0 != UInt8(ascii: " ") }) }

func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
  part.count <= text.count && (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
}
