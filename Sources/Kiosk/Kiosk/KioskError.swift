import Basics
import Settings

package typealias KioskError = ProgramError

extension ProgramError {
  /// The configuration has mistakes, and a restart would not help: status 2.
  init(_ mistakes: Diagnostics) { self.init(lines: mistakes.list.map { $0.message }) }

  /// The configuration or the command line is wrong in several places: status 2.
  init(lines: [String]) { self.init(lines: lines, status: 2) }
}
