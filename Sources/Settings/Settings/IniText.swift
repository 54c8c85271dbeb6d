/// A text in INI, cut into lines; settings and board profiles alike are read through it.
package struct IniText: Sendable {
  /// The longest text, bytes.
  package static var longest: Int { 256 << 10 }

  /// The lines that say something, with their numbers from 1: `section` and `entry`.
  package private(set) var lines: [(number: Int32, content: IniLine)] = []
  /// The lines that are neither these nor blank.
  package private(set) var mistakes: [Diagnostic] = []

  /// `name` is the file's, for mistakes.
  @export(interface) package init(_ bytes: [UInt8], name: String) {
    if bytes.count > Self.longest {
      mistakes.append(
        Diagnostic(place: name, line: 0, reason: "\(bytes.count) bytes, and \(Self.longest) are the most"))
      return
    }
    var content = bytes[...]
    if content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
    var number: Int32 = 0
    for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if let reason = take(text, number) { mistakes.append(Diagnostic(place: name, line: number, reason: reason)) }
    }
  }

  /// What is wrong with a line, or nil.
  private mutating func take(_ text: ArraySlice<UInt8>, _ number: Int32) -> String? {
    if let byte = text.first(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7f }) {
      let digits = Array("0123456789abcdef".utf8)
      let code = String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
      return "a control character, 0x" + code + "; allowed are text in UTF-8 and lines that end with LF or CR LF"
    }
    // A decoder mends what is wrong, which is seen by what comes out.
    if !String(decoding: text, as: UTF8.self).utf8.elementsEqual(text) {
      return "bytes that are not UTF-8; allowed is text in UTF-8"
    }
    let line = IniLine(Array(text))
    switch line {
    case .blank: return nil
    case .section, .entry: lines.append((number, line))
    case .foreign: return "not a line of a configuration; allowed are [section], key = value, ; comment, # comment"
    case .tooLong(let most): return "a line of \(text.count) bytes, and \(most) are the most"
    }
    return nil
  }
}
