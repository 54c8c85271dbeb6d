/// Scripts without spaces between words, for which there is no dictionary: Khmer, Lao and Burmese. UAX #14 finds no line break in them.
package enum UnspacedScript: String, Sendable {
  case khmer = "Khmer"
  case lao = "Lao"
  case burmese = "Burmese"

  /// Returns the script of a letter or a mark; `nil` for all others.
  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x1780...0x17d3, 0x17dc...0x17dd: self = .khmer
    case 0xe80...0xecf, 0xedc...0xedf: self = .lao
    case 0x1000...0x103f, 0x1050...0x108f, 0xaa60...0xaa7f, 0xa9e0...0xa9ef, 0xa9fa...0xa9fe: self = .burmese
    default: return nil
    }
  }

  /// Returns the script of a part of a text that has no place for a line break and is longer than a word; `nil` if there is none.
  package static func unbroken(in text: String) -> UnspacedScript? {
    var (script, length): (UnspacedScript?, Int) = (nil, 0)
    for scalar in text.unicodeScalars {
      let own = UnspacedScript(scalar.value)
      length = own == nil ? 0 : length + 1
      if length > 16 { script = own }
    }
    return script
  }

  /// Whether the scalars on both sides of an index belong to one syllable. A line that has to end inside a word must not end there.
  static func isSyllable(_ scalars: [UInt32], around index: Int) -> Bool {
    guard index > 0, index < scalars.count, let script = UnspacedScript(scalars[index]),
      UnspacedScript(scalars[index - 1]) == script
    else { return false }
    let (before, after) = (scalars[index - 1], scalars[index])
    let next = index + 1 < scalars.count ? scalars[index + 1] : 0
    switch script {
    case .khmer:
      // U+17D2 stacks the next consonant; vowels and signs follow the consonant.
      return before == 0x17d2 || (0x17b4...0x17d3).contains(after) || after == 0x17dd
    case .lao:
      // Some vowels precede the consonant.
      return (0xec0...0xec4).contains(before) || (0xeb0...0xebd).contains(after) || (0xec8...0xece).contains(after)
    case .burmese:
      // U+1039 stacks the next consonant; a consonant with U+103A ends the syllable, and one with U+1039 has the next below it.
      let isFinal = next == 0x103a || next == 0x1039
      return before == 0x1039 || (0x102b...0x103e).contains(after) || (0x1056...0x1059).contains(after)
        || (0x105e...0x1060).contains(after) || (0x1062...0x1064).contains(after) || (0x1067...0x106d).contains(after)
        || (0x1071...0x1074).contains(after) || (0x1082...0x108d).contains(after) || after == 0x108f || isFinal
    }
  }
}
