import StarSlider

/// The frames of a display.
///
/// For each frame, `nextFrame` returns the back buffer and its age. The caller repaints what changed since that buffer was presented, and
/// passes to `present` the pixels that differ from the frame on the screen.
public protocol FrameSource: AnyObject {
  /// Returns a buffer to draw into. Returns `nil` while none is free; `handleEvents` then returns `.ready` once one is.
  func nextFrame() throws(DisplayError) -> Frame?

  /// Presents the frame that `nextFrame` returned.
  ///
  /// - Parameter damage: A region that covers every pixel that differs from the frame presented before, whichever buffer
  ///   that was in. If it is empty, nothing is presented. A frame with age 0 is always sent whole.
  func present(_ damage: Region<PhysicalSpace>) throws(DisplayError)

  /// Returns a free buffer that holds an older frame than the one presented last, with its age (2 or more), or `nil`.
  ///
  /// The caller may repaint it while idle, and must then call `markCurrent()`. `nextFrame` then returns it with age 1.
  func spareBuffer() -> Frame?

  /// Records that the buffer from `spareBuffer()` holds the frame presented last.
  func markCurrent()

  /// The buffer on the screen, or `nil` before the first frame. For screenshots only: reading scanout memory is slow.
  var scanout: Surface? { get }
}

extension FrameSource {
  public func spareBuffer() -> Frame? { nil }
  public func markCurrent() {}
}

/// A back buffer, valid until `present`.
///
/// Its memory lives as long as the display. A debug build ends the program at the first access to a screen's memory after that. The
/// compiler does not check it: see decision 22.
public struct Frame {
  /// The memory to draw into.
  public let surface: Surface
  /// The number of frames since this buffer was presented, as in EGL_EXT_buffer_age: 1 if it holds the frame presented last,
  /// 0 if its content is unknown and all of it must be drawn.
  public let age: Int

  package init(surface: Surface, age: Int) {
    self.surface = surface
    self.age = age
  }
}
