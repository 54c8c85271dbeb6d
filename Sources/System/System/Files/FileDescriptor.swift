import CLinux

/// An open file, closed when the value is destroyed: open(2), read(2), write(2), ioctl(2). Calls that a signal interrupts are
/// repeated. Errors name the path.
///
/// Safety: the kernel gets the address and the size of a value that outlives the call.
@usableFromInline package struct FileDescriptor: ~Copyable {
  @usableFromInline package let raw: Int32
  /// The path, for error messages.
  package let path: String

  /// Opens a file with O_CLOEXEC. `mode` is used only with O_CREAT.
  package init(opening path: String, flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
    raw = try check(retryingInterrupts { unsafe cl_open(path, flags | O_CLOEXEC, mode) }, "open", path)
    self.path = path
  }

  /// Opens a file of an open folder: openat(2), with O_NOFOLLOW and O_CLOEXEC. `mode` is used only with O_CREAT.
  init(opening name: String, in folder: borrowing FileDescriptor, flags: Int32, mode: UInt32 = 0) throws(SystemError) {
    path = folder.path + "/" + name
    let flags = flags | O_NOFOLLOW | O_CLOEXEC
    raw = try check(retryingInterrupts { unsafe cl_openat(folder.raw, name, flags, mode_t(mode)) }, "open", path)
  }

  /// Takes ownership of an open descriptor. A negative one stands for none.
  package init(owning raw: Int32, path: String) {
    self.raw = raw
    self.path = path
  }

  // Inlinable, because Embedded Swift destroys values in the module that uses them.
  @inlinable deinit { if raw >= 0 { _ = CLinux.close(raw) } }

  /// Calls ioctl(2) with a structure. `operation` describes the request in an error.
  package func control<T>(_ operation: String, _ request: UInt, _ argument: inout T) throws(SystemError) {
    let result = unsafe withUnsafeMutablePointer(to: &argument) { pointer in
      retryingInterrupts { unsafe cl_ioctl(raw, request, pointer) }
    }
    try check(result, operation, path)
  }

  /// Calls ioctl(2) with a number.
  package func control(_ operation: String, _ request: UInt, value: Int) throws(SystemError) {
    try check(retryingInterrupts { cl_ioctl_value(raw, request, value) }, operation, path)
  }

  /// Calls read(2) once, storing the bytes in the elements beginning at byte `start`. Returns the number of bytes, 0 at the end of the
  /// file. EAGAIN is an error.
  package func read<T: BitwiseCopyable>(into elements: inout [T], from start: Int = 0) throws(SystemError) -> Int {
    let count = tryRead(into: &elements, from: start)
    if count < 0 { throw SystemError("read", path, errno: Int32(truncatingIfNeeded: -count)) }
    return count
  }

  /// Does the same as `read`, but returns a negative errno instead of throwing. Throwing allocates memory, and a loop that reads all its
  /// devices gets EAGAIN after every wakeup.
  package func tryRead<T: BitwiseCopyable>(into elements: inout [T], from start: Int = 0) -> Int {
    let count = unsafe elements.withUnsafeMutableBytes { buffer in
      retryingInterrupts { unsafe CLinux.read(raw, buffer.baseAddress! + start, buffer.count - start) }
    }
    return count < 0 ? -Int(cl_errno()) : count
  }

  /// Writes all bytes. If a pipe is full, waits even if it was opened with O_NONBLOCK.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let errno = writeAll(bytes, to: raw)
    if errno != 0 { throw SystemError("write", path, errno: errno) }
  }

  /// The device numbers of a character device; `nil` for any other file.
  package var deviceNumbers: (major: UInt32, minor: UInt32)? {
    var (major, minor): (UInt32, UInt32) = (0, 0)
    return unsafe cl_character_device(raw, &major, &minor) == 0 ? (major, minor) : nil
  }

  /// Calls fsync(2).
  package func synchronize() throws(SystemError) {
    try check(retryingInterrupts { fsync(raw) }, "synchronize", path)
  }

  /// Acquires an exclusive lock unless another process holds one: flock(2). Closing the descriptor releases it.
  package func lock() throws(SystemError) -> Bool {
    let result = retryingInterrupts { flock(raw, LOCK_EX | LOCK_NB) }
    if result < 0 && cl_errno() == EWOULDBLOCK { return false }
    try check(result, "lock", path)
    return true
  }

  /// Marks the file as used by this process, until the descriptor is closed. A mark does not keep any program from locking the file.
  package func mark() throws(SystemError) { try check(retryingInterrupts { cl_mark(raw) }, "mark", path) }

  /// Whether the file was marked through another descriptor.
  package func isMarked() throws(SystemError) -> Bool {
    try check(retryingInterrupts { cl_is_marked(raw) }, "examine", path) > 0
  }
}

/// Calls write(2) until all bytes are written. Returns 0 or the errno.
///
/// - Parameter waits: Whether to wait if the descriptor is non-blocking and its buffer is full.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, waits: Bool = true) -> Int32 {
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      retryingInterrupts {
        unsafe Int(cl_write(descriptor, buffer.baseAddress! + written, buffer.count - written))
      }
    }
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
  return retryingInterrupts { unsafe Int(cl_poll(&watched, 1, -1)) } > 0
}

/// Repeats a system call while it fails with EINTR.
@inlinable func retryingInterrupts<I: FixedWidthInteger & SignedInteger>(_ call: () -> I) -> I {
  while true {
    let result = call()
    if result >= 0 || cl_errno() != EINTR { return result }
  }
}

/// Returns the result of a system call, or throws its errno if the result is negative.
@discardableResult @inline(__always)
func check<I: SignedInteger>(_ result: I, _ operation: String, _ subject: String) throws(SystemError) -> I {
  if result < 0 { throw SystemError(operation, subject, errno: cl_errno()) }
  return result
}
