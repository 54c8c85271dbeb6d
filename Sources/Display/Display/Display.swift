import StarSlider

/// A screen that frames can be drawn to and presented on. `LinuxDisplay` opens one.
///
/// It combines the frames, the control of the screen, and the input of a window. A display uses no timers and causes no wakeups between
/// frames.
public protocol Display: FrameSource, ScreenControl, WindowInput {
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

  /// A file descriptor that becomes readable when `handleEvents` has work to do, or -1 if the display has no events.
  var descriptor: Int32 { get }

  /// The time by which `handleEvents` must be called even if the descriptor is not readable, in CLOCK_MONOTONIC
  /// nanoseconds. `nil` while the display is not waiting for anything.
  var deadline: Int64? { get }

  /// Handles completed page flips and timeouts.
  func handleEvents() throws(DisplayError) -> DisplayEvents

  /// Restores the screen's original state and releases it. Calling it again does nothing. Anything drawn to its frames afterwards is never
  /// shown.
  func close()
}

extension Display {
  public var notes: [String] { [] }
  public var panelRotation: Rotation { .none }
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
