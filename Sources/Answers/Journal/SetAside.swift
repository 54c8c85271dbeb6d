import CSQLite

/// Moves a damaged journal and its companions out of the way, to `PATH.damaged-TIME`, `PATH.damaged-TIME-wal` and so on,
/// where sqlite3 finds them together. Nothing is deleted. The new path, or `nil` where somebody else has done it already.
///
/// The database goes first: whoever comes in between finds none, rather than one without its log. After a power cut in
/// between, the log is found without its database and set aside at the next start (`setAsideOrphans`).
func setAside(_ place: Place, busyTimeout: Int32, for operation: String) throws(JournalError) -> String? {
  let lock = try lockFolder(folder(of: place.path), place.path, busyTimeout: busyTimeout, for: operation)
  defer { close(lock) }
  // Two kiosks that start at once find the same damage; the later one must not move what the first has made since.
  guard let identity = place.identity, identity == FileIdentity(place.path) else { return nil }
  let destination = try freeName(for: place.path, operation)
  try move(place.path, to: destination, place.path, operation)
  try moveCompanions(of: place.path, to: destination, operation)
  fsync(lock)
  return destination
}

/// Moves companions without a database, which SQLite would pour into a new one or throw away. Where to, or `nil` where there
/// are none.
func setAsideOrphans(of path: String, busyTimeout: Int32, for operation: String) throws(JournalError) -> String? {
  let lock = try lockFolder(folder(of: path), path, busyTimeout: busyTimeout, for: operation)
  defer { close(lock) }
  var (mode, size): (UInt32, Int64) = (0, 0)
  if cs_stat(path, &mode, &size) == 0 && size > 0 { return nil }
  if cs_stat(path + "-wal", &mode, &size) != 0 || size == 0 { return nil }
  let destination = try freeName(for: path, operation)
  try moveCompanions(of: path, to: destination, operation)
  fsync(lock)
  return destination
}

private func moveCompanions(of path: String, to destination: String, _ operation: String) throws(JournalError) {
  try move(path + "-wal", to: destination + "-wal", path, operation)
  try move(path + "-shm", to: destination + "-shm", path, operation)
}

/// rename(2); what is not there needs no moving.
private func move(_ file: String, to destination: String, _ path: String, _ operation: String) throws(JournalError) {
  if rename(file, destination) == 0 || cs_errno() == ENOENT { return }
  throw JournalError(
    .failed, operation, path, reason: "it is damaged, and moving it aside failed: " + systemReason(cs_errno()),
    suggestion: "move it and its -wal and -shm companions to another folder")
}

/// A name that nothing has, under which a database and its companions fit: `PATH.damaged-20240229T123456Z`, then with -2
/// and so on behind it.
private func freeName(for path: String, _ operation: String) throws(JournalError) -> String {
  // "2024-02-29T12:34:56.789Z" without what is awkward in a file's name.
  var stamp: [UInt8] = []
  for byte in (timeText(milliseconds: cs_time() * 1_000) ?? "unknown").utf8 {
    if byte == UInt8(ascii: ".") { break }
    if byte != UInt8(ascii: "-") && byte != UInt8(ascii: ":") { stamp.append(byte) }
  }
  let base = path + ".damaged-" + String(decoding: stamp, as: UTF8.self) + "Z"
  for number in 1...1_000 {
    let name = number == 1 ? base : base + "-\(number)"
    if access(name, F_OK) != 0 && access(name + "-wal", F_OK) != 0 { return name }
  }
  throw JournalError(.failed, operation, path, reason: "it is damaged, as a thousand were before it in this second")
}
