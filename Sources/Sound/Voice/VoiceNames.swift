/// The names under which espeak-ng may have a voice for a language.
package enum VoiceNames {
  /// espeak-ng's names of languages for which BCP 47 has a shorter code, too.
  private static let otherNames: [(code: StaticString, name: StaticString)] = [
    ("zh", "cmn"), ("no", "nb"), ("iw", "he"),
  ]

  /// Returns the names to try in order. Each lacks one subtag of the one before, so that "de-AT" becomes "de-at" and "de".
  package static func candidates(for language: String) -> [String] {
    var name = language.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
    var names: [String] = []
    while !name.isEmpty {
      names.append(String(decoding: name, as: UTF8.self))
      while let last = name.popLast(), last != UInt8(ascii: "-") {}
    }
    for other in Self.otherNames where names.last.map({ $0.utf8.elementsEqual("\(other.code)".utf8) }) == true {
      names.append("\(other.name)")
    }
    return names
  }
}
