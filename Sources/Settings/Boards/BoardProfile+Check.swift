import Basics
import Settings

extension BoardProfile {
  /// The sections of a profile.
  static var sections: [String] { ["board", "screen", "touch", "facts", "sources"] }

  /// The keys of `[facts]`: for people and for `doctor`. A terminal takes its targets' sizes from `size-mm` (`PanelSize` has its
  /// rules) and its light's name from `backlight`.
  static var factKeys: [String] { ["size-mm", "damage", "backlight", "modules", "touch-rate-hz", "note"] }

  /// What a profile cannot be without, as far as it is missing: a title, and the machines that it is for.
  @export(interface) package func missing(in file: String) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    if title.isEmpty {
      mistakes.append(
        Diagnostic(place: file, line: 0, reason: "[board] title: missing; say what a person calls the board"))
    }
    if !rule.hasIdentity {
      mistakes.append(
        Diagnostic(place: file, line: 0, reason: "[board]: fits no machine; give compatible, model or product"))
    }
    return mistakes
  }

  /// Reads and checks a profile: for those who write them. `name` is its folder's, `file` its path for mistakes; all mistakes come at once.
  @export(interface) package init(parsing text: [UInt8], name: String, file: String) throws(Mistakes) {
    self.init(name: name)
    let ini = IniText(text, name: file)
    var reader = Reader(profile: self, file: file, mistakes: ini.mistakes)
    for (number, content) in ini.lines { reader.take(content, number) }
    reader.finish()
    if !reader.mistakes.isEmpty {
      let order = reader.mistakes.indices.sorted {
        reader.mistakes[$0].line == reader.mistakes[$1].line
          ? $0 < $1 : reader.mistakes[$0].line < reader.mistakes[$1].line
      }
      throw Mistakes(list: order.map { reader.mistakes[$0] })
    }
    self = reader.profile
  }

  /// Goes through a profile line by line.
  private struct Reader {
    var profile: BoardProfile
    let file: String
    var mistakes: [Diagnostic]
    /// Of `[sources]`: what stands where.
    private var sources: [(fact: String, text: String, line: Int32)] = []
    private var section = ""
    private var line: Int32 = 0

    init(profile: BoardProfile, file: String, mistakes: [Diagnostic]) {
      self.profile = profile
      self.file = file
      self.mistakes = mistakes
    }

    private mutating func refuse(_ reason: String, at line: Int32? = nil) {
      mistakes.append(Diagnostic(place: file, line: line ?? self.line, reason: reason))
    }

    mutating func take(_ content: IniLine, _ number: Int32) {
      line = number
      switch content {
      case .section(let name):
        section = name
        if !isOne(name, of: BoardProfile.sections) {
          refuse("[" + name + "]: unknown section; " + suggestion(name, BoardProfile.sections))
        }
      case .entry(let key, let text): set(key, text)
      case .blank, .foreign, .tooLong: break
      }
    }

    private mutating func set(_ key: String, _ text: String) {
      if section.isEmpty { return refuse(key + ": stands before the first section") }
      // Its header has been told; what its keys should be, nobody knows.
      if !isOne(section, of: BoardProfile.sections) { return }
      if text.isEmpty { return refuse("[" + section + "] " + key + ": wants a value") }
      if same(section, "sources") { return sources.append((key, text, line)) }
      if same(section, "board") {
        if same(key, "title") {
          if !profile.title.isEmpty { refuse("[board] title: given twice") }
          profile.title = text
          return
        }
        guard let rule = BoardRule.Key.allCases.first(where: { same(key, "\($0.name)") }) else {
          let known = ["title"] + BoardRule.Key.allCases.map { "\($0.name)" }
          return refuse("[board] " + key + ": unknown key; " + suggestion(key, known))
        }
        profile.rule.add(rule, text)
      } else if same(section, "facts") {
        if !isOne(key, of: BoardProfile.factKeys) {
          return refuse("[facts] " + key + ": unknown key; " + suggestion(key, BoardProfile.factKeys))
        }
        check(fact: key, text)
      }
      profile.facts.append(Fact(section: section, key: key, text: text, line: line))
    }

    private mutating func check(fact key: String, _ text: String) {
      if same(key, "touch-rate-hz") && Int32(text).map({ (1...1000).contains($0) }) != true {
        refuse("[facts] touch-rate-hz = " + text + ": allowed are whole numbers from 1 to 1000")
      } else if same(key, "damage") && !isOne(text, of: ["rectangles", "one rectangle", "pages", "whole", "none"]) {
        refuse("[facts] damage = " + text + ": allowed are rectangles, one rectangle, pages, whole, none")
      }
    }

    mutating func finish() {
      mistakes += profile.missing(in: file)
      takeSources()
      if let (reason, line) = profile.panelFault {
        refuse("[facts] size-mm = " + (profile.fact("size-mm") ?? "") + ": " + reason, at: line)
      }
      for fact in profile.facts where fact.evidence == nil {
        refuse(
          fact.name + ": has no source; add to [sources]: " + fact.name + " = unverified: why it is believed",
          at: fact.line)
      }
      // What the settings' table says of the values; a draft keeps the mistakes of its entries.
      var draft = SettingsDraft()
      profile.apply(to: &draft, place: file)
      do throws(Mistakes) {
        _ = try draft.finished { (path) throws(Unreadable) in throw Unreadable("a profile names no pictures") }
      } catch {
        mistakes += error.list
      }
    }

    private mutating func takeSources() {
      for (name, text, line) in sources {
        let bytes = Array(text.utf8)
        let word = bytes.prefix { $0 != UInt8(ascii: ":") }
        var rest = bytes.dropFirst(word.count + 1)
        while rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        guard let evidence = Evidence.allCases.first(where: { "\($0.name)".utf8.elementsEqual(word) }), !rest.isEmpty
        else {
          refuse(
            "[sources] " + name + " = " + text
              + ": allowed are hardware, qemu, driver, devicetree, issue, unverified, each with \": \" and where it was seen",
            at: line)
          continue
        }
        let named = profile.facts.indices.filter { same(profile.facts[$0].name, name) }
        // The first source is the first such fact's, the second the second's.
        if let i = named.first(where: { profile.facts[$0].evidence == nil }) {
          profile.facts[i].evidence = evidence
          profile.facts[i].source = String(decoding: Array(rest), as: UTF8.self)
        } else if named.isEmpty {
          refuse(
            "[sources] " + name + ": there is no such fact; " + suggestion(name, profile.facts.map { $0.name }),
            at: line)
        } else {
          refuse("[sources] " + name + ": has a source already; give as many as there are facts of that name", at: line)
        }
      }
    }

    private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    private func isOne(_ word: String, of words: [String]) -> Bool { words.contains { same(word, $0) } }

    private func suggestion(_ word: String, _ known: [String]) -> String {
      if let meant = NearMiss.nearest(to: word, among: known) { return "did you mean " + meant + "?" }
      var list = ""
      for word in known { list += (list.isEmpty ? "" : ", ") + word }
      return "known are " + list
    }
  }
}
