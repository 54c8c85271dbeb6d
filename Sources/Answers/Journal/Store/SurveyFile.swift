import Basics
import System

/// The words of the last versions of a kiosk's survey, beside the journal: what the questions, options and reasons were that its answers
/// name by their ids. One line of JSON for each version, the newest last; each begins with `{"version":"…"`.
///
/// The kiosk writes the file, and the courier sends its lines. Another user may replace it, so neither relies on it.
package struct SurveyFile {
  private let folder: SharedFolder
  private let name: String

  private static var mostVersions: Int { 20 }
  /// The longest line in bytes. The words of a survey with all languages have about 20,000.
  private static var longest: Int { 64 << 10 }

  /// - Parameter journal: The journal's path, with symbolic links resolved.
  package init(of journal: String) {
    folder = SharedFolder(parentFolder(of: journal))
    name = fileName(of: journal) + Self.suffix
  }

  /// The end of the file's name, after the journal's.
  static var suffix: String { ".surveys" }

  /// The lines of all versions, each at most 64 KiB long; none if the file is missing or unreadable.
  package var lines: [[UInt8]] {
    let limit = Self.mostVersions * (Self.longest + 1)
    guard let content = try? folder.read(name, limit: limit, of: .any) else { return [] }
    return content.split(separator: UInt8(ascii: "\n")).suffix(Self.mostVersions).filter { $0.count <= Self.longest }
      .map { Array($0) }
  }

  /// Adds the words of a version, unless the file has them. The oldest ones are dropped.
  package func keep(_ words: [UInt8]) throws(SystemError) {
    if words.count > Self.longest {
      throw SystemError("keep", "the survey's words", errno: 0, reason: "they have more than \(Self.longest) bytes")
    }
    var lines = lines
    if lines.contains(words) { return }
    lines.append(words)
    try folder.write(name, Array(lines.suffix(Self.mostVersions).joined(separator: [UInt8(ascii: "\n")])) + [10])
  }
}
