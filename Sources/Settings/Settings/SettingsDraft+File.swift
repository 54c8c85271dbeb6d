import Basics

extension SettingsDraft {
  /// The longest configuration file, bytes.
  package static var longestFile: Int { IniText.longest }

  /// Reads a configuration file's content. Its mistakes are kept until `finished`; relative paths in it begin at its folder.
  @export(interface) package mutating func read(_ bytes: [UInt8], name: String) {
    file = name
    let text = IniText(bytes, name: name)
    mistakes += text.mistakes
    var reader = FileReader(name: name)
    for (number, content) in text.lines { reader.take(content, number) }
    entries += reader.entries
    places += reader.places
    if !reader.headersAreSound { headersAreSound = false }
    mistakes += reader.mistakes
  }

  /// Goes through a file line by line.
  private struct FileReader {
    /// Where the following keys belong.
    enum Section {
      case none
      case known(Header)
      /// Its header was a mistake, which has been told; what its keys should be, nobody knows.
      case unknown
    }

    let name: String
    let folder: String
    var entries: [Entry] = []
    var places: [Place] = []
    var headersAreSound = true
    var mistakes: [Diagnostic] = []
    private var line: Int32 = 0
    private var section = Section.none

    init(name: String) {
      self.name = name
      let bytes = [UInt8](name.utf8)
      let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      folder = String(decoding: bytes[0..<end], as: UTF8.self)
    }

    mutating func take(_ content: IniLine, _ number: Int32) {
      line = number
      switch content {
      case .section(let header): enter(header)
      case .entry(let key, let value): set(key, value)
      case .blank, .foreign, .tooLong: break
      }
    }

    private mutating func refuse(_ reason: String) {
      mistakes.append(Diagnostic(place: name, line: line, reason: reason))
    }

    // MARK: Headers

    private mutating func enter(_ text: String) {
      let words = Value(text: text, folder: "").words
      let first = words.first ?? ""
      if let section = SettingsSection.named(first) {
        if let header = Header(section, words: words) {
          enter(header)
        } else {
          refuseHeader("[" + text + "]: allowed are " + section.forms)
        }
        return
      }
      let reason = "[" + text + "]: unknown section"
      guard let meant = NearMiss.nearest(to: first, among: SettingsSection.allCases.map { $0.name }),
        let section = SettingsSection.named(meant)
      else { return refuseHeader(reason + "; known are " + Self.headers) }
      let header = Header(section, words: words)
      refuseHeader(reason + "; did you mean " + (header?.text ?? section.form) + "?")
      // Its keys are checked as if the header were right, so that their mistakes are told in the same go.
      if let header { enter(header) }
    }

    private mutating func enter(_ header: Header) {
      section = .known(header)
      if places.contains(where: { $0.header == header }) { return }
      places.append(Place(header: header, file: name, line: line))
      let most = header.section == .question ? QuestionSettings.most : LanguageSettings.most
      let isLimited = header.section == .question || header.section == .text
      if isLimited && places.filter({ $0.header.section == header.section }).count == most + 1 {
        refuse(header.text + ": one too many; \(most) of " + header.section.form + " are the most")
      }
    }

    private mutating func refuseHeader(_ reason: String) {
      section = .unknown
      headersAreSound = false
      refuse(reason)
    }

    private static var headers: String {
      var headers = ""
      for section in SettingsSection.allCases { headers += (headers.isEmpty ? "" : ", ") + section.form }
      return headers
    }

    // MARK: Keys

    private mutating func set(_ key: String, _ text: String) {
      switch section {
      case .unknown: return
      case .none:
        let first = Value(text: key, folder: "").words.first ?? ""
        refuse(key + " = " + text + ": stands before the first section" + home(of: first))
      case .known(let header):
        let words = Value(text: key, folder: "").words
        let rows = SettingsTable.keys
        guard let row = SettingsTable.index(of: words.first ?? "", in: header.section),
          words.count == 1 || !rows[row].argument.isEmpty
        else {
          return refuse(
            header.text + " " + key + " = " + text + ": unknown key" + suggestion(words, in: header.section))
        }
        var value = Value(text: text, folder: folder)
        if !rows[row].argument.isEmpty {
          if words.count != 2 || !Value(text: words[1], folder: "").isID {
            return refuse(
              header.text + " " + key + " = " + text + ": allowed are " + rows[row].form + " with an ID of "
                + Value.idForm)
          }
          value.id = words[1]
        }
        add(Entry(row: row, header: header, value: value, place: name, line: line))
      }
    }

    private mutating func add(_ entry: Entry) {
      if !entry.key.addsUp, let before = entries.last(where: { $0.decides(entry) }),
        !(entry.key.isText && before.value.endsWithBackslash), let first = entries.first(where: { $0.decides(entry) })
      {
        mistakes.append(entry.mistake("given twice; the first is in line \(first.line)"))
      } else if !SettingsDraft.isAllowed(entry) {
        mistakes.append(entry.mistakeInValue)
      }
      entries.append(entry)
    }

    /// What was meant by an unknown key: one of this section that looks like it, one of another section, or any.
    private func suggestion(_ words: [String], in section: SettingsSection) -> String {
      let keys = SettingsTable.keys.filter { $0.section == section }
      if let meant = NearMiss.nearest(to: words.first ?? "", among: keys.map { $0.key }) {
        return "; did you mean " + (keys.first { $0.isCalled(meant) }?.form ?? meant) + "?"
      }
      let home = home(of: words.first ?? "")
      return home.isEmpty ? "; known are " + SettingsTable.names(in: section) : home
    }

    private func home(of key: String) -> String {
      for row in SettingsTable.keys where row.isCalled(key) { return "; it belongs in " + row.section.form }
      return ""
    }
  }
}
