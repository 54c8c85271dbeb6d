import StarSlider
import TestSupport
import Testing

/// Every format at every intensity, and the kernel's names and numbers written out.
@Suite struct PixelFormatTests {
  /// `drm_fourcc.h`, by name: code, bytes, and the bits of red, green and blue as (shift, width).
  private static let kernel: [(String, UInt32, Int32, [(Int32, Int32)])] = [
    ("XRGB8888", 0x3432_5258, 4, [(16, 8), (8, 8), (0, 8)]),
    ("XBGR8888", 0x3432_4258, 4, [(0, 8), (8, 8), (16, 8)]),
    ("ARGB8888", 0x3432_5241, 4, [(16, 8), (8, 8), (0, 8)]),
    ("RGB888", 0x3432_4752, 3, [(16, 8), (8, 8), (0, 8)]),
    ("BGR888", 0x3432_4742, 3, [(0, 8), (8, 8), (16, 8)]),
    ("RGB565", 0x3631_4752, 2, [(11, 5), (5, 6), (0, 5)]),
    ("BGR565", 0x3631_4742, 2, [(0, 5), (5, 6), (11, 5)]),
  ]

  @Test func namesAndNumbers() throws {
    #expect(PixelFormat.allCases.count == Self.kernel.count)
    for (i, (name, code, bytes, channels)) in Self.kernel.enumerated() {
      let format = PixelFormat.allCases[i]
      #expect("\(format.name)" == name && format.fourCC == code && format.bytesPerPixel == bytes)
      #expect([format.red, format.green, format.blue] == channels.map { Channel(shift: $0.0, bits: $0.1) })
      #expect(PixelFormat.named(name) == format)
      #expect(PixelFormat.allCases.filter { $0.fourCC == code } == [format])
    }
    for name in ["", "xrgb8888", "XRGB888", "XRGB88888", "YUYV"] { #expect(PixelFormat.named(name) == nil) }
  }

  /// XRGB8888 and ARGB8888 have the same bitfields: the first one is taken.
  @Test func bitfields() {
    for format in PixelFormat.allCases {
      let found = PixelFormat.matching(
        bytesPerPixel: format.bytesPerPixel, red: format.red, green: format.green, blue: format.blue)
      #expect(found == (format == .argb8888 ? .xrgb8888 : format))
      let missing = PixelFormat.matching(
        bytesPerPixel: format.bytesPerPixel, red: format.green, green: format.red, blue: format.blue)
      #expect(missing == nil)
    }
  }

  private static func color(_ channel: Int, _ intensity: UInt8) -> Color {
    Color(red: channel == 0 ? intensity : 0, green: channel == 1 ? intensity : 0, blue: channel == 2 ? intensity : 0)
  }

  /// Encoded to the nearest that the width can say, decoded by repeating bits, and back without a change.
  @Test(arguments: PixelFormat.allCases.indices) func everyIntensity(of index: Int) {
    let format = PixelFormat.allCases[index]
    let channels = [format.red, format.green, format.blue]
    let opaque: UInt32 = format.bytesPerPixel == 4 ? 0xff00_0000 : 0
    for (i, channel) in channels.enumerated() {
      let greatest = Double((1 << channel.bits) - 1)
      for intensity in UInt8(0)...255 {
        let pixel = format.encode(Self.color(i, intensity))
        let field = UInt32((Double(intensity) * greatest / 255).rounded())
        #expect(pixel == opaque | field << UInt32(channel.shift))
        let decoded = format.decode(pixel)
        #expect(decoded == Self.color(i, Self.repeated(field, Int(channel.bits))))
        #expect(format.encode(decoded) == pixel)
        if channel.bits == 8 { #expect(decoded == Self.color(i, intensity)) }
      }
    }
  }

  /// A field's bits written one after the other until eight are full.
  private static func repeated(_ field: UInt32, _ bits: Int) -> UInt8 {
    var text = ""
    while text.count < 8 {
      for bit in (0..<bits).reversed() { text += (field >> UInt32(bit)) & 1 == 1 ? "1" : "0" }
    }
    return UInt8(text.prefix(8), radix: 2)!
  }

  /// Every value of a channel mixed with every other, in steps of the share: the nearest level in light, or one that is at most 5/32
  /// of 255 farther.
  @Test(arguments: PixelFormat.allCases.indices) func mixing(of index: Int) {
    let format = PixelFormat.allCases[index]
    var random = SplitMix64(seed: 9)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: MixTable.byteCount, alignment: 16)
    defer { memory.deallocate() }
    let table = MixTable(.linear, bytesPerPixel: Int(format.bytesPerPixel), in: memory)
    for _ in 0..<20_000 {
      // The unused byte is written as ones, and stays so.
      let one = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
      let other = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
      let share = UInt32(random.int32(in: 0...256))
      func word<Word: PixelWord>(_: Word.Type) -> UInt32 {
        Word(Word(bits: one).light(table).mixed(with: Word(bits: other).light(table), share), table).bits
      }
      let mixed =
        switch format.bytesPerPixel {
        case 2: word(UInt16.self)
        case 3: word(Pixel24.self)
        default: word(UInt32.self)
        }
      if format.bytesPerPixel == 4 { #expect(mixed >> 24 == 255) }
      for channel in [format.red, format.green, format.blue] {
        func light(_ word: UInt32) -> Double { Double(SRGB.light[Int(channel.decode(word))]) }
        let exact = (light(one) * Double(256 - share) + light(other) * Double(share)) / 256
        let mask = UInt32(1 << channel.bits) - 1
        let level = (mixed >> UInt32(channel.shift)) & mask
        let distances = [level == 0 ? 0 : level - 1, level, min(level + 1, mask)].map {
          abs(light($0 << UInt32(channel.shift)) - exact)
        }
        if distances[1] > distances.min()! + 40 {
          Issue.record("\(format.name): \(one) and \(other) at \(share)")
        }
      }
    }
  }

  @Test func absentChannels() {
    let absent = Channel(shift: 0, bits: 0)
    #expect(absent.encode(255) == 0)
    #expect(absent.decode(0) == 255)
  }

  @Test func threeBytePixels() {
    #expect(MemoryLayout<Pixel24>.size == 3)
    #expect(MemoryLayout<Pixel24>.stride == 3)
    #expect(MemoryLayout<Pixel24>.alignment == 1)
    let pixel = Pixel24(bits: 0xff12_3456)
    #expect(pixel.bits == 0x12_3456)
    #expect(withUnsafeBytes(of: pixel) { Array($0) } == [0x56, 0x34, 0x12])
    #expect(UInt16(bits: 0xffff_1234).bits == 0x1234)
    #expect(UInt32(bits: 0xfedc_1234).bits == 0xfedc_1234)
  }

  @Test func colors() {
    #expect(Color(rgb: 0x12_3456) == Color(red: 0x12, green: 0x34, blue: 0x56))
    for share in UInt8(0)...255 {
      let mixed = Color.white.mixed(with: .black, share)
      #expect(mixed.red == 255 - share && mixed.green == 255 - share && mixed.blue == 255 - share)
      #expect(Color.yellow.mixed(with: .yellow, share) == .yellow)
    }
  }
}
