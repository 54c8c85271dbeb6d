import Basics

extension SettingsBuilder {
  /// The section to which the following keys of a file belong.
  private enum Context {
    case none
    case section(Header)
    /// The header is invalid. The keys below it are not checked.
    case unknown
  }

  /// Reads a configuration file's content. `build` reports its errors. Relative paths are resolved against the folder of `name`, or
  /// against `other`.
  @export(interface) package mutating func read(_ bytes: [UInt8], name: String, asIn other: String? = nil) {
    file = name
    let path = [UInt8](name.utf8)
    let end = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = other.map { $0 + "/" } ?? String(decoding: path[0..<end], as: UTF8.self)
    let document = INIDocument(bytes, name: name)
    diagnostics += document.diagnostics
    // If the file cannot be read as text, missing sections and keys are not reported.
    if document.lines.isEmpty && !document.diagnostics.isEmpty { headersAreValid = false }
    var context = Context.none
    for (line, content) in document.lines {
      switch content {
      case .header(let text): context = enter(text, line)
      case .entry(let key, let text): set(key, ValueParser(text, folder: folder), in: context, line)
      }
    }
  }

  /// Reads a configuration file. An empty file is an error: a full disk or a power cut may have emptied it, and the kiosk would run without
  /// its survey.
  @export(interface) package mutating func readFile(_ bytes: [UInt8], name: String, asIn folder: String? = nil) {
    read(bytes, name: name, asIn: folder)
    if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0d).contains($0) }) {
      let reason = "the file is empty; restore it, or write at least [slider] into it"
      diagnostics.append(Diagnostic(place: name, reason: reason))
    }
  }

  private mutating func fail(_ reason: String, _ line: Int32) {
    diagnostics.append(Diagnostic(place: file, line: line, reason: reason))
  }

  private mutating func enter(_ text: String, _ line: Int32) -> Context {
    let words = ValueParser(text).words
    let first = words.first ?? ""
    let section = SettingsSection.named(first)
    if let section, let header = Header(section, words: words) { return enter(header, line) }
    headersAreValid = false
    let prefix = "[" + text + "]: "
    if let section {
      fail(prefix + "invalid section; allowed: " + section.forms, line)
      return .unknown
    }
    let all = SettingsSection.allCases
    guard let meant = NearMiss.nearest(to: first, among: all.map { $0.name }).flatMap(SettingsSection.named) else {
      fail(prefix + "unknown section; known: " + all.map { $0.form }.joined(separator: ", "), line)
      return .unknown
    }
    let header = Header(meant, words: words)
    fail(prefix + "unknown section; did you mean " + (header?.text ?? meant.form) + "?", line)
    // The keys are checked as if the header were valid, so that one run reports all errors.
    return header.map { enter($0, line) } ?? .unknown
  }

  private mutating func enter(_ header: Header, _ line: Int32) -> Context {
    if headers.contains(header) { return .section(header) }
    if let limit = header.section.mostSections {
      let count = sections.count { $0.header.section == header.section }
      // Only the first section too many is reported, and those after it are not checked.
      if count > limit {
        headersAreValid = false
        return .unknown
      }
      if count == limit {
        fail(header.text + ": too many sections; at most \(limit) " + header.section.form + " are allowed", line)
      }
    }
    headers.insert(header)
    sections.append(Section(header: header, file: file, line: line))
    return .section(header)
  }

  private mutating func set(_ key: String, _ value: ValueParser, in context: Context, _ line: Int32) {
    let words = ValueParser(key).words
    let first = words.first ?? ""
    // The PIN may be the value of a misspelt key.
    let shown = mayNamePIN(key.utf8) ? "(hidden)" : value.excerpt
    switch context {
    case .unknown: return
    case .none:
      let advice = Self.move(first) ?? "; add a [section] line before it"
      fail(key + " = " + shown + ": outside of any section" + advice, line)
    case .section(let header):
      let prefix = header.text + " " + key + " = " + shown + ": "
      if let gone = SettingsSchema.removed.first(where: { $0.section == header.section && same($0.name, first.utf8) }) {
        let reason = header.text + " " + key + ": ignored, because it no longer exists; \(gone.advice); remove the line"
        return diagnostics.append(Diagnostic(place: file, line: line, reason: reason, .warning))
      }
      let rows = SettingsSchema.keys
      // A key may have two rows, one with an argument and one without.
      let exact = rows.firstIndex {
        $0.section == header.section && $0.isNamed(first) && $0.argument.utf8.isEmpty == (words.count == 1)
      }
      guard let row = exact ?? SettingsSchema.index(of: first, in: header.section),
        words.count == 1 || !rows[row].argument.utf8.isEmpty
      else { return fail(prefix + "unknown key" + Self.suggestion(first, in: header.section), line) }
      var value = value
      if !rows[row].argument.utf8.isEmpty {
        if words.count != 2 || !ValueParser(words[1]).isID {
          let form = rows[row].form + " with an ID of " + ValueParser.idForm
          return fail(prefix + "invalid key; allowed: " + form, line)
        }
        value.id = words[1]
      }
      add(Entry(row: row, header: header, value: value, place: file, line: line))
    }
  }

  private mutating func add(_ entry: Entry) {
    let earlier = entry.key.isList ? nil : entriesOfSetting[entry.setting]
    if let first = earlier?.first, let last = earlier?.last, !(entry.key.isText && last.value.endsWithBackslash) {
      report(entry, "duplicate key; it is already set in line \(first.line)")
    } else if !entry.isValid {
      diagnostics.append(entry.invalidValue)
    }
    append(entry)
  }

  /// Returns the suggestion for an unknown key: a similar key of the section, the same key of another section, or all keys.
  private static func suggestion(_ word: String, in section: SettingsSection) -> String {
    let keys = SettingsSchema.keys.filter { $0.section == section }
    if let meant = NearMiss.nearest(to: word, among: keys.map { $0.name }) {
      return "; did you mean " + (keys.first { $0.isNamed(meant) }?.form ?? meant) + "?"
    }
    return move(word) ?? "; known: " + keys.map { $0.form }.joined(separator: ", ")
  }

  private static func move(_ key: String) -> String? {
    SettingsSchema.keys.first { $0.isNamed(key) }.map { "; move it to " + $0.section.form }
  }
}
