// The forms of names that others refer to, and of the words that are shown to people.
extension Value {
  /// What an ID of a question or a reason is made of.
  static var idForm: String { "1 to 32 lower-case letters, digits and hyphens" }

  /// Whether the text can name a question or a reason, in the file and in every answer.
  var isID: Bool { consists(of: 1...32) { Self.isLower($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") } }

  /// Whether the text has the form of a BCP 47 tag: a language in 2 to 8 lower-case letters, then parts of 1 to 8 letters
  /// or digits, with hyphens between; 35 bytes at most.
  var isTag: Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if text.utf8.count > 35 || !(2...8).contains(parts[0].count) { return false }
    for byte in parts[0] where !Self.isLower(byte) { return false }
    for part in parts.dropFirst() {
      if !(1...8).contains(part.count) { return false }
      for byte in part where !Self.isLetter(byte) && !Self.isDigit(byte) { return false }
    }
    return true
  }

  /// IDs with commas between, none twice; nothing for none.
  func ids(upTo most: Int, into place: inout [String]) -> Bool {
    var names: [String] = []
    if !self.names(into: &names) || names.count > most { return false }
    for i in names.indices {
      if !Value(text: names[i], folder: "").isID { return false }
      for j in 0..<i where same(names[i], names[j]) { return false }
    }
    place = names
    return true
  }

  /// What a terminal is called, in answers and in a broker's topics; nothing for the default.
  func terminalID(into place: inout String) -> Bool {
    let isName = consists(of: 0...64) {
      Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "_")
    }
    if isName { place = text }
    return isName
  }

  /// Words in UTF-8: `\n`, `\\` and `\;` for what a line cannot hold, and a backslash at its end where the next line of the
  /// key goes on.
  func words(upTo most: Int, into place: inout String) -> Bool {
    var bytes = goesOn ? Array(place.utf8) : []
    var escapes = false
    for byte in text.utf8 {
      if escapes {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "\\"), UInt8(ascii: ";"): bytes.append(byte)
        default: return false
        }
        escapes = false
      } else if byte == UInt8(ascii: "\\") {
        escapes = true
      } else {
        bytes.append(byte)
      }
    }
    if bytes.isEmpty || bytes.count > most { return false }
    place = String(decoding: bytes, as: UTF8.self)
    return true
  }

  /// Whether words go on in the next line.
  var endsWithBackslash: Bool {
    var escapes = false
    for byte in text.utf8 { escapes = !escapes && byte == UInt8(ascii: "\\") }
    return escapes
  }

  /// The words of an ID, behind those of others or in place of its own.
  func phrase(into place: inout [LanguageSettings.Phrase]) -> Bool {
    let known = place.firstIndex { same($0.id, id) }
    var text = known.map { place[$0].text } ?? ""
    if !words(upTo: LanguageSettings.longestText, into: &text) { return false }
    if let known {
      place[known].text = text
    } else {
      place.append(LanguageSettings.Phrase(id: id, text: text))
    }
    return true
  }

  // MARK: Bytes

  func consists(of count: ClosedRange<Int>, only isOne: (UInt8) -> Bool) -> Bool {
    if !count.contains(text.utf8.count) { return false }
    for byte in text.utf8 where !isOne(byte) { return false }
    return true
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }
}
