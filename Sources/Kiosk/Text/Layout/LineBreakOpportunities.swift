import Basics
import CText

/// Finds the positions at which lines may be broken.
final class LineBreakOpportunities {
  /// The scripts whose words have no white space between them. ICU breaks their lines.
  private static let unspaced = [
    HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_YI, HB_SCRIPT_THAI,
    HB_SCRIPT_LAO, HB_SCRIPT_KHMER, HB_SCRIPT_MYANMAR, HB_SCRIPT_TIBETAN, HB_SCRIPT_ETHIOPIC,
  ]
  private let unicode = UnicodeLineBreaks()

  /// Returns, for each scalar of a paragraph, whether a line may end after it; never inside a cluster. Loading ICU costs more than setting
  /// the texts of a survey, so paragraphs without one of its scripts do without it, and so do those with a Korean word.
  func find(in scalars: [UInt32], clusterStarts: [Bool], language: String) throws(TextError) -> [Bool] {
    let characters = libraries.hb_unicode_funcs_get_default()
    let scripts = scalars.map { libraries.hb_unicode_script(characters, $0) }
    let isSpaced = !scripts.contains(where: Self.unspaced.contains) || scripts.contains(HB_SCRIPT_HANGUL)
    var allowed: [Bool]
    if isSpaced {
      let isLetter = scripts.map { $0 != HB_SCRIPT_COMMON }
      allowed = scalars.indices.map { Self.endsWord(scalars, isLetter, at: $0) }
    } else {
      allowed = try unicode.find(in: scalars, clusterStarts: clusterStarts, language: language)
    }
    for i in scalars.indices.dropLast() where !clusterStarts[i + 1] { allowed[i] = false }
    return allowed
  }

  /// Whether a line may end after a scalar of a text with spaces: a part of UAX #14. Korean breaks nowhere else, as with `word-break:
  /// keep-all` in CSS.
  private static func endsWord(_ scalars: [UInt32], _ isLetter: [Bool], at index: Int) -> Bool {
    guard index + 1 < scalars.count, !isSpace(scalars[index + 1]) else { return false }
    switch scalars[index] {
    case let scalar where isSpace(scalar): return !isClosing(scalars[index + 1])
    case softHyphen: return true
    // A slash, hyphens and dashes.
    case 0x2f, hyphen, 0x58a, 0x5be, 0x2010, 0x2012...0x2014:
      return index > 0 && isLetter[index - 1] && isLetter[index + 1]
    default: return false
    }
  }

  /// Whether a character starts no line even after a space, as in French: ! % ) , . / : ; ? ] } »
  private static func isClosing(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x25, 0x29, 0x2c, 0x2e, 0x2f, 0x3a, 0x3b, 0x3f, 0x5d, 0x7d, 0xbb: true
    default: false
    }
  }
}
