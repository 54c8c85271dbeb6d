import Basics

/// A problem in a configuration, reported to its author as one line.
package struct Diagnostic: Error, Hashable, Sendable {
  /// The name of the file, or the option as it was typed.
  package let place: String
  /// The line, from 1; 0 for an option and for a file as a whole.
  package let line: Int32
  /// The problem, then the allowed values.
  package let reason: String
  package let severity: Severity

  /// The kind of an error that a check reports but that does not stop a kiosk; `nil` for all other diagnostics.
  package let tolerance: Tolerance?

  package enum Severity: Hashable, Sendable {
    /// The configuration is rejected.
    case error
    /// The configuration is used unchanged.
    case warning
  }

  /// The errors that can appear although the configuration has not changed: an update may remove a font or a time zone, and a failing card
  /// may damage a picture.
  package enum Tolerance: Hashable, Sendable {
    /// A picture, a font or a translation. The kiosk shows its screens without it.
    case decoration
    /// A time zone. The kiosk uses UTC without it.
    case timeZone
  }

  package init(
    place: String, line: Int32 = 0, reason: String, _ severity: Severity = .error, tolerance: Tolerance? = nil
  ) {
    (self.place, self.line, self.reason, self.severity, self.tolerance) = (place, line, reason, severity, tolerance)
  }

  /// The diagnostic as reported at a start or a reload. A tolerated error becomes a warning, unless it is on the command line.
  package var tolerated: Diagnostic {
    guard let tolerance, severity == .error, !isOption else { return self }
    let effect =
      switch tolerance {
      case .decoration: "; the kiosk runs without it"
      case .timeZone: "; the kiosk uses UTC"
      }
    return Diagnostic(place: place, line: line, reason: reason + effect, .warning, tolerance: tolerance)
  }

  /// The line to print, such as "kiosk.conf:12: [slider] step = thrid: invalid value; allowed: whole, half".
  package var message: String {
    let kind = severity == .warning ? "warning: " : ""
    if isOption { return kind + place + " " + reason }
    return place + (line > 0 ? ":\(line): " : ": ") + kind + reason
  }

  /// Whether the problem is on the command line, where an option precedes its value.
  package var isOption: Bool { place.utf8.starts(with: "--".utf8) }

  /// Returns diagnostics sorted by line. Those of options follow those of the file; diagnostics of the same line keep their order.
  package static func inOrder(_ list: [Diagnostic]) -> [Diagnostic] { list.sorted { $0.sortingLine < $1.sortingLine } }

  /// Returns the lines to print: at most 100 messages and, if there are more, their number.
  package static func messages(of list: [Diagnostic]) -> [String] {
    let more = list.count - mostMessages
    return list.prefix(mostMessages).map { $0.message }
      + (more > 0 ? ["errors and warnings that are not shown: \(more); correct these first"] : [])
  }

  private static var mostMessages: Int { 100 }

  private var sortingLine: Int32 { line == 0 && isOption ? Int32.max : line }
}

/// The diagnostics of a rejected configuration in the order of the lines: at least one error, and all warnings.
package struct Diagnostics: Error, Hashable, Sendable {
  package let list: [Diagnostic]

  package init(list: [Diagnostic]) { self.list = list }
}

extension NearMiss {
  /// Returns the advice for an unknown word: "did you mean stars?", or the list of all words.
  @export(interface) package static func suggestion(for word: String, among words: [String]) -> String {
    if let nearest = nearest(to: word, among: words) { return "did you mean " + nearest + "?" }
    return "known: " + words.joined(separator: ", ")
  }
}
