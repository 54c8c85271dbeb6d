import Basics
import CLinux
import Display
import StarSlider

/// The number of bytes that a drag stores, and a check that its frames are right.
final class BytesWorkload: Workload {
  let name = "bytes"
  let help = """
    how many bytes a drag stores and how many of them change, and how far its frames differ from fully painted ones; \
    counted, not timed; in memory only
    """
  let screens = WorkloadScreens.memory

  func measure(in run: inout Run) throws(ProgramError) {
    let (stored, differing) = try storedBytes(run.options)
    run.facts += [
      Fact(name: "drag stored", unit: "bytes", value: stored),
      Fact(name: "drag differing", unit: "bytes", value: differing),
      Fact(name: "drag partial against whole", unit: "of 255", value: try partialFrames(run.options)),
    ]
  }

  /// Returns the number of bytes that a drag stores, and the number that change. The same drag runs on two screens whose memory is set to
  /// 0x00 and to 0xff before each frame: a byte that is equal in both afterwards was stored. A third screen keeps its content and shows
  /// which bytes change.
  private func storedBytes(_ options: Options) throws(ProgramError) -> (stored: Int64, differing: Int64) {
    let zeros = try DragScene(options, rotation: .none)
    let ones = try DragScene(options, rotation: .none)
    let plain = try DragScene(options, rotation: .none)
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
      for scene in [zeros, ones, plain] { try scene.step() }
      stored += bytes(count, low) { byte(low.base, $0) == byte(high.base, $0) }
      differing += bytes(count, low) { byte(before, $0) != byte(shown.base, $0) }
    }
    return (stored, differing)
  }

  private func byte(_ base: UnsafeMutableRawPointer, _ offset: Int) -> UInt8 {
    base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns the total size of the pixels that have a byte for which `isMeant` is true.
  @inline(__always) private func bytes(_ count: Int, _ surface: Surface, _ isMeant: (Int) -> Bool) -> Int64 {
    let size = Int(surface.format.bytesPerPixel)
    let pixels = stride(from: 0, to: count, by: size).count { pixel in (0..<size).contains { isMeant(pixel + $0) } }
    return Int64(pixels * size)
  }

  /// Returns the largest difference of any channel, of 255, between partially and fully painted frames of the same drag.
  private func partialFrames(_ options: Options) throws(ProgramError) -> Int64 {
    let (partial, whole) = (try DragScene(options, rotation: .none), try DragScene(options, rotation: .none))
    var most: Int64 = 0
    for _ in 0..<DragScene.frames {
      try partial.step()
      try whole.step()
      whole.slider.invalidate()
      try whole.paint()
      most = max(most, difference(try partial.screen.scanout(), try whole.screen.scanout()))
    }
    return most
  }

  private func difference(_ a: Surface, _ b: Surface) -> Int64 {
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
