import StarSlider

/// The input of a display that is a window. Other displays have none.
public protocol WindowInput: AnyObject {
  /// Whether the display has its own input, as a window does. `handleEvents` reads it; `takeTouches` and `takeKeys` return it.
  var hasInput: Bool { get }

  /// Passes on the contacts that `handleEvents` has read, in scanout pixels. Contact 0 is the mouse.
  func takeTouches(_ handle: (TouchEvent<PhysicalSpace>) -> Void)

  /// Passes on the key presses that `handleEvents` has read, with their CLOCK_MONOTONIC times in nanoseconds.
  func takeKeys(_ handle: (Key, Int64) -> Void)
}

extension WindowInput {
  public var hasInput: Bool { false }
  public func takeTouches(_ handle: (TouchEvent<PhysicalSpace>) -> Void) {}
  public func takeKeys(_ handle: (Key, Int64) -> Void) {}
}
