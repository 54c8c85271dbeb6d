import Basics
import System

/// The check of a large journal in a separate process. It reads the whole file twice, which takes minutes on a slow card; visitors do not
/// wait for it, and it leaves the processor to the kiosk.
///
/// | process | `finish` |
/// | --- | --- |
/// | is running | throws `.busy` |
/// | has ended: the journal is sound, or was set aside | returns `true`; the journal is to be opened without a check |
/// | has ended: disk full or read-only, or a lock is held | throws that, and starts the check again |
/// | has ended otherwise | returns `false`; opening with a check throws the error |
struct JournalCheck {
  private let path: String
  private let policy: Journal.DamagePolicy
  private var process: ForkedProcess

  /// The size in bytes from which a journal is large. A slow card reads 2 MB per second.
  private static var leastSize: Int64 { 2_000_000 }
  /// The limit of the process's private memory in bytes.
  private static var memory: Int64 { 64_000_000 }
  /// The temporary faults. The exit status of each one is its index plus 2; 1 stands for all other faults.
  fileprivate static var passing: [JournalFault] { [.full, .busy, .readOnly] }

  /// The reason in the error that `finish` throws while the check is running. This is not a fault.
  static var runs: String { "its check is still running" }

  /// Starts the check, or returns `nil` if the journal is not large. Throws if the file's first page shows a fault that the check would
  /// not set aside.
  init?(_ path: String, _ policy: Journal.DamagePolicy) throws(JournalError) {
    guard let size = (try? FileStatus(path))?.size, size >= Self.leastSize else { return nil }
    do throws(JournalError) {
      _ = try Place(path, forWriting: true, mayMove: true, busyTimeout: 0, for: "open the journal")
    } catch { if !policy.replaces(error) { throw error } }
    guard let process = Self.start(path, policy, after: nil) else { return nil }
    (self.path, self.policy, self.process) = (path, policy, process)
  }

  /// Returns whether the journal has been checked.
  mutating func finish() throws(JournalError) -> Bool {
    guard let end = process.end() else { throw error(.busy, Self.runs) }
    guard case .exited(let status) = end else { return false }
    if status == 0 { return true }
    guard Self.passing.indices.contains(Int(status) - 2) else { return false }
    let fault = Self.passing[Int(status) - 2]
    guard let next = Self.start(path, policy, after: fault) else { return false }
    process = next
    throw error(fault, "its check failed")
  }

  private func error(_ fault: JournalFault, _ reason: String) -> JournalError {
    JournalError(fault, "open the journal", path, reason: reason)
  }

  /// - Parameter fault: The fault that the previous process reported; it is not reported again.
  private static func start(
    _ path: String, _ policy: Journal.DamagePolicy, after fault: JournalFault?
  ) -> ForkedProcess? {
    try? ForkedProcess(memory: memory, inBackground: true) {
      do throws(JournalError) {
        let journal = try Journal(path: path, whenDamaged: policy)
        if !journal.dropped.utf8.isEmpty { Standard.error(Journal.note(dropped: journal.dropped)) }
        if let aside = journal.setAsidePath { Standard.error(Journal.note(aside: aside)) }
        journal.close()
        return 0
      } catch {
        guard let index = passing.firstIndex(of: error.kind) else { return 1 }
        if error.kind != fault { Standard.error(error.message) }
        return Int32(index) + 2
      }
    }
  }
}

extension JournalError {
  /// Whether the same call may succeed later.
  var mayPass: Bool { JournalCheck.passing.contains(kind) }
}
