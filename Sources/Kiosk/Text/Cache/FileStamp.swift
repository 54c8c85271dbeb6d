import CText
import System

/// The state of a file or folder on which the cached texts depend. It differs after an upgrade, after an edit, and when a font was added or
/// removed.
struct FileStamp {
  let path: String
  /// The size in bytes, the inode, and the time of the last change, in nanoseconds since 1970; all -1 if there is no such file.
  let state: (size: Int64, inode: Int64, changed: Int64)

  init(_ path: String) {
    let status = try? FileStatus(path)
    self.path = path
    state = status.map { ($0.size, Int64(truncatingIfNeeded: $0.identity.inode), $0.changed) } ?? (-1, -1, -1)
  }

  init(path: String, state: (Int64, Int64, Int64)) { (self.path, self.state) = (path, state) }

  /// Whether the file has not changed since.
  var isCurrent: Bool { FileStamp(path).state == state }

  /// The stamps of this program and of the text libraries that are loaded.
  static var ofProgram: [FileStamp] {
    let all = [
      ct_library_freetype, ct_library_harfbuzz, ct_library_fribidi, ct_library_fontconfig, ct_library_icuuc,
    ]
    return ["/proc/self/exe"].map { FileStamp($0) }
      + all.compactMap { ct_path($0).map { FileStamp(String(cString: $0)) } }
  }
}
