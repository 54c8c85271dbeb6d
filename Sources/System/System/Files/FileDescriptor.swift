import CLinux

/// An open file, closed when the value is destroyed: open(2), read(2), write(2), ioctl(2). Calls that a signal interrupts are
/// repeated. Errors name the path.
@usableFromInline package struct FileDescriptor: ~Copyable {
  @usableFromInline package let raw: Int32
  /// For error messages.
  package let path: String

  /// Opens a file with O_CLOEXEC. `mode` is used only with O_CREAT.
  package init(opening path: String, flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
    let raw = retryingInterrupts { path.withCString { cl_open($0, flags | O_CLOEXEC, mode) } }
    if raw < 0 { throw SystemError("open", path, errno: cl_errno()) }
    self.raw = raw
    self.path = path
  }

  /// Takes ownership of an open descriptor.
  package init(owning raw: Int32, path: String) {
    self.raw = raw
    self.path = path
  }

  // Inlinable, because Embedded Swift destroys values in the module that uses them.
  @inlinable deinit { _ = CLinux.close(raw) }

  /// Calls ioctl(2) with a structure. `operation` describes the request in an error.
  package func control<T>(_ operation: String, _ request: UInt, _ argument: inout T) throws(SystemError) {
    let result = withUnsafeMutablePointer(to: &argument) { pointer in
      retryingInterrupts { cl_ioctl(raw, request, pointer) }
    }
    if result < 0 { throw SystemError(operation, path, errno: cl_errno()) }
  }

  /// Calls ioctl(2) with a number.
  package func control(_ operation: String, _ request: UInt, value: Int) throws(SystemError) {
    if retryingInterrupts({ cl_ioctl_value(raw, request, value) }) < 0 {
      throw SystemError(operation, path, errno: cl_errno())
    }
  }

  /// Calls read(2) once. Returns the number of bytes, 0 at the end of the file. EAGAIN is an error.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = retryingInterrupts { CLinux.read(raw, buffer.baseAddress, buffer.count) }
    if count < 0 { throw SystemError("read", path, errno: cl_errno()) }
    return count
  }

  /// Writes all bytes. Waits if a pipe is full, even if it was opened with O_NONBLOCK.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let errno = writeAll(bytes, to: raw)
    if errno != 0 { throw SystemError("write", path, errno: errno) }
  }

  /// The device numbers of a character device; `nil` for any other file.
  package var deviceNumbers: (major: UInt32, minor: UInt32)? {
    var (major, minor): (UInt32, UInt32) = (0, 0)
    return cl_character_device(raw, &major, &minor) == 0 ? (major, minor) : nil
  }

  /// Calls fsync(2).
  package func synchronize() throws(SystemError) {
    if retryingInterrupts({ fsync(raw) }) < 0 { throw SystemError("synchronize", path, errno: cl_errno()) }
  }
}

/// Calls write(2) until all bytes are written. Returns 0, or the errno.
///
/// - Parameter waits: Whether to wait if the descriptor is non-blocking and full.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, waits: Bool = true) -> Int32 {
  var written = 0
  while written < bytes.count {
    let count = retryingInterrupts { CLinux.write(descriptor, bytes.baseAddress! + written, bytes.count - written) }
    if count >= 0 {
      written += count
    } else if cl_errno() != EAGAIN || !waits || !waitFor(descriptor, POLLOUT) {
      return cl_errno()
    }
  }
  return 0
}

/// Waits until a non-blocking descriptor is ready. Returns false and sets errno on failure.
func waitFor(_ descriptor: Int32, _ events: Int32) -> Bool {
  var watched = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  return retryingInterrupts { Int(cl_poll(&watched, 1, -1)) } > 0
}

/// Repeats a system call while it fails with EINTR.
@inlinable func retryingInterrupts<I: FixedWidthInteger & SignedInteger>(_ call: () -> I) -> I {
  while true {
    let result = call()
    if result >= 0 || cl_errno() != EINTR { return result }
  }
}
