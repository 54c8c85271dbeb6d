import TestSupport
import Testing

@testable import StarSlider

/// Runs of equal pixels, and one pixel over another: every length and every value, against the slow way.
@Suite struct PixelStoreTests {
  /// Every length up to several of the widest stores, at odd and even offsets, and not a byte beside.
  @Test func runsOfEveryLength() {
    let room = 480
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 64)
    defer { memory.deallocate() }
    func check<Word: PixelWord>(_ type: Word.Type, _ word: UInt32) {
      let stride = MemoryLayout<Word>.stride
      for count in 0...100 {
        for offset in [16, 17, 19, 22, 31] {
          memory.initializeMemory(as: UInt8.self, repeating: 0xa5, count: room)
          Word.storeRun(memory + offset, count, word)
          let bytes = UnsafeRawBufferPointer(start: memory, count: room)
          for i in 0..<room {
            let inRun = i >= offset && i < offset + count * stride
            let expected = inRun ? UInt8(truncatingIfNeeded: word >> UInt32(8 * ((i - offset) % stride))) : 0xa5
            if bytes[i] != expected {
              Issue.record("\(type), \(count) pixels at \(offset): byte \(i)")
              return
            }
          }
        }
      }
    }
    check(UInt32.self, 0x1234_5678)
    check(UInt16.self, 0x4321)
    check(Pixel24.self, 0x65_4321)
  }

  /// Every pair of levels of a field at every coverage, in each field of each word.
  @Test func blendingIsRoundedToNearest() {
    func nearest(_ under: UInt32, _ over: UInt32, _ coverage: UInt32) -> UInt16 {
      UInt16((2 * (under * (255 - coverage) + over * coverage) + 255) / 510)
    }
    for coverage in 0...255 as ClosedRange<UInt8> {
      for under in stride(from: 0 as UInt32, through: 65535, by: 257) {
        for over in stride(from: UInt32(coverage % 5), through: 65535, by: 1285) {
          let light = Light(red: UInt16(under), green: UInt16(65535 - under), blue: 0)
          let mixed = light.mixed(with: Light(red: UInt16(over), green: UInt16(over), blue: 65535), coverage)
          let expected = Light(
            red: nearest(under, over, UInt32(coverage)), green: nearest(65535 - under, over, UInt32(coverage)),
            blue: UInt16(coverage) * 257)
          if mixed != expected { Issue.record("\(over) over \(under) at \(coverage)") }
        }
      }
    }
  }
}
