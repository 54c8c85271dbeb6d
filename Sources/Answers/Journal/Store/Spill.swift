import Basics
import CLinux
import CSQLite
import System

/// A reserve on disk for answers that the journal cannot accept: a file of zeros beside it, created in advance, so that even a full disk
/// has room.
///
/// It holds answers as lines of JSON, up to the first zero. A power cut during `add` leaves an incomplete line, which is ignored: its
/// visitor has not been thanked yet. Nothing else is removed: a file that cannot be read is renamed to `PATH.damaged-TIME`, and bytes
/// that are no answers, such as the last line of a truncated file, are copied to such a file before they are overwritten. Answers that
/// another kiosk with the same reserve has added meanwhile stay in it.
struct Spill {
  let path: String
  /// The answers in the file, in the order of recording.
  private(set) var answers: [Answer] = []
  /// Why the file cannot be used; `nil` if it can.
  private(set) var failure: SystemError?
  /// The path to which an unreadable file, or the unreadable bytes of the file, were set aside; `nil` if there were none.
  private(set) var setAsidePath: String?
  /// The lines of `answers`.
  private var lines: [UInt8] = []
  /// The other bytes of the file. They stay in it, before the lines, until there is disk space to set them aside.
  private var unknown: [UInt8] = []

  /// The size of the file in bytes: room for more than a hundred answers.
  static var size: Int { 65_536 }

  private var folder: SharedFolder { SharedFolder(parentFolder(of: path)) }

  /// Reads the file, or creates it.
  init(path: String) {
    self.path = path
    open()
  }

  /// Reads the file, or creates it, if that failed before.
  mutating func retry() { if failure != nil || !exists(path) && answers.isEmpty { open() } }

  /// Creates the file again if it was deleted, replaced or linked, so that this shows before it is needed.
  mutating func restore() {
    let status = try? FileStatus(path, followingLinks: false)
    if let status, status.kind == .file, status.size == Int64(Self.size), status.links == 1 { return }
    open()
  }

  /// Moves the answers of another reserve, such as the one that an earlier version kept elsewhere, to this one. If there is no room, that
  /// one stays as it is.
  mutating func absorb(_ old: String) {
    do throws(SystemError) {
      guard let content = try Self.read(old) else { return }
      do throws(SystemError) { if !content.answers.isEmpty { try add(content.answers) } } catch { return }
      if content.unknown.isEmpty { return removeFile(old) }
    } catch { if error.mayPass { return } }
    let aside = Self.unusedName(for: old)
    do throws(SystemError) {
      try renameFile(old, to: aside)
      setAsidePath = aside
    } catch { if (try? FileStatus(old, followingLinks: false)) != nil { setAsidePath = old } }
  }

  /// Counts the answers in the reserve at `path` without changing it; `nil` if it cannot be read.
  static func count(at path: String) -> Int? {
    do throws(SystemError) { return try read(path)?.answers.count ?? 0 } catch { return nil }
  }

  /// The content of a file.
  fileprivate struct Content {
    var (answers, lines, unknown): ([Answer], [UInt8], [UInt8]) = ([], [], [])
    var isWhole = true
  }

  private mutating func open() {
    failure = nil
    do throws(SystemError) {
      do throws(SystemError) {
        let content = try Self.read(path)
        (answers, lines, unknown) = (content?.answers ?? [], content?.lines ?? [], content?.unknown ?? [])
        if content?.isWhole == true && unknown.isEmpty {
          _ = try folder.openToOverwrite(fileName(of: path), creating: false)
          return
        }
      } catch {
        if error.mayPass { throw error }
        try setAside()
      }
      setUnknownAside()
      try write(lines, creating: true)
    } catch {
      failure = error
      if lines.isEmpty && unknown.isEmpty && isBlank { removeFile(path) }
    }
  }

  /// Whether the file was just created and holds only zeros.
  private var isBlank: Bool {
    guard let status = try? FileStatus(path, followingLinks: false), status.kind == .file else { return false }
    return (try? readFile(path, limit: Self.size)).map(Self.isBlank) ?? false
  }

  /// Whether all bytes are zeros.
  fileprivate static func isBlank(_ bytes: [UInt8]) -> Bool {
    // Equal neighbors, and the first is a zero.
    bytes.isEmpty
      || bytes[0] == 0
        && bytes.withUnsafeBytes { memcmp($0.baseAddress!, $0.baseAddress! + 1, $0.count - 1) } == 0
  }

  /// Adds answers, and returns when they are on disk. After an error, none of them is in the file.
  mutating func add(_ new: [Answer]) throws(SystemError) {
    if let failure { throw failure }
    let lock = try lockFile()
    defer { extendLifetime(lock) }
    try keepOthers(besides: [])
    var longer = lines
    for answer in new { longer += answer.jsonBytes + [UInt8(ascii: "\n")] }
    if unknown.count + longer.count > Self.size { throw SystemError("write", path, errno: ENOSPC) }
    try write(longer)
    (lines, answers) = (longer, answers + new)
  }

  /// Removes all answers that this reserve has returned.
  mutating func clear() throws(SystemError) {
    setUnknownAside()
    let lock = try lockFile()
    defer { extendLifetime(lock) }
    let stored = answers
    (lines, answers) = ([], [])
    do throws(SystemError) {
      try keepOthers(besides: stored)
      try write(lines)
    } catch {
      try? keepOthers(besides: [])
      throw error
    }
  }

  /// Locks the file, so that another kiosk does not write in between.
  private func lockFile() throws(SystemError) -> FileDescriptor {
    let file = try folder.openToOverwrite(fileName(of: path), creating: true)
    var tries = 0
    while try !file.lock() {
      tries += 1
      if tries == 1_000 { throw SystemError("lock", path, errno: EWOULDBLOCK) }
      sqlite3_sleep(1)
    }
    return file
  }

  /// Reads the answers in the file that are neither in `answers` nor in `stored`: another kiosk has added them.
  private mutating func keepOthers(besides stored: [Answer]) throws(SystemError) {
    guard let content = try Self.read(path) else { return }
    for answer in content.answers where !(answers + stored).contains(where: { $0.uuid == answer.uuid }) {
      answers.append(answer)
      lines += answer.jsonBytes + [UInt8(ascii: "\n")]
    }
  }

  /// Overwrites the whole file with lines and zeros after them, which allocates no disk space.
  private func write(_ lines: [UInt8], creating: Bool = false) throws(SystemError) {
    let file = try folder.openToOverwrite(fileName(of: path), creating: creating)
    let content = unknown + lines
    try file.write(content + [UInt8](repeating: 0, count: max(Self.size - content.count, 0)))
    try file.synchronize()
  }

  // MARK: What cannot be read

  private mutating func setAside() throws(SystemError) {
    let aside = Self.unusedName(for: path)
    try renameFile(path, to: aside)
    setAsidePath = aside
  }

  /// Copies the bytes that are not answers to another file. If the disk is full, they stay in the reserve.
  private mutating func setUnknownAside() {
    if unknown.isEmpty { return }
    let aside = Self.unusedName(for: path)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: aside, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      do throws(SystemError) {
        try file.write(unknown)
        try file.synchronize()
      } catch {
        removeFile(aside)
        throw error
      }
      (setAsidePath, unknown) = (aside, [])
    } catch { setAsidePath = path }
  }

  /// `PATH.damaged-TIME`, followed by "-2" and so on if that exists.
  private static func unusedName(for path: String) -> String {
    let base = path + ".damaged-" + Place.timeStamp
    var (name, number) = (base, 1)
    while (try? FileStatus(name, followingLinks: false)) != nil {
      (name, number) = (base + "-\(number + 1)", number + 1)
    }
    return name
  }

  // MARK: Reading

  /// Reads a file; `nil` if there is none. Throws if the file is not a regular one, is too large, or cannot be read.
  private static func read(_ path: String) throws(SystemError) -> Content? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SharedFolder(parentFolder(of: path)).read(fileName(of: path), limit: size, of: .folder)
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
    var content = Content()
    content.isWhole = bytes.count == size
    do throws(JournalError) { try content.decode(bytes) } catch {
      throw SystemError("read", path, errno: ENOMEM, reason: error.reason)
    }
    return content
  }
}

extension Spill.Content {
  fileprivate mutating func decode(_ bytes: [UInt8]) throws(JournalError) {
    // Each start reads the whole file, which is nearly always blank.
    if Spill.isBlank(bytes) { return }
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    // If lines follow zeros, the disk has lost a page.
    let rest = bytes[end...].drop { $0 == 0 }
    let connection = try Connection("the reserve", .memory, busyTimeout: 0, for: "read")
    let rows = try AnswerRows(Schema.decodeJSON, connection)
    for part in [bytes[..<end], rest] {
      for line in part.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }) {
        rows.select.bind(1, String(decoding: line, as: UTF8.self))
        rows.select.bind(2, Int64(answers.count))
        var found: [Answer] = []
        do throws(JournalError) {
          while let row = try rows.next() { found.append(row.answer) }
        } catch {
          // Any other error means that this line's JSON is invalid.
          if error.errno == ENOMEM { throw error }
        }
        rows.select.reset()
        // Unless the file was truncated, a last line without a line feed was never finished, so its visitor was not thanked.
        let hasEnd = line.endIndex < part.endIndex && bytes[line.endIndex] == UInt8(ascii: "\n")
        if !found.isEmpty && hasEnd {
          answers += found
          lines += line + [UInt8(ascii: "\n")]
        } else if hasEnd || !found.isEmpty || !rest.isEmpty || !isWhole || line.first != UInt8(ascii: "{") {
          unknown += line + [UInt8(ascii: "\n")]
        }
      }
    }
  }
}
