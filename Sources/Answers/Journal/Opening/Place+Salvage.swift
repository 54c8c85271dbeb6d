import Basics
import System

extension Place {
  /// Creates a place for anything that is to be set aside: a file, a folder, a device or a link.
  init(ofAnythingAt path: String, busyTimeout: Int32, for operation: String) {
    let real = (try? FileStatus(path))?.kind == .file ? try? realPath(path) : nil
    // A link to a folder in which this user may not rename files is renamed itself.
    self.path = real.flatMap { isWritable(parentFolder(of: $0)) ? $0 : nil } ?? path
    let status = try? FileStatus(self.path, followingLinks: false)
    identity = status?.identity
    isEmpty = status?.size ?? 0 == 0
    (isBlank, hasFlippedBit, hasRollbackMode) = (false, false, false)
    (self.operation, self.busyTimeout) = (operation, busyTimeout)
  }

  /// Copies the pending answers to a new journal, as far as they can be read.
  ///
  /// - Parameter open: A connection that was opened before the file was damaged; it may still have content that the file has lost.
  /// - Throws: If the new journal cannot accept them, for example because the disk is full.
  func copyPending(of open: Connection?, to draft: Connection) throws(JournalError) {
    let insert = try draft.prepare(Schema.insert)
    /// Returns whether the source could be opened.
    func copy(_ source: Connection?) throws(JournalError) -> Bool {
      guard let source, let salvage = Salvage(source) else { return false }
      try salvage.visit { answer throws(JournalError) in
        answer.bind(to: insert)
        do throws(JournalError) { try draft.run(insert) } catch {
          // Any other error concerns this answer only, which stays in the file that is set aside.
          if error.mayPass { throw error }
        }
      }
      return true
    }
    // The open connection has everything that the file and its log have. A second connection would wait for its locks.
    if try copy(open) { return }
    guard (try? FileStatus(path))?.kind == .file, isReadable(path) else { return }
    // The log has the newest delivery marks, so it is ignored only if it cannot be read.
    for mode in [Connection.Mode.readOnly, .immutable] {
      let source = try? connect(mode)
      source?.keepLogOnClose()
      if try copy(source) { return }
    }
  }
}
