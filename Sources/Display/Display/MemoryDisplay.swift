import CLinux
import CMemory
import StarSlider

/// A display in plain memory, for machines without a screen, for pictures and for tests.
///
/// Its pitch and number of buffers can be chosen, so that it behaves like any real display.
///
/// Safety: `frames` has an element for each buffer, and is a pointer because every frame uses it. Each surface's memory has
/// pitch x height bytes. Both are freed once, in `deinit`. In a debug build, a surface that is used after its display is gone ends the
/// program.
@safe package final class MemoryDisplay: Display {
  package let size: Size<PhysicalSpace>
  package let format: PixelFormat
  /// The number of bytes per row.
  package let pitch: Int

  private let buffers: [Surface]
  /// For each buffer, the number of the frame it held when it was last presented, or 0.
  private let frames: UnsafeMutablePointer<Int>
  /// The number of frames presented.
  private var frameCount = 0
  /// The index of the front buffer, or -1.
  private var front = -1
  /// The index of the buffer that `nextFrame` returned, or -1.
  private var acquired = -1

  /// The longest side that a memory display may have, in pixels.
  package static var limit: Int32 { 16_384 }
  package static var defaultSize: Size<PhysicalSpace> { Size(width: 800, height: 480) }

  /// Creates a display, or returns `nil` if there is not enough memory, if a side is not in 1 ... `limit`, or if `pitch` is
  /// shorter than a row.
  ///
  /// - Parameters:
  ///   - pitch: The number of bytes per row; by default the length of a row.
  ///   - count: The number of buffers, 1 or more.
  @export(interface)
  package init?(size: Size<PhysicalSpace>, format: PixelFormat = .xrgb8888, pitch: Int? = nil, buffers count: Int = 1) {
    if !Self.allows(size) || count < 1 { return nil }
    let row = Int(size.width) * Int(format.bytesPerPixel)
    let pitch = pitch ?? row
    if pitch < row { return nil }
    var buffers: [Surface] = []
    for _ in 0..<count {
      guard let bytes = unsafe cmemory_map(pitch * Int(size.height)) else {
        for buffer in buffers { unsafe cl_unmap(buffer.base, pitch * Int(size.height)) }
        return nil
      }
      unsafe buffers.append(Surface(base: bytes, pitch: pitch, size: size, format: format))
    }
    self.size = size
    self.format = format
    self.pitch = pitch
    self.buffers = buffers
    unsafe frames = .allocate(capacity: count)
    unsafe frames.initialize(repeating: 0, count: count)
  }

  @export(interface) deinit {
    unsafe frames.deallocate()
    for buffer in buffers { unsafe cl_unmap(buffer.base, pitch * Int(size.height)) }
  }

  /// Opens a memory display with one buffer.
  @export(interface)
  package static func open(size: Size<PhysicalSpace>, format: PixelFormat) throws(DisplayError) -> MemoryDisplay {
    if let display = MemoryDisplay(size: size, format: format) { return display }
    let screen = "a \(size.width)x\(size.height) \(format.name) memory screen"
    if !allows(size) {
      throw DisplayError(.unsupported, "create", screen, reason: "the size must be from 1x1 to \(limit)x\(limit)")
    }
    let bytes = Int64(size.width) * Int64(size.height) * Int64(format.bytesPerPixel)
    throw DisplayError(
      .outOfMemory, "create", screen, reason: "not enough memory (\(bytes) bytes needed)",
      suggestion: "choose a smaller size")
  }

  private static func allows(_ size: Size<PhysicalSpace>) -> Bool {
    let sides = 1...limit
    return sides.contains(size.width) && sides.contains(size.height)
  }

  package var name: String { "memory \(size.width)x\(size.height) \(format.name)" }

  private var next: Int { front + 1 == buffers.count ? 0 : front + 1 }

  @inline(__always) package func nextFrame() throws(DisplayError) -> Frame? {
    let next = next
    acquired = next
    let frame = unsafe frames[next]
    return Frame(surface: buffers[next], age: frame == 0 ? 0 : frameCount - frame + 1)
  }

  @inline(__always) package func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    let presented = acquired
    if presented < 0 { return }
    acquired = -1
    front = presented
    frameCount += 1
    unsafe frames[presented] = frameCount
  }

  package func spareBuffer() -> Frame? {
    let next = next
    let frame = unsafe frames[next]
    if acquired >= 0 || next == front || frame == 0 || frame == frameCount { return nil }
    return Frame(surface: buffers[next], age: frameCount - frame + 1)
  }

  package func markCurrent() { if spareBuffer() != nil { unsafe frames[next] = frameCount } }

  package var descriptor: Int32 { -1 }
  package var deadline: Int64? { nil }
  package func handleEvents() throws(DisplayError) -> DisplayEvents { [] }
  package var scanout: Surface? { front < 0 ? nil : buffers[front] }
  package func suspend() {}
  package func resume() throws(DisplayError) {}
  package func close() {}
}
