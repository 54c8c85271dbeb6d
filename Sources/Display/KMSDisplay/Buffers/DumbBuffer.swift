import Basics
import CDRM
import Display
import Geometry
import Raster
import System

/// A dumb buffer: memory that the scanout hardware can read, mapped for drawing and registered as a framebuffer (AddFB2).
final class DumbBuffer {
  private let memory: DumbMemory
  private let mapping: Mapping
  /// The framebuffer's object ID.
  let framebuffer: UInt32
  let surface: Surface

  /// Creates a zeroed buffer. Throws if the driver does not support the format or is out of memory.
  init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    let memory = try DumbMemory(card, size, format)
    let offset = try memory.mapOffset()
    do throws(SystemError) {
      mapping = try Mapping(of: card.file, offset: offset, length: Int(clamping: memory.request.size))
    } catch {
      throw card.error("map a buffer of", code: error.errno)
    }
    // AddFB2 reads up to four planes; all formats here have one. It returns -errno.
    let handles: InlineArray<4, UInt32> = [memory.request.handle, 0, 0, 0]
    let pitches: InlineArray<4, UInt32> = [memory.request.pitch, 0, 0, 0]
    let offsets: InlineArray<4, UInt32> = [0, 0, 0, 0]
    var framebuffer: UInt32 = 0
    let result = handles.span.withUnsafeBufferPointer { handles in
      pitches.span.withUnsafeBufferPointer { pitches in
        offsets.span.withUnsafeBufferPointer { offsets in
          drmModeAddFB2(
            card.descriptor, UInt32(size.width), UInt32(size.height), format.fourCC, handles.baseAddress,
            pitches.baseAddress, offsets.baseAddress, &framebuffer, 0)
        }
      }
    }
    if result < 0 { throw card.error("add a " + text(format.name) + " framebuffer to", code: -result) }
    self.memory = memory
    self.framebuffer = framebuffer
    surface = Surface(base: mapping.base, pitch: Int(memory.request.pitch), size: size, format: format)
  }

  deinit { drmModeRmFB(memory.card.descriptor, framebuffer) }
}

/// A dumb buffer's memory without a mapping. It keeps the card open.
private final class DumbMemory {
  let card: Card
  let request: drm_mode_create_dumb

  init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    var request = drm_mode_create_dumb()
    request.width = UInt32(size.width)
    request.height = UInt32(size.height)
    request.bpp = UInt32(format.bytesPerPixel) * 8
    let result = cdrm_create_dumb(card.descriptor, &request)
    if result < 0 { throw card.error("create a buffer on", code: -result) }
    self.card = card
    self.request = request
  }

  /// Returns the offset of the buffer for mmap(2) on the card.
  func mapOffset() throws(DisplayError) -> Int64 {
    var map = drm_mode_map_dumb()
    map.handle = request.handle
    let result = cdrm_map_dumb(card.descriptor, &map)
    if result < 0 { throw card.error("map a buffer of", code: -result) }
    return Int64(bitPattern: map.offset)
  }

  deinit { _ = cdrm_destroy_dumb(card.descriptor, request.handle) }
}
