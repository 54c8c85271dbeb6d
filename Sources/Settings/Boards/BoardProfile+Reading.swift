import Basics
import Settings

extension BoardProfile {
  private static var sections: [String] { ["board", "screen", "touch", "facts", "sources"] }

  /// The keys of `[facts]`. The kiosk uses `size-mm` for the size of touch targets and `backlight` for the name of the backlight; the
  /// others are for people and for `star-kiosk doctor`.
  private static var factKeys: [String] { ["size-mm", "damage", "backlight", "modules", "touch-rate-hz", "note"] }

  /// Reads a profile without checking it. Invalid lines are ignored.
  @export(interface) package init(reading document: INIDocument, name: String) {
    var reader = Reader(profile: BoardProfile(name: name), file: "")
    reader.read(document)
    self = reader.profile
  }

  /// Reads and checks a profile.
  ///
  /// - Parameters:
  ///   - name: The name of the profile's folder.
  ///   - file: The path of the profile in diagnostics.
  @export(interface) package init(parsing text: [UInt8], name: String, file: String) throws(Diagnostics) {
    let document = INIDocument(text, name: file)
    var reader = Reader(profile: BoardProfile(name: name), file: file)
    reader.read(document)
    reader.check()
    let all = document.diagnostics + reader.diagnostics
    if !all.isEmpty { throw Diagnostics(list: Diagnostic.inOrder(all)) }
    self = reader.profile
  }

  /// Returns an error for each required part that this profile lacks: a title, and a key that identifies a machine.
  @export(interface) package func missing(in file: String) -> [Diagnostic] {
    var reasons: [String] = []
    if title.utf8.isEmpty { reasons.append("[board] title: missing; add the board's name for people") }
    if !rule.hasIdentity { reasons.append("[board]: matches no machine; add compatible, model or product") }
    return reasons.map { Diagnostic(place: file, reason: $0) }
  }

  private struct Reader {
    var profile: BoardProfile
    let file: String
    var diagnostics: [Diagnostic] = []
    /// The lines of `[sources]`.
    var sources: [(fact: String, text: String, line: Int32)] = []
    var section = ""
    var line: Int32 = 0

    private mutating func fail(_ reason: String, at line: Int32? = nil) {
      diagnostics.append(Diagnostic(place: file, line: line ?? self.line, reason: reason))
    }

    mutating func read(_ document: INIDocument) {
      for (number, content) in document.lines {
        line = number
        switch content {
        case .header(let name):
          section = name
          if !isOne(name, of: BoardProfile.sections) {
            fail("[" + name + "]: unknown section; " + NearMiss.suggestion(for: name, among: BoardProfile.sections))
          }
        case .entry(let key, let text): set(key, text)
        }
      }
      addSources()
    }

    private mutating func set(_ key: String, _ text: String) {
      if section.utf8.isEmpty { return fail(key + ": outside of any section; add a [section] line before it") }
      // The unknown header has already been reported.
      if !isOne(section, of: BoardProfile.sections) { return }
      let name = "[" + section + "] " + key
      let isSetting = BoardProfile.settingsSection(section) != nil
      if text.utf8.isEmpty {
        fail(name + ": empty value; add one or remove the line")
        if !isSetting { return }
      }
      if same(section, "sources") { return sources.append((key, text, line)) }
      if same(section, "board") {
        if same(key, "title") {
          if !profile.title.utf8.isEmpty { fail("[board] title: duplicate key; remove one of the lines") }
          profile.title = text
          return
        }
        guard let rule = BoardRule.Key.allCases.first(where: { same(key, $0.rawValue) }) else {
          let known = ["title"] + BoardRule.Key.allCases.map { $0.rawValue }
          return fail(name + ": unknown key; " + NearMiss.suggestion(for: key, among: known))
        }
        profile.rule.add(rule, text)
      } else if same(section, "facts") {
        if !isOne(key, of: BoardProfile.factKeys) {
          return fail(name + ": unknown key; " + NearMiss.suggestion(for: key, among: BoardProfile.factKeys))
        }
        check(fact: key, text)
      }
      profile.facts.append(Fact(section: section, key: key, text: text, line: line))
    }

    private mutating func check(fact key: String, _ text: String) {
      let prefix = "[facts] " + key + " = " + text + ": invalid value; allowed: "
      if same(key, "touch-rate-hz") && Int32(text).map({ (1...1000).contains($0) }) != true {
        fail(prefix + "whole numbers from 1 to 1000")
      } else if same(key, "damage") && !isOne(text, of: ["rectangles", "one rectangle", "pages", "whole", "none"]) {
        fail(prefix + "rectangles, one rectangle, pages, whole, none")
      }
    }

    private mutating func addSources() {
      for (name, text, line) in sources {
        let word = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let source = Array(text.utf8.dropFirst(word.count + 1).drop { $0 == UInt8(ascii: " ") })
        let evidence = Evidence.allCases.first { $0.rawValue.utf8.elementsEqual(word) }
        let isValid = evidence != nil && !source.isEmpty
        if !isValid {
          fail(
            "[sources] " + name + " = " + text
              + ": invalid value; allowed: hardware, qemu, driver, devicetree, issue or unverified, followed by \": \" and "
              + "where it was seen",
            at: line)
        }
        let facts = profile.facts.indices.filter { same(profile.facts[$0].name, name) }
        // Sources and facts of the same name are matched in the order of the file.
        if let i = facts.first(where: { profile.facts[$0].evidence == nil }) {
          profile.facts[i].evidence = isValid ? evidence : .unverified
          profile.facts[i].source = isValid ? String(decoding: source, as: UTF8.self) : text
        } else if facts.isEmpty {
          let known = profile.facts.map { $0.name }
          fail("[sources] " + name + ": no such fact; " + NearMiss.suggestion(for: name, among: known), at: line)
        } else {
          fail("[sources] " + name + ": more sources than facts of this name; remove this one", at: line)
        }
      }
    }

    mutating func check() {
      diagnostics += profile.missing(in: file)
      if let (reason, line) = profile.panelFault {
        fail("[facts] size-mm = " + (profile.fact("size-mm") ?? "") + ": " + reason, at: line)
      }
      for fact in profile.facts where fact.evidence == nil && !fact.text.utf8.isEmpty {
        fail(fact.name + ": no source; add to [sources]: " + fact.name + " = unverified: REASON", at: fact.line)
      }
      var builder = SettingsBuilder()
      profile.apply(to: &builder, place: file)
      diagnostics += builder.check { _ in [] }.found
    }

    private func isOne(_ word: String, of words: [String]) -> Bool { words.contains { same(word, $0) } }
  }
}
