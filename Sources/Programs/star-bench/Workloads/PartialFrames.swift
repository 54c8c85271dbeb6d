import Basics
import CLinux
import Display
import Geometry
import Raster
import StarSlider

/// The largest difference of any channel, of 255, between the frames of a drag that are painted partially and the same frames
/// painted fully. Two drags run in parallel.
struct PartialFrames {
  private(set) var most: Int64 = 0

  init(_ options: Options) throws(ProgramError) {
    func scene() throws(ProgramError) -> DragScene { try DragScene(options, rotation: .none) }
    let (partial, whole) = (try scene(), try scene())
    for _ in 0..<DragScene.frames {
      try partial.step()
      try whole.step()
      whole.slider.invalidate()
      try whole.paint()
      most = max(most, Self.difference(try partial.screen.scanout(), try whole.screen.scanout()))
    }
  }

  private static func difference(_ a: Surface, _ b: Surface) -> Int64 {
    if memcmp(a.base, b.base, a.pitch * Int(a.size.height)) == 0 { return 0 }
    var most: Int32 = 0
    for y in 0..<a.size.height {
      for x in 0..<a.size.width {
        let (one, other) = (a.color(x: x, y: y), b.color(x: x, y: y))
        most = max(most, abs(Int32(one.red) - Int32(other.red)))
        most = max(most, abs(Int32(one.green) - Int32(other.green)))
        most = max(most, abs(Int32(one.blue) - Int32(other.blue)))
      }
    }
    return Int64(most)
  }
}
