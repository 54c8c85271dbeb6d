import System

/// Detects new answers. The kiosk updates the journal's timestamps after each visit, which inotify(7) reports.
final class JournalWatcher {
  private let inotify: Inotify

  init(_ folder: String) throws(SystemError) {
    inotify = try Inotify()
    try inotify.watchEntries(of: folder)
  }

  /// Watches another folder, too, unless it is already watched.
  func add(_ folder: String) { try? inotify.watchEntries(of: folder, permissions: false) }

  /// The descriptor for poll(2); readable after a change.
  var descriptor: Int32 { inotify.descriptor }

  func hasChanged() -> Bool { inotify.drain() }
}
