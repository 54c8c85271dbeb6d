import Display
import StarSlider

/// The buffers of a display, and which of them is drawn to and shown.
struct BufferChain {
  /// The buffers; empty after closing.
  private(set) var buffers: [DumbBuffer]
  /// The buffers after closing: the caller may still have one of their surfaces.
  private var closed: [DumbBuffer] = []
  var swapchain: Swapchain
  /// The damage of the queued buffer, while the kernel is too busy to accept it.
  var queuedDamage = Region<PhysicalSpace>()

  init(_ buffers: [DumbBuffer]) {
    self.buffers = buffers
    swapchain = Swapchain(count: buffers.count)
  }

  /// The buffer that is on the screen, or is about to be.
  var shown: DumbBuffer? { buffers.isEmpty ? nil : (swapchain.pending ?? swapchain.current).map { buffers[$0] } }

  /// Returns a buffer to draw into; `nil` while none is free.
  mutating func nextFrame() -> Frame? { frame(swapchain.acquire()) }

  var spare: Frame? { frame(swapchain.spare) }

  private func frame(_ place: (slot: Int, age: Int)?) -> Frame? {
    place.map { Frame(surface: buffers[$0.slot].surface, age: $0.age) }
  }

  mutating func release() {
    for buffer in buffers { buffer.release() }
    closed += buffers
    buffers = []
  }
}
