import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider

/// The number of bytes that a drag stores, and the number that change. The same drag runs on two screens whose memory is set to
/// 0x00 and to 0xff before each frame: a byte that is equal in both afterwards was stored. A third screen keeps its content and
/// shows which bytes change.
struct StoredBytes {
  let stored: Int64
  let differing: Int64

  init(_ options: Options) throws(ProgramError) {
    func scene() throws(ProgramError) -> DragScene { try DragScene(options, rotation: .none) }
    let (zeros, ones, plain) = (try scene(), try scene(), try scene())
    let (low, high, shown) = (try zeros.screen.scanout(), try ones.screen.scanout(), try plain.screen.scanout())
    let count = low.pitch * Int(low.size.height)
    try Screen.requireMemory(Int64(count), for: "copies of the screen")
    let before = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    defer { before.deallocate() }
    var (stored, differing): (Int64, Int64) = (0, 0)
    for _ in 0..<DragScene.frames {
      low.base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      high.base.initializeMemory(as: UInt8.self, repeating: 255, count: count)
      before.copyMemory(from: shown.base, byteCount: count)
      try zeros.step()
      try ones.step()
      try plain.step()
      stored += Self.bytes(count, low) { Self.byte(low.base, $0) == Self.byte(high.base, $0) }
      differing += Self.bytes(count, low) { Self.byte(before, $0) != Self.byte(shown.base, $0) }
    }
    self.stored = stored
    self.differing = differing
  }

  private static func byte(_ base: UnsafeMutableRawPointer, _ offset: Int) -> UInt8 {
    base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns the size of all pixels that have a byte for which `isMeant` is true.
  @inline(__always)
  private static func bytes(_ count: Int, _ surface: Surface, _ isMeant: (Int) -> Bool) -> Int64 {
    let size = Int(surface.format.bytesPerPixel)
    var bytes: Int64 = 0
    var offset = 0
    while offset < count {
      for i in 0..<size where isMeant(offset + i) {
        bytes += Int64(size)
        break
      }
      offset += size
    }
    return bytes
  }
}
