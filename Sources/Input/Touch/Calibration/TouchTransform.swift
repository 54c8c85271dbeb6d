import StarSlider

/// The axis units of a touch device, before calibration.
package enum RawSpace {}

/// The transform from a device's units to scanout pixels. `ScreenTransform.toLayout` then applies the rotation.
///
/// ```
/// u  = (x - min + 1/2) / (|max - min| + 1)            0 ... 1, 30 fraction bits, rounded to nearest
/// u' = a*u + b*v + c                                  the calibration; 30 fraction bits, rounded to nearest
/// px = u' * width, clamped to 1/256 ... width - 1/256    24.8, rounded to nearest
/// ```
///
/// The same holds for y. Each value of the device is a cell, like a pixel: a panel with the range 0...799 on 800 px hits the middle of
/// every pixel, and Raspberry Pi's panel with 0...800 (one value too many) still begins in the first and ends in the last pixel. For an
/// inverted range (`min` above `max`), x - min counts the other way. The clamp keeps 1/256 px from both edges, so that the position lies in
/// `[0, width)` under every rotation.
package struct TouchTransform: Hashable, Sendable {
  package let axisX: AxisInfo
  package let axisY: AxisInfo
  /// The size of the scanout in pixels.
  package let screen: Size<PhysicalSpace>
  package let calibration: Calibration
  /// Whether the calibration is the identity, so that its products and sums can be skipped.
  private let isPlain: Bool

  /// Fails if an axis has no usable range, or if a side of the screen is not 1 to 32,767 px.
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

  /// Returns a position within `[0, width) x [0, height)`; positions beyond the axes are clamped.
  package func toPhysical(_ point: Point<RawSpace>) -> Point<PhysicalSpace> {
    let u = axisX.share(of: point.x)
    let v = axisY.share(of: point.y)
    if isPlain { return Point(x: pixels(at: u, across: screen.width), y: pixels(at: v, across: screen.height)) }
    let m = calibration
    return Point(
      x: pixels((Int64(m.a) * u + Int64(m.b) * v + Int64(m.c) << 30), across: screen.width),
      y: pixels((Int64(m.d) * u + Int64(m.e) * v + Int64(m.f) << 30), across: screen.height))
  }

  /// Returns an event of the device with its position on the scanout.
  package func toPhysical(_ event: TouchEvent<RawSpace>) -> TouchEvent<PhysicalSpace> {
    event.moved(to: toPhysical(event.position))
  }

  /// Converts a share with 46 fraction bits to pixels.
  private func pixels(_ share: Int64, across size: Int32) -> Fixed { pixels(at: (share + 1 << 15) >> 16, across: size) }

  /// Converts a share with 30 fraction bits to pixels. `Calibration.limit` bounds it, so that no product overflows.
  @inline(__always) private func pixels(at share: Int64, across size: Int32) -> Fixed {
    let position = (share &* Int64(size) &+ 1 << 21) >> 22
    return Fixed(raw: Int32(truncatingIfNeeded: min(max(position, 1), Int64(size) << 8 &- 1)))
  }
}

extension AxisInfo {
  /// The number of values that the axis has.
  var span: Int64 { abs(Int64(maximum) &- Int64(minimum)) &+ 1 }

  /// Returns the position of a value on the axis, 0 ... 1 with 30 fraction bits: the middle of its cell.
  @inline(__always) func share(of value: Fixed) -> Int64 {
    let distance = Int64(value.raw) &- Int64(minimum) << 8
    let along = (minimum <= maximum ? distance : 0 &- distance) &+ 128
    let length = span << 8
    // Rounded to nearest. No operand is negative, and a usable axis has fewer than 2^24 values.
    let rounded = UInt64(bitPattern: min(max(along, 0), length) << 30 &+ length >> 1)
    return Int64(bitPattern: rounded / UInt64(bitPattern: length))
  }
}
