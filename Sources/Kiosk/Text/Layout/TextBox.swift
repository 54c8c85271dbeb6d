/// The box in which a text is set.
struct TextBox {
  /// The width and height in pixels.
  let width: Int32
  let height: Int32
  let alignment: TextAlignment
  let vertical: VerticalAlignment

  /// Returns the start of a line's pen, in 1/64 px from the left.
  func pen(_ line: LineExtent, _ isRightToLeft: Bool) -> Int64 {
    let space = Int64(width) * 64 - line.width
    let before: Int64 =
      switch alignment {
      case .start: isRightToLeft ? space : 0
      case .center: space >> 1
      case .end: isRightToLeft ? 0 : space
      }
    return before - line.left
  }
}
