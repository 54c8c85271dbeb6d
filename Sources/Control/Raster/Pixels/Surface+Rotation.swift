import Geometry

extension Surface {
  /// Copies a picture in the viewer's orientation, whose size is the transform's, onto this whole scanout.
  func copy<Word: PixelWord>(_: Word.Type, _ upright: UnsafeMutablePointer<Word>, through transform: ScreenTransform) {
    func offset(_ x: Int32, _ y: Int32) -> Int {
      let pixel = transform.toPhysical(x: x, y: y)
      return Int(pixel.y) * pitch + Int(pixel.x) * MemoryLayout<Word>.stride
    }
    let (first, layout) = (offset(0, 0), transform.layout)
    let (perColumn, perRow) = (offset(1, 0) - first, offset(0, 1) - first)
    var next = unsafe upright
    for y in 0..<Int(layout.height) {
      let line = unsafe base + (first + y * perRow)
      for x in 0..<Int(layout.width) {
        unsafe (line + x &* perColumn).storeBytes(of: next.pointee, as: Word.self)
        unsafe next += 1
      }
    }
  }
}
