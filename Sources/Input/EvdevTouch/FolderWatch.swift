import System

/// Tells that input devices came, went, or, while somebody waits for that, may be opened at last.
struct FolderWatch: ~Copyable {
  private let folder: String
  private var tellsOfPermissions = true
  private let inotify: Inotify

  init(_ folder: String) throws(TouchError) {
    self.folder = folder
    do throws(SystemError) {
      inotify = try Inotify()
    } catch {
      throw TouchError(
        .unreadable, "watch", folder, error.reason, suggestion: "raise fs.inotify.max_user_instances", code: error.errno
      )
    }
    watch()
  }

  /// For poll(2): readable when something changed.
  var descriptor: Int32 { inotify.descriptor }

  /// Takes all that is pending; true if there was anything.
  borrowing func takeChanges() -> Bool {
    if !inotify.drain() { return false }
    watch()
    return true
  }

  /// Whether to tell of devices that may be opened at last. While a folder is watched for that, each read of a device in it
  /// costs the kernel some 700 instructions more (arm64, 6.1): nobody waits for it while fingers move.
  mutating func tellOfPermissions(_ isAwaited: Bool) {
    if tellsOfPermissions == isAwaited { return }
    tellsOfPermissions = isAwaited
    watch()
  }

  /// The folder itself comes with the first input device on some systems; until then its parent is watched. Watching
  /// what is watched already changes nothing.
  private borrowing func watch() {
    do throws(SystemError) {
      try inotify.watchEntries(of: folder, permissions: tellsOfPermissions)
    } catch {
      try? inotify.watchEntries(of: parent(of: folder), permissions: tellsOfPermissions)
    }
  }
}

/// When to look again though the folder tells of nothing: after 0.1, 0.2, 0.4, 0.8, 1.6 s, then not at all.
///
/// ```
/// state    begin        wait                              stop
/// idle     5 tries left -                                 idle
/// trying   5 tries left at its time, one try less; idle   idle
///                       when none was left
/// ```
struct Retries {
  private static var count: Int64 { 5 }

  /// Nanoseconds of the monotonic clock; `nil` is never.
  private(set) var at: Int64?
  private var left: Int64 = 0

  /// Something changed: all tries are ahead.
  mutating func begin() { left = Self.count }

  /// It worked.
  mutating func stop() { (at, left) = (nil, 0) }

  /// It did not.
  mutating func wait(from now: Int64) {
    at = left > 0 ? now + 100_000_000 << (Self.count - left) : nil
    left = max(0, left - 1)
  }

  func areDue(_ now: Int64) -> Bool { at.map { now >= $0 } ?? false }
}

/// "/dev" of "/dev/input".
private func parent(of path: String) -> String {
  let bytes = Array(path.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return "/" }
  return String(decoding: bytes[0..<slash], as: UTF8.self)
}
