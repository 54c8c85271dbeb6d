// This module also exports the modules that its interface uses, so that a program needs only one import (docs/decisions/0001-layers.md).
@_exported import Basics
@_exported import EvdevTouch
@_exported import StarSlider
@_exported import Touch

/// A touchscreen whose touches are in the viewer's pixels, ready for a `StarSlider`.
///
///     let touch = try TouchPanel(on: screen)
///     // once `touch.descriptor` is readable:
///     try touch.poll { event in _ = slider.handle(event) }
public final class TouchPanel {
  private let device: TouchScreen
  private let transform: TouchTransform
  private let screen: ScreenTransform

  /// Opens a touchscreen and stops all other programs from receiving its events (EVIOCGRAB).
  ///
  /// - Parameters:
  ///   - path: The device, such as "/dev/input/event0". By default, the first touchscreen is opened.
  ///   - screen: The scanout that the touchscreen covers, and the rotation of the picture on it.
  ///   - calibration: A correction. The default is udev's LIBINPUT_CALIBRATION_MATRIX, if the device has one.
  @export(interface)
  public init(
    _ path: String? = nil, on screen: ScreenTransform, calibration: Calibration? = nil
  ) throws(TouchError) {
    if let path { device = try TouchScreen(path: path) } else { device = try TouchScreen.automatic() }
    let udev = device.udevCalibration.flatMap { try? Calibration(parsing: $0) }
    guard
      let transform = TouchTransform(
        x: device.axes.x, y: device.axes.y, screen: screen.physical, calibration: calibration ?? udev ?? .identity)
    else {
      throw TouchError(.refused, "use", device.path, reason: "the screen's sides are not from 1 to 32767 pixels")
    }
    self.transform = transform
    self.screen = screen
  }

  /// The device's path, such as "/dev/input/event0".
  public var path: String { device.path }

  /// The name that the device reports.
  public var name: String { device.device.name }

  /// A descriptor for poll(2); readable when there are touches.
  public var descriptor: Int32 { device.descriptor }

  /// Emits all pending touches. Never waits and never allocates memory.
  ///
  /// - Throws: If the device was disconnected or cannot be read. All contacts have been cancelled by then. The panel cannot be used any
  ///   more; open it again.
  public func poll(_ emit: (TouchEvent<LayoutSpace>) -> Void) throws(TouchError) {
    try device.drain { event in emit(screen.toLayout(transform.toPhysical(event))) }
  }
}
