import TestSupport
import Testing

@testable import StarSlider

/// Ordered dithering for screens of 16 bits a pixel.
@Suite struct DitherTests {
  private static func flat(_ color: Color, _ background: Color, width: Int32 = 8, height: Int32 = 8) -> Picture {
    var picture = Picture(size: Size(width: width, height: height), background: background, blending: .linear)
    picture.fill(Outline(Path(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))), with: color)
    return picture
  }

  @Test func everyThresholdOnce() {
    var seen = Set<UInt32>()
    for y in 0..<8 as Range<Int32> { for x in 0..<8 as Range<Int32> { seen.insert(DitherPattern.threshold(x, y)) } }
    #expect(seen == Set(0..<64))
    for i in 0..<64 as Range<Int32> {
      #expect(DitherPattern.threshold(i, 3 * i) == DitherPattern.threshold(i + 8, 3 * i + 16))
    }
  }

  /// The light of 8 x 8 pixels is that of the color, to 1/128 of the step between two levels; each pixel is one of them.
  @Test(arguments: [PixelFormat.rgb565, .bgr565].indices) func theMeanIsTheColor(format index: Int) {
    let format = [PixelFormat.rgb565, .bgr565][index]
    var random = SplitMix64(seed: 61)
    for i in 0..<500 {
      let color = Color(rgb: i < 256 ? UInt32(i) * 0x01_0101 : UInt32(truncatingIfNeeded: random.next()))
      let words = Self.flat(color, Color(rgb: 0x12_3457)).words(in: format)
      for (channel, code) in [(format.red, color.red), (format.green, color.green), (format.blue, color.blue)] {
        var (sum, low, high) = (0, Int.max, 0)
        for word in words {
          let level = Int((word >> UInt32(channel.shift)) & ((1 << UInt32(channel.bits)) - 1))
          sum += Int(SRGB.light[Int(channel.decode(word))])
          (low, high) = (min(low, level), max(high, level))
        }
        let wanted = Double(SRGB.light[Int(code)])
        func light(ofLevel level: Int) -> Double {
          Double(SRGB.light[Int(channel.decode(UInt32(level) << UInt32(channel.shift)))])
        }
        let most = (1 << Int(channel.bits)) - 1
        let step = light(ofLevel: min(low + 1, most)) - light(ofLevel: min(low, most - 1))
        let error = abs(Double(sum) / 64 - wanted)
        if error > step / 128 + 1 || high > low + 1 {
          Issue.record("\(color): \(low)...\(high), off by \(error) of \(step)")
        }
      }
    }
  }

  /// What a level says exactly is flat, and so is the background.
  @Test func exactColorsAreFlat() {
    for color in [Color.white, .black, .yellow, Color(rgb: 0xff00ff)] {
      let words = Self.flat(color, Color(rgb: 0x80_8080)).words(in: .rgb565)
      #expect(words.allSatisfy { $0 == PixelFormat.rgb565.encode(color) })
    }
    let odd = Color(rgb: 0x2e_9e5b)
    let joined = Picture(size: Size(width: 9, height: 9), background: odd, blending: .linear).words(in: .rgb565)
    #expect(joined.allSatisfy { $0 == PixelFormat.rgb565.encode(odd) }, "as the fill around the picture")
  }

  /// A pixel's place decides, nothing else: the same color gives the same word in any picture.
  @Test func partsMatchTheWhole() {
    let color = Color(rgb: 0x37_6fa1)
    let whole = Self.flat(color, .white, width: 24, height: 16).words(in: .rgb565)
    var part = Picture(size: Size(width: 24, height: 16), background: .white, blending: .linear)
    part.fill(Outline(Path(minX: 3, minY: 5, maxX: 20, maxY: 11)), with: color)
    let words = part.words(in: .rgb565)
    for y in 5..<11 { for x in 3..<20 where words[y * 24 + x] != whole[y * 24 + x] { Issue.record("\(x), \(y)") } }
  }

  @Test func plainAndWideFormatsAreNotDithered() {
    var random = SplitMix64(seed: 62)
    for format in PixelFormat.allCases {
      for _ in 0..<50 {
        let color = Color(rgb: UInt32(truncatingIfNeeded: random.next()))
        var plain = Picture(size: Size(width: 8, height: 8), background: .white)
        plain.fill(Outline(Path(minX: 0, minY: 0, maxX: 8, maxY: 8)), with: color)
        #expect(plain.words(in: format).allSatisfy { $0 == format.encode(color) })
        if format.bytesPerPixel > 2 {
          #expect(Self.flat(color, .white).words(in: format).allSatisfy { $0 == format.encode(color) })
        }
      }
    }
  }
}
