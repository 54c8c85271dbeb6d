import Basics
import System

/// Whether the courier reaches the broker. The courier writes it to a small file in memory, which `star-kiosk status` and the service
/// screen read. The file has three lines: the courier's process ID, the fault (empty if there is none), and the reason.
package struct CourierState: Hashable, Sendable {
  package enum Fault: Hashable, Sendable, CaseIterable {
    /// There is no connection, for a reason other than a refusal.
    case unreachable
    /// The broker refuses the courier, or the courier refuses the broker's certificate.
    case refused
    /// Another kiosk with the same ID is connected to the broker: a copied card.
    case duplicateID
    /// The courier has ended with an error, or was killed.
    case notRunning

    /// Its name in the status.
    package var name: String {
      switch self {
      case .unreachable: "broker_unreachable"
      case .refused: "broker_refused"
      case .duplicateID: "duplicate_id"
      case .notRunning: "courier_not_running"
      }
    }
  }

  package let fault: Fault?
  package let reason: String

  package init(_ fault: Fault? = nil, _ reason: String = "") { (self.fault, self.reason) = (fault, reason) }

  /// The file's paths according to the environment: in systemd's RuntimeDirectory, or in the user's. The courier writes the first one.
  private static var paths: [String] {
    [
      Environment["RUNTIME_DIRECTORY"].map { $0 + "/courier" },
      Environment["XDG_RUNTIME_DIR"].map { $0 + "/star-courier" },
    ]
    .compactMap { $0 }
  }
  private static var servicePath: String { "/run/star-courier/courier" }

  /// Writes the state of this process. If the file cannot be written, the courier continues without it.
  package func write() {
    guard let path = Self.paths.first else { return }
    let line = reason.utf8.map { $0 < 32 ? 32 : $0 }
    let text = "\(processID())\n" + (fault?.name ?? "") + "\n"
    try? writeFile(path, Array(text.utf8) + line + [UInt8(ascii: "\n")])
  }

  /// Removes the file, because the courier ends as requested. The file of another courier stays.
  package static func remove() { if let path = paths.first { remove(path) } }

  static func remove(_ path: String) {
    if content(of: path)?.starts(with: "\(processID())\n".utf8) == true { removeFile(path) }
  }

  /// Reads the state of the first courier that is running, otherwise of the first that has ended; `nil` if no courier has written any.
  package static func read() -> CourierState? { read(from: paths + [servicePath]) }

  static func read(from paths: [String]) -> CourierState? {
    let states = paths.compactMap { content(of: $0).flatMap { parsed($0, isRunning: processExists) } }
    return states.first { $0.fault != .notRunning } ?? states.first
  }

  private static func content(of path: String) -> [UInt8]? {
    try? SharedFolder(parentFolder(of: path)).read(fileName(of: path), limit: 4096, of: .folder)
  }

  /// Returns the state in a file's content; `nil` if it is malformed.
  static func parsed(_ bytes: [UInt8], isRunning: (Int32) -> Bool) -> CourierState? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: Array($0), as: UTF8.self)
    }
    guard lines.count >= 3, let pid = Int32(lines[0]), pid > 0 else { return nil }
    let fault = Fault.allCases.first { $0.name.utf8.elementsEqual(lines[1].utf8) }
    if fault != .notRunning && !isRunning(pid) { return CourierState(.notRunning, "it was killed or has crashed") }
    return CourierState(fault, lines[2])
  }
}
