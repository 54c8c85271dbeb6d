import Basics
import CDRM
import Display
import StarSlider
import System

/// A dumb buffer: memory that the scanout hardware can read, mapped for drawing and registered as a framebuffer (AddFB2).
///
/// Safety: the mapping has the size that the driver chose for the rows of the surface, and lives as long as the buffer.
final class DumbBuffer {
  private var memory: DumbMemory?
  private let mapping: Mapping
  /// The framebuffer's object ID.
  let framebuffer: UInt32
  let surface: Surface

  /// Creates a zeroed buffer. Throws if the driver does not support the format or is out of memory.
  convenience init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    let memory = try DumbMemory(card, size, format)
    var request = memory.request
    let offset = try memory.mapOffset()
    let mapping: Mapping
    do throws(SystemError) {
      mapping = try Mapping(of: card.file, offset: offset, length: Int(clamping: request.size))
    } catch { throw card.error("map a buffer of", code: error.errno) }
    var framebuffer: UInt32 = 0
    try unsafe card.check(
      cdrm_add_framebuffer(card.descriptor, &request, format.fourCC, &framebuffer),
      "add a \(format.name) framebuffer to")
    let surface = unsafe Surface(base: mapping.base, pitch: Int(request.pitch), size: size, format: format)
    self.init(memory, mapping, framebuffer, surface)
  }

  private init(_ memory: DumbMemory, _ mapping: consuming Mapping, _ framebuffer: UInt32, _ surface: Surface) {
    (self.memory, self.framebuffer, self.surface) = (memory, framebuffer, surface)
    self.mapping = mapping
  }

  deinit { release() }

  /// Releases the memory and the framebuffer. The surface stays valid, but anything drawn to it is never shown.
  func release() {
    guard let memory else { return }
    drmModeRmFB(memory.card.descriptor, framebuffer)
    mapping.detach()
    self.memory = nil
  }
}

/// A dumb buffer's memory without a mapping. It keeps the card open.
private final class DumbMemory {
  let card: Card
  let request: drm_mode_create_dumb

  convenience init(_ card: Card, _ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(DisplayError) {
    var request = drm_mode_create_dumb()
    request.width = UInt32(size.width)
    request.height = UInt32(size.height)
    request.bpp = UInt32(format.bytesPerPixel) * 8
    try unsafe card.check(cdrm_create_dumb(card.descriptor, &request), "create a buffer on")
    self.init(card, request)
  }

  private init(_ card: Card, _ request: drm_mode_create_dumb) { (self.card, self.request) = (card, request) }

  /// Returns the offset to pass to mmap(2) on the card's descriptor.
  func mapOffset() throws(DisplayError) -> Int64 {
    var map = drm_mode_map_dumb()
    map.handle = request.handle
    try unsafe card.check(cdrm_map_dumb(card.descriptor, &map), "map a buffer of")
    return Int64(bitPattern: map.offset)
  }

  deinit { _ = cdrm_destroy_dumb(card.descriptor, request.handle) }
}
