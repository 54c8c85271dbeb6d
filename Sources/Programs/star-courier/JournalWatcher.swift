import System

/// Rings when something was recorded: the kiosk sets the journal's times after each visit, and the folder is watched.
final class JournalWatcher {
  private let inotify: Inotify

  /// Watches the journal's folder.
  init(_ folder: String) throws(SystemError) {
    inotify = try Inotify()
    try inotify.watchEntries(of: folder)
  }

  /// For poll(2): readable when it has rung.
  var descriptor: Int32 { inotify.descriptor }

  /// Whether it has rung since it was asked last.
  func hasRung() -> Bool { inotify.drain() }
}
