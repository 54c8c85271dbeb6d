import Geometry

extension Surface {
  /// The part of the surface that a moved picture is drawn to, from the picture's own first pixel on: what is moved beyond the
  /// right and lower edge is not in it. A shift beyond the surface leaves nothing.
  @usableFromInline package func moved(by shift: ScreenShift) -> Surface {
    if shift == .none { return self }
    let (x, y) = (min(shift.x, size.width), min(shift.y, size.height))
    return Surface(
      base: address(x: x, y: y), pitch: pitch, size: Size(width: size.width - x, height: size.height - y),
      format: format)
  }
}
