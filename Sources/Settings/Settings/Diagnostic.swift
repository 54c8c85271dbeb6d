/// One thing that is wrong with a configuration, as a line for whoever wrote it.
package struct Diagnostic: Hashable, Sendable {
  /// The file's name, or the option as it was written.
  package let place: String
  /// 1 is the first; 0 where the whole file is meant, or an option.
  package let line: Int32
  /// What is wrong, and what is allowed.
  package let reason: String
  package let severity: Severity

  /// How bad it is.
  package enum Severity: Hashable, Sendable {
    /// The configuration is refused.
    case mistake
    /// It is told, and no more.
    case warning
  }

  package init(place: String, line: Int32, reason: String, _ severity: Severity = .mistake) {
    self.place = place
    self.line = line
    self.reason = reason
    self.severity = severity
  }

  /// As in `kiosk.conf:12: [slider] step = thrid: allowed are whole, half, quarter`; `warning: ` stands before what is one.
  @export(interface) package var message: String {
    let kind = severity == .warning ? "warning: " : ""
    if isOption { return kind + place + " " + reason }
    return place + (line > 0 ? ":\(line): " : ": ") + kind + reason
  }

  /// It is on the command line, where an option stands before its value.
  package var isOption: Bool { place.utf8.starts(with: "--".utf8) }
}

/// All that is wrong, in the order of lines, warnings among it. Never without a mistake.
package struct Mistakes: Error, Hashable, Sendable {
  package let list: [Diagnostic]

  package init(list: [Diagnostic]) { self.list = list }
}

/// Why a file that a configuration names cannot be read.
package struct Unreadable: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
