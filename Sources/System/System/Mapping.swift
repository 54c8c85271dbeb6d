import CLinux

/// Memory of a device or a file, shared with the kernel: mmap(2) with MAP_SHARED, munmap(2) at the end.
package struct Mapping: ~Copyable {
  package let base: UnsafeMutableRawPointer
  /// In bytes.
  package let length: Int

  /// `offset` in bytes, a multiple of the page size; it has 64 bits since dumb buffers lie beyond 4 GiB even on 32-bit boards.
  package init(of file: borrowing FileDescriptor, offset: Int64 = 0, length: Int, writable: Bool = true)
    throws(SystemError)
  {
    guard let base = cl_map(file.raw, offset, length, writable ? 1 : 0) else {
      throw SystemError("map", file.path, errno: cl_errno())
    }
    self.base = base
    self.length = length
  }

  deinit { munmap(base, length) }

  /// The size of a page of memory, in bytes.
  package static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }
}
