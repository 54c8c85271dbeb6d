import Geometry
import Rating

/// From a device's units to the scanout's pixels. Rotation comes after, by `ScreenTransform.toLayout`.
///
/// ```
/// u  = (x - min + 1/2) / (|max - min| + 1)            0 ... 1, 30 fraction bits, rounded to nearest
/// u' = a*u + b*v + c                                  the calibration; 30 fraction bits, rounded to nearest
/// px = u' * width, clamped to 1/256 ... width - 1/256    24.8, rounded to nearest
/// ```
///
/// and y alike. Each of the device's values is a cell, as each pixel is one: a panel that says 0...799 for 800 px hits
/// the middle of every pixel, and Raspberry Pi's that says 0...800 (one too many) still begins in the first and ends in
/// the last. Where the range is inverted (`min` above `max`), x - min counts the other way. The clamp keeps off both
/// edges by 1/256 px, so that the position lies in `[0, width)` under every rotation, mirrored or not.
package struct TouchTransform: Hashable, Sendable {
  /// The device's axis across its own width.
  package let axisX: AxisInfo
  /// The device's axis down.
  package let axisY: AxisInfo
  /// The scanout's size, pixels.
  package let screen: Size<PhysicalSpace>
  /// What corrects the device.
  package let calibration: Calibration
  /// The calibration corrects nothing: what it would multiply and add changes no bit.
  private let isPlain: Bool

  /// Nil if an axis has no usable range, or the screen is not 1 to 32,767 px either way.
  @export(interface)
  package init?(x: AxisInfo, y: AxisInfo, screen: Size<PhysicalSpace>, calibration: Calibration = .identity) {
    let sizes: ClosedRange<Int32> = 1...32_767
    guard x.isUsable, y.isUsable, sizes.contains(screen.width), sizes.contains(screen.height) else { return nil }
    axisX = x
    axisY = y
    self.screen = screen
    self.calibration = calibration
    isPlain = calibration == .identity
  }

  /// Within `[0, width) x [0, height)`, whatever comes in.
  package func toPhysical(_ point: Point<RawSpace>) -> Point<PhysicalSpace> {
    let u = axisX.share(of: point.x)
    let v = axisY.share(of: point.y)
    if isPlain { return Point(x: pixels(at: u, across: screen.width), y: pixels(at: v, across: screen.height)) }
    let m = calibration
    return Point(
      x: pixels((Int64(m.a) * u + Int64(m.b) * v + Int64(m.c) << 30), across: screen.width),
      y: pixels((Int64(m.d) * u + Int64(m.e) * v + Int64(m.f) << 30), across: screen.height))
  }

  /// Returns an event of the device on the scanout.
  package func toPhysical(_ event: TouchEvent<RawSpace>) -> TouchEvent<PhysicalSpace> {
    event.moved(to: toPhysical(event.position))
  }

  /// `share` has 46 fraction bits.
  private func pixels(_ share: Int64, across size: Int32) -> Fixed { pixels(at: (share + 1 << 15) >> 16, across: size) }

  /// `share` has 30 fraction bits, and is within what `Calibration.limit` allows: no product overflows.
  @inline(__always)
  private func pixels(at share: Int64, across size: Int32) -> Fixed {
    let position = (share &* Int64(size) &+ 1 << 21) >> 22
    return Fixed(raw: Int32(truncatingIfNeeded: min(max(position, 1), Int64(size) << 8 &- 1)))
  }
}

extension AxisInfo {
  /// How many values the axis has.
  var span: Int64 { abs(Int64(maximum) &- Int64(minimum)) &+ 1 }

  /// Where a value lies on the axis, 0 ... 1 with 30 fraction bits; its cell's middle for a whole one.
  @inline(__always)
  func share(of value: Fixed) -> Int64 {
    let distance = Int64(value.raw) &- Int64(minimum) << 8
    let along = (minimum <= maximum ? distance : 0 &- distance) &+ 128
    let length = span << 8
    // Rounded to nearest. Nothing is negative here, and an axis that can be used has fewer than 2^24 values.
    let rounded = UInt64(bitPattern: min(max(along, 0), length) << 30 &+ length >> 1)
    return Int64(bitPattern: rounded / UInt64(bitPattern: length))
  }
}
