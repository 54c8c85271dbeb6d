import Basics
import System

/// The black boxes on disk, in the folder `blackbox` of the kiosk's own folder. Each is erased a month after it was written.
///
/// A file that was written before a time server had set the clock has no usable date. It gets the date at which it is next looked at with a
/// clock that is set, so that it is not erased too early.
struct BlackBoxStore {
  /// The maximum number of files. The oldest is removed for a new one.
  static var mostFiles: Int { 16 }
  /// The maximum number of files that are written within an hour, because a fault may come and go.
  static var mostAnHour: Int { 4 }
  /// How long a file is kept, in milliseconds.
  static var age: Int64 { 31 * 24 * 3_600_000 }

  static var folderName: String { "blackbox" }
  private static var suffix: String { ".blackbox" }

  let folder: SharedFolder

  init(in path: String) { folder = SharedFolder(path + "/" + Self.folderName) }

  /// The store of this kiosk; `nil` without a folder for persistent files.
  static var own: BlackBoxStore? { Environment.privateFolder.map { BlackBoxStore(in: $0) } }

  /// The names of the files, the oldest first.
  var names: [String] {
    let names = ((try? folder.names()) ?? []).filter { Self.number(of: $0) != nil }
    return names.sorted { (Self.number(of: $0) ?? 0) < (Self.number(of: $1) ?? 0) }
  }

  /// Returns 12 for "12-crash.blackbox"; `nil` for other names.
  private static func number(of name: String) -> Int64? {
    let bytes = Array(name.utf8)
    if !bytes.reversed().starts(with: Self.suffix.utf8.reversed()) { return nil }
    return decimal(String(decoding: Array(bytes.prefix { $0 != UInt8(ascii: "-") }), as: UTF8.self))
  }

  /// Whether as many files as may be written within an hour are younger than that. A kiosk that crashes at each start must not replace what
  /// happened before its first crash.
  ///
  /// - Parameter now: The time in milliseconds since 1970.
  func reachesHourlyLimit(at now: Int64) -> Bool {
    let young = names.count { abs(now - (changed($0) ?? 0)) < 3_600_000 }
    return young >= Self.mostAnHour
  }

  /// When a file was last changed, in milliseconds since 1970.
  private func changed(_ name: String) -> Int64? {
    (try? FileStatus(folder.path + "/" + name, followingLinks: false)).map { $0.changed / 1_000_000 }
  }

  /// Writes a black box to a new file, durably. Returns the file's path.
  func keep(_ box: BlackBoxFile) throws(SystemError) -> String {
    try makeFolders(parentFolder(of: folder.path))
    try folder.create(mode: 0o700)
    let old = names
    for name in old.dropLast(Self.mostFiles - 1) { folder.remove(name) }
    let number = (old.last.flatMap { Self.number(of: $0) } ?? 0) + 1
    let name = "\(number)-" + box.reason.rawValue + Self.suffix
    try folder.write(name, box.bytes, mode: 0o600)
    return folder.path + "/" + name
  }

  /// Returns a file's content.
  func read(_ name: String) throws(SystemError) -> [UInt8] {
    try folder.read(name, limit: BlackBoxFile.longest, of: .folder)
  }

  /// Erases the files that are older than a month.
  ///
  /// - Parameters:
  ///   - now: The time in milliseconds since 1970.
  ///   - isSynchronised: Whether a time server has set the clock. Otherwise nothing is erased.
  func eraseOld(now: Int64, isSynchronised: Bool) {
    if !isSynchronised { return }
    for name in names {
      guard let bytes = try? read(name) else { continue }
      guard var box = try? BlackBoxFile(bytes, path: name) else {
        // Its own date cannot be read.
        if let changed = changed(name), now - changed > Self.age { folder.remove(name) }
        continue
      }
      if box.isSynchronised && box.written <= now {
        if now - box.written > Self.age { folder.remove(name) }
        continue
      }
      (box.isSynchronised, box.written) = (true, now)
      try? folder.write(name, box.bytes, mode: 0o600)
    }
  }
}
