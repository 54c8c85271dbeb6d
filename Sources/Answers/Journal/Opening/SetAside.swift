import Basics
import System

/// Renames a damaged journal and its companions to `PATH.damaged-TIME`, `PATH.damaged-TIME-wal` and `PATH.damaged-TIME-shm`,
/// where the sqlite3 shell finds them together. Deletes nothing.
///
/// The database is renamed first: a program that opens the path in between finds no database, rather than one without its
/// log. After a power cut in between, the next start sets the log aside (`setAsideOrphans`).
///
/// - Returns: The new path; `nil` if another kiosk has already set the journal aside.
func setAside(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) -> String? {
  let lock = try lockFolder(of: place.path, busyTimeout: busyTimeout, for: operation)
  // If two kiosks find the same damage, the second one must not rename the first one's new journal.
  guard let identity = place.identity, identity == (try? FileStatus(place.path))?.identity else { return nil }
  let destination = try unusedName(for: place.path, operation)
  try rename(place.path, to: destination, operation)
  try renameCompanions(of: place.path, to: destination, operation)
  try? lock.synchronize()
  return destination
}

/// Renames companions without a database, which SQLite would add to a new one or delete.
///
/// - Returns: The path without the companions' suffixes; `nil` if there are no such companions.
func setAsideOrphans(of path: String, busyTimeout: Int32, for operation: String) throws(JournalError) -> String? {
  let lock = try lockFolder(of: path, busyTimeout: busyTimeout, for: operation)
  if hasContent(path) || !hasContent(path + "-wal") { return nil }
  let destination = try unusedName(for: path, operation)
  try renameCompanions(of: path, to: destination, operation)
  try? lock.synchronize()
  return destination
}

private func renameCompanions(of path: String, to destination: String, _ operation: String) throws(JournalError) {
  for suffix in ["-wal", "-shm"] { try rename(path + suffix, to: destination + suffix, operation) }
}

/// Renames a file if it exists.
private func rename(_ file: String, to destination: String, _ operation: String) throws(JournalError) {
  do throws(SystemError) {
    try renameFile(file, to: destination)
  } catch {
    if error.kind == .missing { return }
    throw JournalError(
      .failed, operation, file, errno: error.errno, reason: "it is damaged, and cannot be renamed: " + error.reason,
      suggestion: "move it and its -wal and -shm companions to another folder")
  }
}

/// Returns `PATH.damaged-20240229T123456Z`, followed by "-2" and so on if a database or a log has that name.
private func unusedName(for path: String, _ operation: String) throws(JournalError) -> String {
  // "2024-02-29T12:34:56.789Z" without punctuation and milliseconds.
  let time = (timeText(milliseconds: WallClock.now()) ?? "unknown").utf8.prefix { $0 != UInt8(ascii: ".") }
  let stamp = time.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
  let base = path + ".damaged-" + String(decoding: stamp, as: UTF8.self) + "Z"
  for number in 1...1_000 {
    let name = number == 1 ? base : base + "-\(number)"
    if !exists(name) && !exists(name + "-wal") { return name }
  }
  throw JournalError(
    .failed, operation, path, reason: "it is damaged, and 1,000 journals have already been set aside in this second")
}
