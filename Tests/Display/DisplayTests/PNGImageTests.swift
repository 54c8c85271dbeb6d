import Display
import Raster
import TestSupport
import Testing

/// Pictures of every kind, and broken ones: each gives the right pixels or says what is wrong.
@Suite struct PNGImageTests {
  private static func noise(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: 40)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// 5 x 3 with alpha.
  private static let rgba = noise(60)

  private static func rows(_ bytes: [UInt8], ofBytes count: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: count) { rows += [0] + bytes[start..<start + count] }
    return rows
  }

  private static var good: PNGFile { PNGFile(width: 5, height: 3, rows: rows(rgba, ofBytes: 20)) }

  private static func reason(_ bytes: [UInt8]) -> String {
    do throws(PNG.Failure) {
      _ = try PNG.decodeImage(bytes)
      return "no failure"
    } catch { return error.reason }
  }

  @Test func alpha() throws {
    let image = try PNG.decodeImage(Self.good.bytes)
    #expect(image.width == 5 && image.height == 3 && image.rgba == Self.rgba)
  }

  @Test func withoutAlpha() throws {
    let file = PNGFile(width: 2, height: 1, kind: 2, rows: [0, 10, 20, 30, 40, 50, 60])
    #expect(try PNG.decodeImage(file.bytes).rgba == [10, 20, 30, 255, 40, 50, 60, 255])
  }

  @Test func interlaced() throws {
    // Adam7: where each pass starts and how far apart its pixels are.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var rows: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < 5 && y0 < 3 {
      for y in stride(from: y0, to: 3, by: dy) {
        rows.append(0)
        for x in stride(from: x0, to: 5, by: dx) { rows += Self.rgba[4 * (5 * y + x)..<4 * (5 * y + x) + 4] }
      }
    }
    let file = PNGFile(width: 5, height: 3, interlaced: true, rows: rows)
    #expect(try PNG.decodeImage(file.bytes).rgba == Self.rgba)
  }

  /// The upper eight bits, rounded: sRGB's numbers are not taken for light.
  @Test func sixteenBits() throws {
    let file = PNGFile(
      width: 2, height: 1, bits: 16, kind: 6,
      rows: [0, 0x80, 0x80, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x12, 0x12, 0x34, 0x34, 0x56, 0x56, 0xff, 0xff])
    #expect(try PNG.decodeImage(file.bytes).rgba == [0x80, 0, 255, 255, 0x12, 0x34, 0x56, 255])
  }

  @Test func palette() throws {
    let file = PNGFile(
      width: 3, height: 1, bits: 2, kind: 3,
      extra: [("PLTE", [1, 2, 3, 200, 100, 50, 9, 8, 7]), ("tRNS", [255, 128])], rows: [0, 0b01_10_00_00])
    #expect(try PNG.decodeImage(file.bytes).rgba == [200, 100, 50, 128, 9, 8, 7, 255, 1, 2, 3, 255])
  }

  @Test func grey() throws {
    let bits = PNGFile(width: 3, height: 1, bits: 1, kind: 0, rows: [0, 0b1010_0000])
    #expect(try PNG.decodeImage(bits.bytes).rgba == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    let alpha = PNGFile(width: 2, height: 1, kind: 4, rows: [0, 77, 255, 99, 13])
    #expect(try PNG.decodeImage(alpha.bytes).rgba == [77, 77, 77, 255, 99, 99, 99, 13])
  }

  /// At every byte.
  @Test func truncated() {
    let file = Self.good.bytes
    for length in 1..<file.count {
      let reason = Self.reason([UInt8](file.prefix(length)))
      if !reason.hasPrefix("cut off at \(length) bytes") { Issue.record("\(length): \(reason)") }
    }
  }

  /// Whole chunks, but pixels that end early, or that are no zlib stream.
  @Test func missingPixels() {
    var file = Self.good
    file.rows.removeLast(25)
    #expect(Self.reason(file.bytes) != "no failure" && !Self.reason(file.bytes).isEmpty)
    file.rows = []
    #expect(Self.reason(file.bytes) != "no failure")
    var damaged = Self.good.bytes
    damaged[60] ^= 0xff
    #expect(Self.reason(damaged) != "no failure", "a checksum")
  }

  /// Sides are looked at before anything is allocated for them.
  @Test func absurdSizes() {
    for (width, height) in [(100_000, 100_000), (UInt32(Image.limit) + 1, 1), (1, UInt32(Image.limit) + 1)] {
      #expect(
        Self.reason(PNGFile(width: width, height: height, rows: [0, 0]).bytes)
          == "\(width)x\(height) pixels, and 4096 a side is the most")
    }
    for (width, height) in [(0, 5), (5, 0), (.max, .max), (0x7fff_ffff, 0x7fff_ffff)] as [(UInt32, UInt32)] {
      #expect(Self.reason(PNGFile(width: width, height: height, rows: [0, 0]).bytes) != "no failure")
    }
    let small = Self.good.bytes
    #expect(throws: PNG.Failure.self) { try PNG.decodeImage(small, limit: 4) }
    #expect(throws: PNG.Failure.self) { try PNG.decodeImage(small, limit: -1) }
  }

  @Test func noPNG() {
    #expect(Self.reason([]) == "an empty file")
    #expect(Self.reason([UInt8]("GIF89a, not that".utf8)) == "not a PNG")
    #expect(Self.reason(Self.noise(1000)) == "not a PNG")
    #expect(Self.reason([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.noise(1000)) != "no failure")
    // A chunk that claims more than there is.
    var file = Self.good.bytes
    file.replaceSubrange(33..<37, with: [0xff, 0xff, 0xff, 0xff])
    #expect(Self.reason(file) == "cut off at \(file.count) bytes")
  }

  /// A profile that libpng complains about: many programs write one, and the pixels are good.
  @Test func aWarningAboutTheHeaderIsNone() throws {
    var file = Self.good
    file.extra = [("gAMA", [0, 0, 0, 0])]
    #expect(try PNG.decodeImage(file.bytes).rgba == Self.rgba)
  }
}
