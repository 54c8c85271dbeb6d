import Settings

/// A command line or a configuration that makes no sense, or a start that failed: lines for standard error, and the exit
/// status.
struct CourierError: Error {
  let lines: [String]
  let status: Int32

  private init(_ lines: [String], status: Int32) {
    self.lines = lines
    self.status = status
  }

  /// Something on this machine is not as asked: status 1.
  static func failure(_ message: String) -> CourierError { CourierError([message], status: 1) }

  /// Wrong words on the command line: status 2.
  static func usage(_ message: String) -> CourierError {
    CourierError([message + "; see star-courier --help"], status: 2)
  }

  /// What the configuration says cannot be: status 2, since starting again would not help.
  static func configuration(_ message: String) -> CourierError { CourierError([message], status: 2) }

  /// The same for all mistakes of a configuration file.
  init(_ mistakes: Mistakes) {
    self.init(mistakes.list.map { $0.message }, status: 2)
  }
}
