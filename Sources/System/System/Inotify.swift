import CLinux

/// Tells that something in folders changed: inotify(7), never blocking.
package struct Inotify: ~Copyable {
  private let file: FileDescriptor

  /// For poll(2): readable when something changed.
  package var descriptor: Int32 { file.raw }

  package init() throws(SystemError) {
    let raw = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if raw < 0 { throw SystemError("watch", "inotify", errno: cl_errno()) }
    file = FileDescriptor(owning: raw, path: "inotify")
  }

  /// Watches a folder for entries that come and go, and, with `permissions`, for those that change theirs; what it was watched
  /// for before counts no more. Asked about permissions, the kernel looks at the folder whenever somebody reads from an entry.
  package func watchEntries(of folder: String, permissions: Bool = true) throws(SystemError) {
    var mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_DELETE_SELF | IN_ONLYDIR)
    if permissions { mask |= UInt32(IN_ATTRIB) }
    if inotify_add_watch(file.raw, folder, mask) < 0 { throw SystemError("watch", folder, errno: cl_errno()) }
  }

  /// Takes all that is pending; true if there was anything. What changed is for the caller to look at: names in the
  /// queue are stale by the time they are read.
  package func drain() -> Bool {
    var changed = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while retryingInterrupts({ CLinux.read(file.raw, buffer.baseAddress, buffer.count) }) > 0 { changed = true }
    }
    return changed
  }
}
