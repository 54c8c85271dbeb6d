extension Surface {
  /// Stores a picture in the viewer's orientation, whose size is the transform's, on this whole scanout of `Stored` pixels.
  func store<Word: PixelWord, Stored: PixelWord>(
    _ upright: UnsafePointer<Word>, as _: Stored.Type, through transform: ScreenTransform
  ) {
    func offset(_ x: Int32, _ y: Int32) -> Int {
      let pixel = transform.toPhysical(x: x, y: y)
      return Int(pixel.y) * pitch + Int(pixel.x) * MemoryLayout<Stored>.stride
    }
    let (first, layout) = (offset(0, 0), transform.layout)
    let (perColumn, perRow) = (offset(1, 0) - first, offset(0, 1) - first)
    var next = unsafe upright
    for y in 0..<Int(layout.height) {
      let line = unsafe base + (first + y * perRow)
      for x in 0..<Int(layout.width) {
        unsafe (line + x &* perColumn).storeBytes(
          of: Stored(bits: next.pointee.bits), as: Stored.self)
        unsafe next += 1
      }
    }
  }
}
