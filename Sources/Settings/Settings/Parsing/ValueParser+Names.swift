// Identifiers, language tags and texts.
extension ValueParser {
  /// The form of an id, for messages.
  static var idForm: String { "1 to 32 lower-case letters, digits and hyphens" }

  /// Whether the text is a valid id of a question or a reason.
  var isID: Bool { consists(of: 1...32) { Self.isLower($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") } }

  /// Whether the text has the form of a BCP 47 tag: 2 to 8 lower-case letters, then subtags of 1 to 8 letters or digits.
  var isTag: Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return text.utf8.count <= 35 && (2...8).contains(parts[0].count) && parts[0].allSatisfy(Self.isLower)
      && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { Self.isNameByte($0, or: "") } }
  }

  /// Parses distinct ids separated by commas; an empty text is an empty list.
  func ids(upTo limit: Int, into place: inout [String]) -> Bool {
    write(distinct(upTo: limit) { $0.isID }, to: &place)
  }

  private func distinct(upTo limit: Int, _ isAllowed: (ValueParser) -> Bool) -> [String]? {
    guard let names = list(upTo: limit), names.allSatisfy({ isAllowed(ValueParser($0)) }) else { return nil }
    let isRepeated = names.indices.contains { i in names[..<i].contains { same($0, names[i]) } }
    return isRepeated ? nil : names
  }

  /// Parses the kiosk's id; an empty text stands for the host name.
  func kioskID(into place: inout String) -> Bool {
    write(consists(of: 0...64, only: { Self.isNameByte($0, or: "-._") }) ? text : nil, to: &place)
  }

  /// Parses a name for people; an empty text means none.
  func name(into place: inout String) -> Bool {
    write(text.utf8.count <= 64 && CourierSettings.canCarry(text) ? text : nil, to: &place)
  }

  /// Parses the levels of a place, separated by slashes; an empty text means none.
  func place(into place: inout [String]) -> Bool {
    let levels = parts(at: "/")
    let isPlace =
      levels.count <= KioskIdentity.mostLevels && CourierSettings.canCarry(text)
      && levels.allSatisfy { (1...64).contains($0.utf8.count) }
    return write(isPlace ? levels : nil, to: &place)
  }

  /// Parses comma-separated names of distinct groups; an empty text means no groups.
  func groups(into place: inout [String]) -> Bool {
    let names = distinct(upTo: FleetSettings.mostGroups) {
      $0.consists(of: 1...64) { Self.isNameByte($0, or: "-._") }
    }
    return write(names, to: &place)
  }

  /// Parses a topic of one level; an empty text means no discovery.
  func discovery(into place: inout String) -> Bool {
    write(consists(of: 0...64, only: { Self.isNameByte($0, or: "-_") }) ? text : nil, to: &place)
  }

  /// Parses a PIN of 4 to 8 digits; an empty text means no PIN.
  func pin(into place: inout String) -> Bool {
    write(text.utf8.isEmpty || consists(of: 4...8, only: Self.isDigit) ? text : nil, to: &place)
  }

  /// Parses a text with the escapes `\n`, `\\` and `\;`. A backslash at its end means that the text continues on the next line.
  func words(upTo limit: Int = LanguageSettings.longestText, into place: inout String) -> Bool {
    var bytes = continues ? Array(place.utf8) : []
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "\\"), UInt8(ascii: ";"): bytes.append(byte)
        default: return false
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    if bytes.isEmpty || bytes.count > limit { return false }
    place = String(decoding: bytes, as: UTF8.self)
    return true
  }

  /// Whether the text continues on the next line of the same key.
  var endsWithBackslash: Bool {
    var isEscaped = false
    for byte in text.utf8 { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
    return isEscaped
  }

  /// Parses the text for the key's `id`. A text beyond the highest number of ids is not stored: `checkIDs` reports it.
  func text(into place: inout [LanguageSettings.Text]) -> Bool {
    let known = place.firstIndex { same($0.id, id) }
    var text = known.map { place[$0].text } ?? ""
    if !words(into: &text) { return false }
    if let known {
      place[known].text = text
    } else if place.count < LanguageSettings.mostTexts {
      place.append(LanguageSettings.Text(id: id, text: text))
    }
    return true
  }
}
