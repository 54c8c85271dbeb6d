import CINI

/// What libinih makes of one line.
///
/// Every line is given to it by itself, through a reader of our own. So the line's number is known, also for a line that is
/// no INI; every wrong line is told, not only the first; and an indented line is what it looks like, not the end of the
/// value above it. Right behind the line comes a second one that is nothing but a key: the section that this one lies in
/// is the line's own header.
package enum IniLine: Equatable, Sendable {
  case blank
  case section(String)
  case entry(key: String, value: String)
  /// Neither of these.
  case foreign
  /// Longer than libinih's buffer, which is cut in the middle of a value.
  case tooLong(most: Int)

  /// Reads a line, given without its line break and without zero bytes.
  init(_ line: [UInt8]) {
    var reading = Reading(line: line)
    let wrongLine = withUnsafeMutablePointer(to: &reading) { pointer in
      ini_parse_stream(
        { buffer, size, stream in Reading.at(stream).pointee.fill(buffer, Int(size)) }, pointer,
        { user, section, name, value in
          Reading.at(user).pointee.take(section, name, value)
          return 1
        }, pointer)
    }
    if let most = reading.most {
      self = .tooLong(most: most)
    } else if wrongLine != 0 {
      self = .foreign
    } else if let entry = reading.entry {
      self = .entry(key: entry.key, value: entry.value)
    } else if reading.section.isEmpty {
      // "[]" looks to libinih as if there were no header.
      self = reading.startsWithBracket ? .foreign : .blank
    } else {
      self = reading.endsWithHeader ? .section(reading.section) : .foreign
    }
  }

  /// What goes into libinih and what comes out of it, while it reads.
  private struct Reading {
    let line: [UInt8]
    private var linesGiven = 0
    /// The buffer's room for a line, where it is not enough.
    private(set) var most: Int?
    private(set) var entry: (key: String, value: String)?
    private(set) var section = ""

    init(line: [UInt8]) { self.line = line }

    static func at(_ address: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Reading> {
      guard let address else { preconditionFailure("libinih lost its context") }
      return address.assumingMemoryBound(to: Reading.self)
    }

    /// The reader, as fgets(3): nil at the end.
    mutating func fill(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> UnsafeMutablePointer<CChar>? {
      linesGiven += 1
      if linesGiven > 2 { return nil }
      let text = linesGiven == 1 ? line : [UInt8(ascii: "?"), UInt8(ascii: "=")]
      guard let buffer else { return nil }
      if text.count >= size {
        if !startsWithComment { most = size - 1 }
        return nil
      }
      for i in 0..<text.count { buffer[i] = CChar(bitPattern: text[i]) }
      buffer[text.count] = 0
      return buffer
    }

    /// The handler.
    mutating func take(
      _ section: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
    ) {
      if linesGiven == 1 {
        entry = (name.map { String(cString: $0) } ?? "", value.map { String(cString: $0) } ?? "")
      } else {
        self.section = section.map { String(cString: $0) } ?? ""
      }
    }

    private var firstByte: UInt8? { line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } }

    private var startsWithComment: Bool { firstByte == UInt8(ascii: ";") || firstByte == UInt8(ascii: "#") }

    var startsWithBracket: Bool { firstByte == UInt8(ascii: "[") }

    /// Whether nothing but a comment follows the bracket: libinih would drop "[slider] stars = 3" behind it in silence.
    var endsWithHeader: Bool {
      guard let bracket = line.firstIndex(of: UInt8(ascii: "]")) else { return false }
      for byte in line[(bracket + 1)...] {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): continue
        case UInt8(ascii: ";"), UInt8(ascii: "#"): return true
        default: return false
        }
      }
      return true
    }
  }

  package static func == (a: IniLine, b: IniLine) -> Bool {
    switch (a, b) {
    case (.blank, .blank), (.foreign, .foreign): true
    case (.section(let a), .section(let b)): a == b
    case (.entry(let a, let x), .entry(let b, let y)): a == b && x == y
    case (.tooLong(let a), .tooLong(let b)): a == b
    default: false
    }
  }
}
