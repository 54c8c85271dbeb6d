import CLinux

/// The writing end of a named pipe that another program reads. Writing never waits and never creates a file.
package final class PipeWriter {
  private let file: FileDescriptor

  /// Opens the pipe at `path`, which must not be a link.
  ///
  /// - Throws: ENXIO if no program reads it, EINVAL if it is not a pipe.
  @export(interface) package convenience init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    if try FileStatus(of: file).kind != .pipe { throw SystemError("use", path, errno: EINVAL, reason: "not a pipe") }
    self.init(file)
  }

  private init(_ file: consuming FileDescriptor) { self.file = file }

  /// Writes at most 4096 bytes (PIPE_BUF), all or none. Returns 0 or the errno: EAGAIN if the pipe is full, EPIPE if its reader has ended. Allocates
  /// no memory. The signal SIGPIPE must be blocked or ignored.
  package func write(_ bytes: [UInt8]) -> Int32 { writeAll(bytes, to: file.raw, waits: false) }
}
