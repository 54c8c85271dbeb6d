import CLinux

/// An open file that closes itself: open(2), read(2), ioctl(2), with EINTR retried and the path kept for errors.
package struct FileDescriptor: ~Copyable {
  package let raw: Int32
  /// What was opened, for errors.
  package let path: String

  /// open(2) with O_CLOEXEC; `mode` counts where `flags` has O_CREAT.
  package init(opening path: String, flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
    let raw = retryingInterrupts { path.withCString { cl_open($0, flags | O_CLOEXEC, mode) } }
    if raw < 0 { throw SystemError("open", path, errno: cl_errno()) }
    self.raw = raw
    self.path = path
  }

  /// Takes over a descriptor that something else opened.
  package init(owning raw: Int32, path: String) {
    self.raw = raw
    self.path = path
  }

  deinit { _ = CLinux.close(raw) }

  /// ioctl(2) with a structure; `operation` names it in an error.
  package func control<T>(_ operation: String, _ request: UInt, _ argument: inout T) throws(SystemError) {
    let result = withUnsafeMutablePointer(to: &argument) { pointer in
      retryingInterrupts { cl_ioctl(raw, request, pointer) }
    }
    if result < 0 { throw SystemError(operation, path, errno: cl_errno()) }
  }

  /// ioctl(2) with a number.
  package func control(_ operation: String, _ request: UInt, value: Int) throws(SystemError) {
    if retryingInterrupts({ cl_ioctl_value(raw, request, value) }) < 0 {
      throw SystemError(operation, path, errno: cl_errno())
    }
  }

  /// read(2) once; 0 at the end. EAGAIN is an error like any other.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = retryingInterrupts { CLinux.read(raw, buffer.baseAddress, buffer.count) }
    if count < 0 { throw SystemError("read", path, errno: cl_errno()) }
    return count
  }

  /// write(2) until all is written. Waits for whoever reads a pipe, though it was opened without waiting.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let code = writeAll(bytes, to: raw)
    if code != 0 { throw SystemError("write", path, errno: code) }
  }

  /// The two numbers of a character device; nil for anything else.
  package var deviceNumbers: (major: UInt32, minor: UInt32)? {
    var (major, minor): (UInt32, UInt32) = (0, 0)
    return cl_character_device(raw, &major, &minor) == 0 ? (major, minor) : nil
  }

  /// fsync(2).
  package func synchronize() throws(SystemError) {
    if retryingInterrupts({ fsync(raw) }) < 0 { throw SystemError("synchronize", path, errno: cl_errno()) }
  }
}

/// write(2) until all is written: 0, or the errno. `waits` where a descriptor that does not block (O_NONBLOCK) takes no more.
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

/// Waits until a pipe that was opened without waiting goes on. False, and errno, where that cannot be.
func waitFor(_ descriptor: Int32, _ events: Int32) -> Bool {
  var watched = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  return retryingInterrupts { Int(cl_poll(&watched, 1, -1)) } > 0
}

/// Runs a system call again while a signal interrupts it.
@inlinable func retryingInterrupts<I: FixedWidthInteger & SignedInteger>(_ call: () -> I) -> I {
  while true {
    let result = call()
    if result >= 0 || cl_errno() != EINTR { return result }
  }
}
