import CLinux
import CMemory
import StarSlider

/// Memory for pictures of one size. The process uses physical memory from the first store until `discard`.
///
/// Safety: `base` points to `length` bytes from `init` to `deinit`, and each surface's memory lies within them. In a debug build, a surface
/// that is used after its pictures are gone ends the program.
@safe package final class PictureMemory {
  private let base: UnsafeMutableRawPointer
  private let length: Int
  private let pitch: Int
  private let size: Size<PhysicalSpace>
  private let format: PixelFormat

  /// Reserves addresses for `count` pictures. Returns `nil` if the address space is exhausted.
  @export(interface) package init?(_ count: Int, size: Size<PhysicalSpace>, format: PixelFormat) {
    (self.size, self.format) = (size, format)
    // Each row begins at a cache line.
    pitch = (Int(size.width) * Int(format.bytesPerPixel) + 63) & ~63
    length = count * pitch * Int(size.height)
    guard let base = unsafe cmemory_reserve(length) else { return nil }
    unsafe self.base = base
  }

  @export(interface) deinit { unsafe cl_unmap(base, length) }

  /// The picture at an index from 0. It is zeroed at first.
  package subscript(index: Int) -> Surface {
    unsafe Surface(base: base + index * pitch * Int(size.height), pitch: pitch, size: size, format: format)
  }

  /// Returns the memory of all pictures to the kernel. The pictures are zeroed afterwards.
  package func discard() { unsafe cmemory_discard(base, length) }
}
