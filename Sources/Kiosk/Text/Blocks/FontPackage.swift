/// Debian's package with a Noto font for a character.
package enum FontPackage: String, CaseIterable, Sendable {
  /// Alphabets and symbols.
  case core = "fonts-noto-core"
  /// Chinese, Japanese and Korean.
  case cjk = "fonts-noto-cjk"

  /// Creates `nil` for emoji, whose colors are not drawn, and for private characters.
  package init?(for scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x1100...0x11ff, 0x2e80...0x9fff, 0xa960...0xa97f, 0xac00...0xd7ff, 0xf900...0xfaff, 0xfe30...0xfe4f,
      0xff00...0xffef, 0x20000...0x3ffff:
      self = .cjk
    case 0xe000...0xf8ff, 0xfff0...0xffff, 0x1f000...0x10ffff: return nil
    default: self = .core
    }
  }
}
