import Basics
import CEvdev
import System

/// A watch for input devices that appear, disappear or change their permissions. If the kernel refuses to watch, `error` is set, and the
/// owner looks at the folder from time to time: `Retries` never end then.
struct FolderWatch: ~Copyable {
  private let folder: String
  private var watchesPermissions = true
  private let inotify: Inotify?
  /// Why changes are not reported. Other programs of the same user may have as many watches as the kernel permits.
  private(set) var error: TouchError?

  init(_ folder: String) {
    self.folder = folder
    do throws(SystemError) { inotify = try Inotify() } catch {
      inotify = nil
      self.error = Self.failure(error, folder, limit: "instances")
    }
    watch()
  }

  /// The descriptor for poll(2); readable after a change. poll(2) ignores a negative one.
  var descriptor: Int32 {
    switch inotify {
    case .some(let inotify): inotify.descriptor
    case .none: -1
    }
  }

  /// Reads all pending changes, and returns whether there were any.
  mutating func drain() -> Bool {
    let isChanged =
      switch inotify {
      case .some(let inotify): inotify.drain()
      case .none: false
      }
    if isChanged { watch() }
    return isChanged
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
  private mutating func watch() {
    switch inotify {
    case .some(let inotify):
      error = nil
      do throws(SystemError) {
        do throws(SystemError) {
          try inotify.watchEntries(of: folder, permissions: watchesPermissions)
        } catch {
          if error.kind != .missing { throw error }
          try inotify.watchEntries(of: parentFolder(of: folder), permissions: watchesPermissions)
        }
      } catch {
        self.error = Self.failure(error, folder, limit: "watches")
      }
    case .none: break
    }
  }

  private static func failure(_ error: SystemError, _ folder: String, limit: String) -> TouchError {
    TouchError(
      .unreadable, "watch", folder, errno: error.errno, reason: error.reason,
      suggestion: [EMFILE, ENOSPC].contains(error.errno) ? "raise fs.inotify.max_user_" + limit : "")
  }
}

/// The times at which to try again without a change in the folder: after 0.1, 0.2, 0.4, 0.8 and 1.6 s, then not at all, or every 1.6 s if
/// changes are not reported.
///
/// ```
/// state    begin          wait                                  stop
/// idle     5 tries left   - (without reports: in 1.6 s)         idle
/// trying   5 tries left   the next time, one try less; idle     idle
///                         if none was left (as above)
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

  /// Plans the next try after a failure. Without reports of changes, there always is one.
  mutating func wait(from now: Int64, isReported: Bool = true) {
    left = max(left, isReported ? 0 : 1)
    at = left > 0 ? now + 100_000_000 << (Self.count - left) : nil
    left = max(0, left - 1)
  }

  func areDue(_ now: Int64) -> Bool { at.map { now >= $0 } ?? false }
}
