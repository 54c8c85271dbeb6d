import Basics

/// The error of a journal: "cannot open the journal /var/lib/star: it is a folder; give the path of a file".
package typealias JournalError = Failure<JournalFault>

/// The faults of a journal that callers distinguish.
package enum JournalFault: Sendable {
  /// The file or its folder does not exist.
  case missing
  /// The path names a folder, a device, a pipe or a socket.
  case notAFile
  /// The file, its folder or the file system does not permit writing.
  case readOnly
  case notADatabase
  case otherApplication
  /// A newer version of the kiosk created the journal.
  case newerSchema
  /// An older version of the kiosk created the journal; only the kiosk migrates it.
  case olderSchema
  /// The file is a journal with inconsistent content.
  case damaged
  /// The disk is full. Nothing was written, and the same call may succeed later.
  case full
  /// Another program held a lock for longer than the busy timeout. The same call may succeed later.
  case busy
  /// The file system does not support the log's index.
  case noSharedMemory
  /// An answer's value is not on its scale.
  case invalid
  case failed
}
