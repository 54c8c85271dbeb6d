import Basics
import CLinux
import System

// Tests for diagnosis. They never change an existing journal.
extension Journal {
  /// Creates an empty journal in a new folder, writes to it, and removes both.
  ///
  /// - Returns: The time of one durable write in nanoseconds, and whether the file system supports a log (`Connection.forWriting`).
  @export(interface)
  package static func tryWrite(in folder: String) throws(JournalError) -> (duration: Int64, hasLog: Bool) {
    let operation = "write durably to"
    let trial: String
    do throws(SystemError) {
      trial = folder + "/.star-kiosk-trial-" + String(try randomNumber(), radix: 16)
      try makeFolders(trial)
    } catch { throw JournalError(.failed, operation, folder, errno: error.errno) }
    let path = trial + "/journal"
    defer {
      for file in [path, path + ".new"] { for suffix in [""] + Place.companions { removeFile(file + suffix) } }
      removeFolder(trial)
    }
    do throws(JournalError) {
      let journal = try Journal(path: path)
      guard let connection = journal.database?.connection else { return (0, true) }
      let start = MonotonicClock.now()
      try connection.execute("CREATE TABLE trial (written INTEGER)")
      return (MonotonicClock.now() - start, try connection.text("PRAGMA journal_mode") == "wal")
    } catch {
      throw JournalError(
        error.kind, operation, folder, errno: error.errno, reason: error.reason, suggestion: error.suggestion)
    }
  }

  /// Returns why a kiosk of this user cannot use the journal at `path`. Does not read the whole file, so some damage is not found. Returns
  /// `nil` if the kiosk can use the journal or would create one.
  @export(interface) package static func examine(_ path: String) -> JournalError? {
    let operation = "use the journal"
    do throws(JournalError) {
      if (try? FileStatus(path, followingLinks: false)) == nil { return nil }
      let place = try Place(path, forWriting: true, busyTimeout: 500, for: operation)
      if !place.isEmpty { try place.inspect(withContent: false) }
      return nil
    } catch { return error.kind == .busy || error.kind == .noSharedMemory ? nil : error }
  }
}
