/// The control of a screen: giving it up and regaining it, turning it off, and replacing it.
public protocol ScreenControl: AnyObject {
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
}

extension ScreenControl {
  public var hasControl: Bool { true }
  public func turnOff() -> Bool { false }
  public func hasChanged() -> Bool { false }
  public func reopened() throws(DisplayError) -> (any Display)? { nil }
}
