import CLinux
import CMemory

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// Returns the content of a small file. A pipe without a writer is empty.
///
/// - Parameter waits: Whether to wait for the writer of a pipe that is empty.
/// - Throws: EFBIG if the file has more than `limit` bytes, because devices can be endless; ENOMEM if memory is exhausted.
@export(interface) package func readFile(
  _ path: String, limit: Int = 16 << 20, waits: Bool = true
) throws(SystemError) -> [UInt8] {
  try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK).readAll(limit: limit, waits: waits)
}

extension FileDescriptor {
  /// Reads to the end of the file, as `readFile` does.
  @export(interface) func readAll(limit: Int, waits: Bool) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      do throws(SystemError) {
        let count = try read(into: &chunk)
        if count == 0 { return content }
        if content.count + count > limit { throw SystemError("read", path, errno: EFBIG) }
        if content.count + count > content.capacity {
          let room = max(2 * content.capacity, count)
          if !cmemory_has(room) { throw SystemError("read", path, errno: ENOMEM) }
          content.reserveCapacity(room)
        }
        // Embedded Swift would append a slice byte by byte.
        unsafe chunk.withUnsafeBufferPointer {
          unsafe content.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count]))
        }
      } catch { if !waits || error.errno != EAGAIN || !waitFor(raw, POLLIN) { throw error } }
    }
  }
}

/// Returns the content of a regular file. Follows links. Never waits: a folder, a device or a pipe is an error and is not opened.
///
/// - Throws: EFBIG if the file has more than `limit` bytes; ENOMEM if memory is exhausted.
@export(interface) package func readRegularFile(_ path: String, limit: Int = 16 << 20) throws(SystemError) -> [UInt8] {
  let status = try FileStatus(path, operation: "open")
  if status.kind == .folder { throw SystemError("read", path, errno: EISDIR) }
  if status.kind != .file { throw SystemError("read", path, errno: EINVAL, reason: "not a regular file") }
  if status.size > Int64(limit) { throw SystemError("read", path, errno: EFBIG) }
  return try readFile(path, limit: limit, waits: false)
}

/// Reads at most `count` bytes from the start of a file.
@export(interface) package func readStart(of path: String, count: Int) throws(SystemError) -> [UInt8] {
  // Opening a pipe without a writer would wait.
  let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let read = try file.read(into: &bytes, from: filled)
    if read == 0 { break }
    filled += read
  }
  return Array(bytes.prefix(filled))
}

/// Returns the first line of a small file, such as a file of /proc or /sys, without the line break; `nil` if the file cannot be read.
@export(interface) package func firstLine(of path: String) -> String? {
  guard let text = try? readFile(path, limit: 4096) else { return nil }
  // Texts of the device tree end with a zero.
  return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
}

/// Returns the number in a small file; `nil` if the file contains anything else.
@export(interface) package func number(in path: String) -> Int64? { firstLine(of: path).flatMap { decimal($0) } }

/// Parses an unsigned decimal number; `nil` for any other text, or if the number exceeds Int64.
@export(interface) package func decimal(_ text: String) -> Int64? {
  if text.utf8.isEmpty || text.utf8.contains(where: { $0 < 48 || $0 > 57 }) { return nil }
  return Int64(text)
}
