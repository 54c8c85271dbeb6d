import Geometry

extension Surface {
  /// Returns the part of the surface to which a picture is drawn that is shifted right and down. It starts at the
  /// picture's first pixel, and it is empty if the shift goes beyond the surface.
  @usableFromInline package func moved(by shift: ScreenShift) -> Surface {
    if shift == .none { return self }
    let (x, y) = (min(shift.x, size.width), min(shift.y, size.height))
    return Surface(
      base: address(x: x, y: y), pitch: pitch, size: Size(width: size.width - x, height: size.height - y),
      format: format)
  }
}
