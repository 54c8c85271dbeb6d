import CMemory
import Geometry
import Raster

/// A screen in plain memory: for machines without one, for pictures and for tests.
///
/// It has the pitch and the buffers that it is asked to have, so everything but the kernel is as on a real screen.
package final class MemoryDisplay: Display {
  /// The scanout's size in pixels.
  package let size: Size<PhysicalSpace>
  /// How a pixel is stored.
  package let format: PixelFormat
  /// Bytes from row to row.
  package let pitch: Int

  private let buffers: [Surface]
  /// For each buffer, which frame was in it when it was presented last; 0 is none.
  private let frames: UnsafeMutablePointer<Int>
  /// Frames that were presented.
  private var frameCount = 0
  /// Buffers by their number; -1 is none.
  private var shown = -1
  private var lent = -1

  /// The longest side that a memory screen may have, pixels.
  package static var limit: Int32 { 16_384 }

  /// `pitch` in bytes: a row's length where it is left out. `buffers` is 1 or more. `nil` where a side is not in
  /// 1 ... `limit`, the pitch is shorter than a row, or there is not enough memory.
  @export(interface)
  package init?(size: Size<PhysicalSpace>, format: PixelFormat = .xrgb8888, pitch: Int? = nil, buffers count: Int = 1) {
    if size.width < 1 || size.height < 1 || size.width > Self.limit || size.height > Self.limit || count < 1 {
      return nil
    }
    let row = Int(size.width) * Int(format.bytesPerPixel)
    let pitch = pitch ?? row
    if pitch < row { return nil }
    var buffers: [Surface] = []
    for _ in 0..<count {
      guard let bytes = cmemory_allocate(pitch * Int(size.height)) else {
        for buffer in buffers { cmemory_free(buffer.base) }
        return nil
      }
      buffers.append(Surface(base: bytes, pitch: pitch, size: size, format: format))
    }
    self.size = size
    self.format = format
    self.pitch = pitch
    self.buffers = buffers
    frames = .allocate(capacity: count)
    frames.initialize(repeating: 0, count: count)
  }

  @export(interface)
  deinit {
    frames.deallocate()
    for buffer in buffers { cmemory_free(buffer.base) }
  }

  /// A memory screen of a size that somebody asked for, with one buffer.
  @export(interface)
  package static func open(size: Size<PhysicalSpace>, format: PixelFormat) throws(DisplayError) -> MemoryDisplay {
    if let display = MemoryDisplay(size: size, format: format) { return display }
    let screen = "a memory screen of \(size.width)x\(size.height) \(format.name)"
    let sides = 1...limit
    if !sides.contains(size.width) || !sides.contains(size.height) {
      throw DisplayError("make", screen, reason: "allowed are 1x1 to \(limit)x\(limit)")
    }
    let bytes = Int64(size.width) * Int64(size.height) * Int64(format.bytesPerPixel)
    throw DisplayError(
      "make", screen, reason: "its pixels take \(bytes) bytes, and there is not enough memory",
      advice: "ask for a smaller one")
  }

  package var name: String {
    "memory \(size.width)x\(size.height) \(format.name)"
  }

  @inline(__always)
  package func nextFrame() throws(DisplayError) -> Frame? {
    let next = shown + 1 == buffers.count ? 0 : shown + 1
    lent = next
    let frame = frames[next]
    return Frame(surface: buffers[next], age: frame == 0 ? 0 : frameCount - frame + 1)
  }

  @inline(__always)
  package func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    let presented = lent
    if presented < 0 { return }
    lent = -1
    shown = presented
    frameCount += 1
    frames[presented] = frameCount
  }

  package func spareBuffer() -> Frame? {
    let next = shown + 1 == buffers.count ? 0 : shown + 1
    if lent >= 0 || next == shown || frames[next] == 0 || frames[next] == frameCount { return nil }
    return Frame(surface: buffers[next], age: frameCount - frames[next] + 1)
  }

  package func caughtUp() {
    if spareBuffer() != nil { frames[shown + 1 == buffers.count ? 0 : shown + 1] = frameCount }
  }

  package var descriptor: Int32 { -1 }
  package var deadline: Int64? { nil }
  package func handleEvents() throws(DisplayError) -> DisplayEvents { [] }
  package var scanout: Surface? { shown < 0 ? nil : buffers[shown] }
  package func suspend() {}
  package func resume() throws(DisplayError) {}
  package func close() {}
}
