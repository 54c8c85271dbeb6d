import TestSupport
import Testing

@testable import StarSlider

/// Scaled images against the definition of their filters, in floating point.
@Suite struct ImageScalingTests {
  private static func noise(_ random: inout SplitMix64, _ width: Int32, _ height: Int32) throws -> Image {
    var rgba = (0..<Int(width * height) * 4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for i in 0..<Int(width * height) where random.oneIn(3) { rgba[4 * i + 3] = random.oneIn(2) ? 0 : 255 }
    return try #require(Image(width: width, height: height, rgba: rgba))
  }

  /// The share of source pixel j in pixel i of a line: the overlap, or the nearness of the middles.
  private static func weight(_ i: Int, _ j: Int, from: Int, to: Int) -> Double {
    let ratio = Double(from) / Double(to)
    if to <= from {
      return max(0, min(Double(i + 1) * ratio, Double(j + 1)) - max(Double(i) * ratio, Double(j))) / ratio
    }
    let middle = min(max((Double(i) + 0.5) * ratio - 0.5, 0), Double(from - 1))
    return max(0, 1 - abs(middle - Double(j)))
  }

  private static func expected(
    _ image: Image, x: Int, y: Int, width: Int, height: Int, over: UInt16, channel: Int, _ blending: Blending
  ) -> Double {
    var (alpha, light) = (0.0, 0.0)
    for v in 0..<Int(image.height) {
      let row = weight(y, v, from: Int(image.height), to: height)
      if row == 0 { continue }
      for u in 0..<Int(image.width) {
        let share = row * weight(x, u, from: Int(image.width), to: width)
        let i = 4 * (v * Int(image.width) + u)
        let opacity = share * Double(image.rgba[i + 3]) / 255
        alpha += opacity
        light += opacity * Double(blending.intensity(image.rgba[i + channel]))
      }
    }
    return light + (1 - alpha) * Double(over)
  }

  @Test(arguments: [Blending.linear, .encoded]) func filtersMatchTheirDefinition(blending: Blending) throws {
    var random = SplitMix64(seed: 63)
    let behind = Color(rgb: 0x40_c080)
    for _ in 0..<60 {
      let image = try Self.noise(&random, random.int32(in: 1...19), random.int32(in: 1...19))
      let (width, height) = (random.int32(in: 1...23), random.int32(in: 1...23))
      var picture = Picture(size: Size(width: width + 3, height: height + 2), background: behind, blending: blending)
      picture.draw(image, in: Rect(minX: 1, minY: 2, maxX: width + 1, maxY: height + 2))
      for y in 0..<Int(height) {
        for x in 0..<Int(width) {
          let light = picture.lights[(y + 2) * Int(width + 3) + x + 1]
          for (channel, (got, under)) in [
            (light.red, behind.red), (light.green, behind.green), (light.blue, behind.blue),
          ].enumerated() {
            let exact = Self.expected(
              image, x: x, y: y, width: Int(width), height: Int(height), over: blending.intensity(under),
              channel: channel, blending)
            if abs(Double(got) - exact) > 0.501 {
              Issue.record("\(image.width)x\(image.height) to \(width)x\(height) at \(x), \(y): \(got), not \(exact)")
            }
          }
        }
      }
      #expect(picture[0, 0] == behind && picture[width + 2, height + 1] == behind, "nothing beyond the rectangle")
    }
  }

  @Test func unscaledOpaqueImageIsUnchanged() throws {
    var random = SplitMix64(seed: 64)
    let noise = try Self.noise(&random, 16, 16)
    var rgba = noise.rgba
    for i in stride(from: 3, to: rgba.count, by: 4) { rgba[i] = 255 }
    let image = try #require(Image(width: 16, height: 16, rgba: rgba))
    for blending in [Blending.linear, .encoded] {
      var picture = Picture(size: Size(width: 16, height: 16), background: .white, blending: blending)
      picture.draw(image, in: Rect(picture.size))
      #expect(picture.pixels.enumerated().allSatisfy { $1.red == rgba[4 * $0] && $1.blue == rgba[4 * $0 + 2] })
    }
  }

  /// Black and white lines are half the light, not half the number; the color of what is transparent is of no account.
  @Test func lightAndAlpha() throws {
    let lines = try #require(Image(width: 2, height: 1, rgba: [0, 0, 0, 255, 255, 255, 255, 255]))
    var picture = Picture(size: Size(width: 1, height: 1), background: .white, blending: .linear)
    picture.draw(lines, in: Rect(picture.size))
    #expect(picture[0, 0] == Color(rgb: 0xbc_bcbc))
    let edge = try #require(Image(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 255, 0, 0]))
    picture = Picture(size: Size(width: 1, height: 1), background: .black, blending: .linear)
    picture.draw(edge, in: Rect(picture.size))
    #expect(picture[0, 0] == Color(rgb: 0xbc_0000))
  }

  /// The largest of everything: no sum overflows.
  @Test func extremes() throws {
    let limit = Image.limit
    let long = try #require(
      Image(width: limit, height: 1, rgba: [UInt8](repeating: 255, count: Int(limit) * 4)))
    var picture = Picture(size: Size(width: 1, height: 5000), background: .black, blending: .linear)
    picture.draw(long, in: Rect(picture.size))
    #expect(picture.pixels.allSatisfy { $0 == .white })
    let dot = try #require(Image(width: 1, height: 1, rgba: [255, 255, 255, 255]))
    picture = Picture(size: Size(width: Path.limit, height: 2), background: .black, blending: .linear)
    picture.draw(dot, in: Rect(picture.size))
    #expect(picture.pixels.allSatisfy { $0 == .white })
  }

  @Test func sizes() throws {
    #expect(Image(width: 0, height: 1, rgba: []) == nil && Image(width: 1, height: -1, rgba: []) == nil)
    #expect(Image(width: 1, height: 1, rgba: [1, 2, 3]) == nil)
    #expect(
      Image(width: Image.limit + 1, height: 1, rgba: [UInt8](repeating: 0, count: Int(Image.limit + 1) * 4)) == nil)
    let wide = try #require(Image(width: 300, height: 2, rgba: [UInt8](repeating: 0, count: 2400)))
    #expect(wide.fitted(inSquareOf: 30) == (30, 1) && wide.fitted(inSquareOf: 300) == (300, 2))
    #expect(wide.fitted(inSquareOf: 1) == (1, 1))
    let tall = try #require(Image(width: 23, height: 24, rgba: [UInt8](repeating: 0, count: 23 * 24 * 4)))
    #expect(tall.fitted(inSquareOf: 24) == (23, 24) && tall.fitted(inSquareOf: 48) == (46, 48))
  }
}
