import Basics
import CLinux

// Safety: the kernel writes no more bytes than the buffer holds.

/// A watch for entries of folders that appear or disappear: inotify(7). Never blocks.
///
/// It cannot fail: other programs of the same user may have as many watches as the kernel permits. The owner then looks at the folders every
/// 1.6 s: `hasChanged` returns true at `nextLook`, and asks the kernel again.
package final class FolderWatch {
  private struct Place {
    let folder: String
    let permissions: Bool
  }

  private static var period: Int64 { 1_600_000_000 }

  private var file = FileDescriptor(owning: -1, path: "inotify")
  private var places: [Place] = []
  /// Why the kernel does not report all changes.
  package private(set) var error: SystemError?
  private var look: Int64 = 0

  package init() {}

  /// A descriptor for poll(2), which ignores a negative one; readable after a change.
  package var descriptor: Int32 { file.raw }

  /// When to call `hasChanged` even if the descriptor is not readable, in nanoseconds of the monotonic clock; `nil` while the kernel
  /// reports all changes.
  package var nextLook: Int64? { error == nil ? nil : look }

  /// Watches a folder. Until it exists, its parent is watched. This replaces an earlier watch of the same folder.
  ///
  /// - Parameter permissions: Whether to watch for changed permissions as well. The kernel then checks the folder whenever any program
  ///   reads one of its entries.
  package func watch(_ folder: String, permissions: Bool) {
    func isSame(_ place: Place) -> Bool { place.folder.utf8.elementsEqual(folder.utf8) }
    if places.contains(where: { isSame($0) && $0.permissions == permissions }) { return }
    places.removeAll(where: isSame)
    places.append(Place(folder: folder, permissions: permissions))
    watchAll(now: MonotonicClock.now())
  }

  /// Reads all pending events, and returns whether there were any or the time of a look has come.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds of the monotonic clock.
  ///   - isReadable: Whether poll(2) reported the descriptor; false saves a system call.
  package func hasChanged(now: Int64, isReadable: Bool = true) -> Bool {
    let isReported = isReadable && drain()
    if !isReported && now < nextLook ?? .max { return false }
    watchAll(now: now)
    return true
  }

  /// Watches all folders again, because they may have been created or replaced. Watching one twice changes nothing.
  private func watchAll(now: Int64) {
    (error, look) = (nil, now + Self.period)
    if file.raw < 0 {
      file = FileDescriptor(owning: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), path: "inotify")
    }
    if file.raw < 0 { error = Self.failure(of: places.first, limit: "instances") }
    if error != nil { return }
    for place in places where !add(place.folder, place.permissions) {
      if cl_errno() == ENOENT && add(parentFolder(of: place.folder), place.permissions) { continue }
      error = Self.failure(of: place, limit: "watches")
    }
  }

  private func add(_ folder: String, _ permissions: Bool) -> Bool {
    var mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_DELETE_SELF | IN_ONLYDIR)
    if permissions { mask |= UInt32(IN_ATTRIB) }
    return unsafe inotify_add_watch(file.raw, folder, mask) >= 0
  }

  private static func failure(of place: Place?, limit: String) -> SystemError {
    let errno = cl_errno()
    return SystemError(
      "watch", place?.folder ?? "folders", errno: errno,
      suggestion: [EMFILE, ENOSPC].contains(errno) ? "raise fs.inotify.max_user_" + limit : "")
  }

  /// Discards all pending events and returns whether there were any. The owner lists the folder, because the names in events may be out of
  /// date.
  private func drain() -> Bool {
    var changed = false
    // The content of the events is not used.
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while retryingInterrupts({ unsafe CLinux.read(file.raw, buffer.baseAddress, buffer.count) }) > 0 {
        changed = true
      }
    }
    return changed
  }
}
