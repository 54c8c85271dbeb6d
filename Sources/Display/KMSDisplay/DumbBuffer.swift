import CDRM
import Display
import Geometry
import Raster
import System

/// Memory that the screen's controller can read, mapped for drawing, and registered as a framebuffer (AddFB2).
///
/// A class, since a swapchain keeps one or two of them in an array; it keeps the card open until it is freed.
final class DumbBuffer {
  private let card: Card
  private let memory: DumbMemory
  private let mapping: Mapping
  /// The framebuffer's object ID.
  let framebuffer: UInt32
  let surface: Surface

  /// Zeroed memory of a mode's size. Throws where the driver does not take the format or has no memory.
  init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    let memory = try DumbMemory(card, size, format)
    let offset = try memory.mapOffset()
    let length = Int(clamping: memory.request.size)
    do throws(SystemError) {
      mapping = try Mapping(of: card.file, offset: offset, length: length)
    } catch {
      throw card.error("map a buffer of", code: error.errno)
    }
    var handles: (UInt32, UInt32, UInt32, UInt32) = (memory.request.handle, 0, 0, 0)
    var pitches: (UInt32, UInt32, UInt32, UInt32) = (memory.request.pitch, 0, 0, 0)
    var offsets: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    var framebuffer: UInt32 = 0
    // AddFB2 answers -errno.
    let result = withUnsafeBytes(of: &handles) { handles in
      withUnsafeBytes(of: &pitches) { pitches in
        withUnsafeBytes(of: &offsets) { offsets in
          drmModeAddFB2(
            card.file.raw, UInt32(size.width), UInt32(size.height), format.fourCC,
            handles.bindMemory(to: UInt32.self).baseAddress, pitches.bindMemory(to: UInt32.self).baseAddress,
            offsets.bindMemory(to: UInt32.self).baseAddress, &framebuffer, 0)
        }
      }
    }
    if result < 0 { throw card.error("add a " + text(format.name) + " framebuffer to", code: -result) }
    self.card = card
    self.memory = memory
    self.framebuffer = framebuffer
    surface = Surface(base: mapping.base, pitch: Int(memory.request.pitch), size: size, format: format)
  }

  deinit { drmModeRmFB(card.file.raw, framebuffer) }
}

/// A dumb buffer's memory without a mapping; freed at the end.
private final class DumbMemory {
  private let card: Card
  let request: drm_mode_create_dumb

  init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    var request = drm_mode_create_dumb()
    request.width = UInt32(size.width)
    request.height = UInt32(size.height)
    request.bpp = UInt32(format.bytesPerPixel) * 8
    let result = cdrm_create_dumb(card.file.raw, &request)
    if result < 0 { throw card.error("create a buffer on", code: -result) }
    self.card = card
    self.request = request
  }

  /// Where mmap finds it.
  func mapOffset() throws(DisplayError) -> Int64 {
    var place = drm_mode_map_dumb()
    place.handle = request.handle
    let result = cdrm_map_dumb(card.file.raw, &place)
    if result < 0 { throw card.error("map a buffer of", code: -result) }
    return Int64(bitPattern: place.offset)
  }

  deinit { _ = cdrm_destroy_dumb(card.file.raw, request.handle) }
}
