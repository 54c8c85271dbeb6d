import CLinux

// Safety: the kernel writes no more bytes than the buffer holds.

/// A watch for changes in folders: inotify(7). Never blocks.
package struct Inotify: ~Copyable {
  private let file: FileDescriptor

  /// A descriptor that is readable after a change.
  package var descriptor: Int32 { file.raw }

  package init() throws(SystemError) {
    let raw = try check(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)), "watch", "inotify")
    file = FileDescriptor(owning: raw, path: "inotify")
  }

  /// Watches a folder for added and removed entries. This replaces an earlier watch of the same folder.
  ///
  /// - Parameter permissions: Whether to watch for changed permissions as well. The kernel then checks the folder whenever any program
  ///   reads one of its entries.
  package func watchEntries(of folder: String, permissions: Bool = true) throws(SystemError) {
    var mask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_DELETE_SELF | IN_ONLYDIR)
    if permissions { mask |= UInt32(IN_ATTRIB) }
    try check(unsafe inotify_add_watch(file.raw, folder, mask), "watch", folder)
  }

  /// Discards all pending events and returns whether there were any. The caller lists the folder, because the names in events
  /// may be out of date.
  package func drain() -> Bool {
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
