import Geometry
import Raster

/// A screen: it lends a buffer to draw into, and shows it.
///
/// One frame goes: `nextFrame` lends the back buffer with its age; the caller repaints what has changed since then;
/// `present` says which of the pixels on screen differ now. Between frames nothing happens: no timer, no wake-up.
///
/// A protocol of classes, called once per frame: that costs nothing, and Embedded Swift allows it.
package protocol Display: AnyObject {
  /// What a log line calls it, as in `kms:/dev/dri/card0 Virtual-1 800x480 XRGB8888, atomic, 2 buffers`.
  var name: String { get }
  /// The scanout's size in pixels, before any rotation.
  var size: Size<PhysicalSpace> { get }
  /// How a pixel is stored.
  var format: PixelFormat { get }
  /// How far a picture has to be turned to be upright on a panel that is built in another way, by the kernel's account. The
  /// display itself never rotates.
  var panelRotation: Rotation { get }

  /// A buffer to draw into, or `nil` while the screen still holds them all: wait for `handleEvents` to say `.ready`.
  func nextFrame() throws(DisplayError) -> Frame?

  /// Shows the frame that `nextFrame` lent. `damage` covers every pixel that differs from the frame presented before,
  /// whichever buffer that was in; with none, nothing is sent. A frame that was lent with age 0 is sent whole, whatever
  /// `damage` says.
  func present(_ damage: Region<PhysicalSpace>) throws(DisplayError)

  /// A buffer that is off the screen, free, and shows an older frame than the one presented last; with the age that
  /// `nextFrame` would say, 2 or more. `nil` where there is none: one buffer, a frame under way, a content that nobody knows.
  /// Whoever has time may bring it up to date, and says so with `caughtUp`; `nextFrame` then lends it with age 1.
  func spareBuffer() -> Frame?

  /// The buffer that `spareBuffer` has just given shows all that the frame presented last shows.
  func caughtUp()

  /// Becomes readable when `handleEvents` has something to do; -1 for a screen without events.
  var descriptor: Int32 { get }

  /// When `handleEvents` must run though nothing is readable: CLOCK_MONOTONIC, nanoseconds; `nil` while nothing is awaited.
  var deadline: Int64? { get }

  /// Takes what the kernel has to say: flips that are done, flips that never came.
  func handleEvents() throws(DisplayError) -> DisplayEvents

  /// What is on the screen now; `nil` before the first frame. For snapshots only: reading scanout memory is slow.
  var scanout: Surface? { get }

  /// Lets go of the screen while another virtual terminal has it: until `resume`, `nextFrame` lends nothing.
  func suspend()

  /// Whether the screen is ours: not while it is suspended, and not while another program has taken it.
  var hasControl: Bool { get }

  /// Takes the screen back; the next frame has age 0. Where another program still has it, the screen is not ours (`hasControl`)
  /// until `handleEvents` says `.redraw`.
  func resume() throws(DisplayError)

  /// Turns the screen itself off, until the next frame is presented, which has age 0: a panel without a light to switch sleeps
  /// for want of a signal. False where it stays on.
  func turnOff() -> Bool

  /// Gives the screen back as it was found. Calling it twice does nothing.
  func close()
}

extension Display {
  package var panelRotation: Rotation { .none }
  package func spareBuffer() -> Frame? { nil }
  package func caughtUp() {}
  package var hasControl: Bool { true }
  package func turnOff() -> Bool { false }
}

/// A buffer on loan until `present`.
package struct Frame {
  /// Where to draw.
  package let surface: Surface
  /// How many frames ago this buffer was presented: 1, the one on screen or just before it; 0, its content is unknown
  /// and all must be drawn. (EGL_EXT_buffer_age's meaning.)
  package let age: Int

  /// A buffer and its age.
  package init(surface: Surface, age: Int) {
    self.surface = surface
    self.age = age
  }
}

/// What came out of `handleEvents`.
package struct DisplayEvents: OptionSet, Sendable {
  /// A bit per event.
  package let rawValue: UInt8
  /// From bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A buffer is free again: `nextFrame` will lend one.
  package static let ready = DisplayEvents(rawValue: 1)
  /// The buffers' content is gone, or the screen was set anew: draw a frame.
  package static let redraw = DisplayEvents(rawValue: 2)
}

/// Why a screen could not be had or kept.
package struct DisplayError: Error {
  /// What a caller can do about it.
  package enum Recovery: Sendable {
    /// The same call may succeed later (another master, a busy flip).
    case retry
    /// Close the screen and open it again (unplugged, reset).
    case reopen
    /// It will not get better by itself.
    case giveUp
  }

  /// What was tried, as in "open" or "set mode 800x480".
  package let operation: String
  /// The device, as in "/dev/dri/card0".
  package let path: String
  /// The kernel's errno, or 0 where the kernel did not refuse.
  package let code: Int32
  /// In words.
  package let reason: String
  /// What to do; may be empty.
  package let advice: String
  /// What a caller can do about it.
  package let recovery: Recovery

  /// An error from its parts; `code` 0 where the kernel did not refuse.
  package init(
    _ operation: String, _ path: String, code: Int32 = 0, reason: String, advice: String = "",
    recovery: Recovery = .giveUp
  ) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
    self.advice = advice
    self.recovery = recovery
  }

  /// One line: "cannot open /dev/dri/card0: permission denied; add the user to group video".
  package var message: String {
    let cause = "cannot " + operation + " " + path + ": " + reason
    return advice.isEmpty ? cause : cause + "; " + advice
  }
}
