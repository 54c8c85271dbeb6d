import CLinux

/// Memory of a device or a file, shared with the kernel: mmap(2) with MAP_SHARED. It is unmapped when the value is destroyed.
///
/// Safety: `base` points to `length` bytes while the value lives. Its users access only those bytes.
@safe @usableFromInline package struct Mapping: ~Copyable {
  @usableFromInline package let base: UnsafeMutableRawPointer
  /// The length in bytes.
  @usableFromInline package let length: Int

  /// Maps `length` bytes of a file.
  ///
  /// - Parameter offset: The offset in bytes, a multiple of the page size. It has 64 bits because dumb buffers lie beyond 4 GiB even on
  ///   32-bit boards.
  package init(of file: borrowing FileDescriptor, offset: Int64 = 0, length: Int, writable: Bool = true)
    throws(SystemError)
  {
    guard let base = unsafe cl_map(file.raw, offset, length, writable ? 1 : 0) else {
      throw SystemError("map", file.path, errno: cl_errno())
    }
    unsafe self.base = unsafe base
    self.length = length
  }

  /// Replaces the shared memory with zeroed memory of this process. Pointers to it stay valid, but stores no longer reach the device or
  /// file.
  package func detach() { unsafe cl_detach(base, length) }

  // Inlinable, because Embedded Swift destroys values in the module that uses them.
  @inlinable deinit { unsafe cl_unmap(base, length) }

  /// The size of a memory page, in bytes.
  package static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }
}
