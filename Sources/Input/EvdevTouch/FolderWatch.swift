import Basics
import System

/// A watch for input devices that appear, disappear or change their permissions.
struct FolderWatch: ~Copyable {
  private let folder: String
  private var watchesPermissions = true
  private let inotify: Inotify

  init(_ folder: String) throws(TouchError) {
    self.folder = folder
    do throws(SystemError) {
      inotify = try Inotify()
    } catch {
      throw TouchError(
        .unreadable, "watch", folder, errno: error.errno, reason: error.reason,
        suggestion: "raise fs.inotify.max_user_instances")
    }
    watch()
  }

  /// The descriptor for poll(2); readable after a change.
  var descriptor: Int32 { inotify.descriptor }

  /// Reads all pending changes, and returns whether there were any.
  borrowing func drain() -> Bool {
    if !inotify.drain() { return false }
    watch()
    return true
  }

  /// Sets whether to watch permissions. While a folder's permissions are watched, each read of a device in it costs the kernel about 700
  /// more instructions (arm64, 6.1), so they are watched only while a device cannot be opened.
  mutating func watchPermissions(_ isNeeded: Bool) {
    if watchesPermissions == isNeeded { return }
    watchesPermissions = isNeeded
    watch()
  }

  /// Watches the folder, or its parent until the folder exists: on some systems it is created with the first input device.
  /// Watching it twice changes nothing.
  private borrowing func watch() {
    do throws(SystemError) {
      try inotify.watchEntries(of: folder, permissions: watchesPermissions)
    } catch {
      try? inotify.watchEntries(of: parentFolder(of: folder), permissions: watchesPermissions)
    }
  }
}

/// The times at which to try again without a change in the folder: after 0.1, 0.2, 0.4, 0.8 and 1.6 s, then not at all.
///
/// ```
/// state    begin          wait                                  stop
/// idle     5 tries left   -                                     idle
/// trying   5 tries left   the next time, one try less;          idle
///                         idle if none was left
/// ```
struct Retries {
  private static var count: Int64 { 5 }

  /// The time of the next attempt, in nanoseconds of the monotonic clock; `nil` for never.
  private(set) var at: Int64?
  private var left: Int64 = 0

  /// Starts over after a change.
  mutating func begin() { left = Self.count }

  /// Stops after a success.
  mutating func stop() { (at, left) = (nil, 0) }

  /// Plans the next try after a failure.
  mutating func wait(from now: Int64) {
    at = left > 0 ? now + 100_000_000 << (Self.count - left) : nil
    left = max(0, left - 1)
  }

  func areDue(_ now: Int64) -> Bool { at.map { now >= $0 } ?? false }
}
