import StarSlider

/// A screen that frames can be drawn to and presented on. `LinuxDisplay` opens one.
///
/// For each frame, `nextFrame` returns the back buffer and its age. The caller repaints what changed since that buffer was
/// presented, and passes to `present` the pixels that differ from the frame on the screen. A display uses no timers and
/// causes no wakeups between frames.
public protocol Display: AnyObject {
  /// A description for log lines, such as `kms:/dev/dri/card0 Virtual-1 800x480 XRGB8888, atomic, 2 buffers`.
  var name: String { get }
  /// Notes for a log about the choices made while opening.
  var notes: [String] { get }
  /// The size of the scanout buffer in pixels, before any rotation.
  var size: Size<PhysicalSpace> { get }
  /// The pixel format of every frame.
  var format: PixelFormat { get }
  /// The rotation that makes a picture upright on the panel as it is mounted, according to the kernel. The display itself
  /// never rotates.
  var panelRotation: Rotation { get }

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

  /// A file descriptor that becomes readable when `handleEvents` has work to do, or -1 if the display has no events.
  var descriptor: Int32 { get }

  /// The time by which `handleEvents` must be called even if the descriptor is not readable, in CLOCK_MONOTONIC
  /// nanoseconds. `nil` while the display is not waiting for anything.
  var deadline: Int64? { get }

  /// Handles completed page flips and timeouts.
  func handleEvents() throws(DisplayError) -> DisplayEvents

  /// The buffer on the screen, or `nil` before the first frame. For screenshots only: reading scanout memory is slow.
  var scanout: Surface? { get }

  /// Gives up control of the screen while another virtual terminal is active. `nextFrame` returns `nil` until `resume`.
  func suspend()

  /// Whether this process controls the screen. False while suspended, and while another program has control.
  var hasControl: Bool { get }

  /// Regains control of the screen; the next frame has age 0. If another program still has control, `hasControl` stays
  /// false until `handleEvents` returns `.redraw`.
  func resume() throws(DisplayError)

  /// Turns the screen off until the next frame is presented, which has age 0. Panels without a backlight control enter
  /// standby. Returns false if the screen stays on.
  func turnOff() -> Bool

  /// Whether the display must be replaced, because another screen is to be used, the screen has another preferred mode, or it is
  /// disconnected. The caller then calls `reopened()`, or closes the display and opens another. This asks the hardware, which can take a
  /// second, so it is called only after the kernel reported a change.
  func hasChanged() -> Bool

  /// Returns the display to use after `hasChanged` returned true; its size is different. Returns `nil` if this display must be closed and
  /// another one opened. A window stays open.
  func reopened() throws(DisplayError) -> (any Display)?

  /// Whether the display has its own input, as a window does. `handleEvents` reads it; `takeTouches` and `takeKeys` return it.
  var hasInput: Bool { get }

  /// Passes on the contacts that `handleEvents` has read, in scanout pixels. Contact 0 is the mouse.
  func takeTouches(_ handle: (TouchEvent<PhysicalSpace>) -> Void)

  /// Passes on the key presses that `handleEvents` has read, with their CLOCK_MONOTONIC times in nanoseconds.
  func takeKeys(_ handle: (Key, Int64) -> Void)

  /// Restores the screen's original state and releases it. Calling it again does nothing. Anything drawn to its frames afterwards is never
  /// shown.
  func close()
}

extension Display {
  public var notes: [String] { [] }
  public var panelRotation: Rotation { .none }
  public func spareBuffer() -> Frame? { nil }
  public func markCurrent() {}
  public var hasControl: Bool { true }
  public func turnOff() -> Bool { false }
  public func hasChanged() -> Bool { false }
  public func reopened() throws(DisplayError) -> (any Display)? { nil }
  public var hasInput: Bool { false }
  public func takeTouches(_ handle: (TouchEvent<PhysicalSpace>) -> Void) {}
  public func takeKeys(_ handle: (Key, Int64) -> Void) {}
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

/// What `handleEvents` found.
public struct DisplayEvents: OptionSet, Sendable {
  /// A bit for each event.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A buffer is free: `nextFrame` will return one.
  public static let ready = DisplayEvents(rawValue: 1)
  /// The content of all buffers was lost, or the mode was set again: a frame must be drawn.
  public static let redraw = DisplayEvents(rawValue: 2)
  /// The size may have changed; `hasChanged()` returns whether it did.
  public static let changed = DisplayEvents(rawValue: 4)
  /// The window was closed: the program should end.
  public static let closed = DisplayEvents(rawValue: 8)
  /// A screenshot is requested: F12 was pressed in a window.
  public static let snapshot = DisplayEvents(rawValue: 16)
}
