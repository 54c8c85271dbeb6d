import Pictures
import StarSlider
import TestSupport
import Testing

/// Decoding of every kind of PNG, and of damaged files.
@Suite struct PNGImageTests {
  private static func noise(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: 40)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// 5 x 3 pixels with alpha.
  private static let rgba = noise(60)

  private static func rows(_ bytes: [UInt8], ofBytes count: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: count) { rows += [0] + bytes[start..<start + count] }
    return rows
  }

  private static var good: PNGFile { PNGFile(width: 5, height: 3, rows: rows(rgba, ofBytes: 20)) }

  /// Decodes at once and row by row, which gives the same image or the same error.
  private static func decode(_ bytes: [UInt8], limit: Int32 = Image.limit) throws -> Image {
    let whole = Result { try PNG.decodeImage(bytes, limit: limit) }
    let parts = Result {
      let reader = try PNGReader(bytes, limit: limit)
      var image: Image?
      repeat { image = try reader.read(rows: 1) } while image == nil
      return image
    }
    switch (whole, parts) {
    case (.success(let whole), .success(let parts)): #expect(whole == parts)
    case (.failure(let whole as PNGError), .failure(let parts as PNGError)):
      #expect(whole.reason == parts.reason, "\(whole.reason), \(parts.reason)")
    default: Issue.record("\(whole), \(parts)")
    }
    let image = try whole.get()
    // libpng's own way to a whole picture.
    if !image.isTransparent { #expect(try pixels(ofPNG: bytes).rgb == image.rgb) }
    return image
  }

  private static func reason(_ bytes: [UInt8]) -> String {
    do {
      _ = try Self.decode(bytes)
      return "no failure"
    } catch { return (error as? PNGError)?.reason ?? "\(error)" }
  }

  @Test func alpha() throws {
    let image = try Self.decode(Self.good.bytes)
    #expect(image.width == 5 && image.height == 3 && image.rgba == Self.rgba)
  }

  @Test func withoutAlpha() throws {
    let file = PNGFile(width: 2, height: 1, kind: 2, rows: [0, 10, 20, 30, 40, 50, 60])
    #expect(try Self.decode(file.bytes).rgba == [10, 20, 30, 255, 40, 50, 60, 255])
  }

  @Test func interlaced() throws {
    // The passes of Adam7: the first pixel and the distances between pixels.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var rows: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < 5 && y0 < 3 {
      for y in stride(from: y0, to: 3, by: dy) {
        rows.append(0)
        for x in stride(from: x0, to: 5, by: dx) { rows += Self.rgba[4 * (5 * y + x)..<4 * (5 * y + x) + 4] }
      }
    }
    let file = PNGFile(width: 5, height: 3, interlaced: true, rows: rows)
    #expect(try Self.decode(file.bytes).rgba == Self.rgba)
  }

  /// 16-bit values are treated as sRGB, not as linear light.
  @Test func sixteenBits() throws {
    let file = PNGFile(
      width: 2, height: 1, bits: 16, kind: 6,
      rows: [0, 0x80, 0x80, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x12, 0x12, 0x34, 0x34, 0x56, 0x56, 0xff, 0xff])
    #expect(try Self.decode(file.bytes).rgba == [0x80, 0, 255, 255, 0x12, 0x34, 0x56, 255])
  }

  @Test func palette() throws {
    let file = PNGFile(
      width: 3, height: 1, bits: 2, kind: 3,
      extra: [("PLTE", [1, 2, 3, 200, 100, 50, 9, 8, 7]), ("tRNS", [255, 128])], rows: [0, 0b01_10_00_00])
    #expect(try Self.decode(file.bytes).rgba == [200, 100, 50, 128, 9, 8, 7, 255, 1, 2, 3, 255])
  }

  @Test func gray() throws {
    let bits = PNGFile(width: 3, height: 1, bits: 1, kind: 0, rows: [0, 0b1010_0000])
    #expect(try Self.decode(bits.bytes).rgba == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    let alpha = PNGFile(width: 2, height: 1, kind: 4, rows: [0, 77, 255, 99, 13])
    #expect(try Self.decode(alpha.bytes).rgba == [77, 77, 77, 255, 99, 99, 99, 13])
  }

  /// Samples of linear light are converted to a gamma of 2.2, and those of that gamma are kept.
  @Test func gamma() throws {
    for (gamma, level) in [(45455, 128), (100_000, 186)] as [(UInt32, UInt8)] {
      let file = PNGFile(
        width: 1, height: 1, kind: 2, extra: [("gAMA", PNGFile.big(gamma))], rows: [0, 0, 128, 255])
      let green = try Self.decode(file.bytes).rgba[1]
      #expect(abs(Int(green) - Int(level)) <= 1, "\(gamma): \(green)")
    }
  }

  /// Truncation is detected at every byte.
  @Test func truncated() {
    let file = Self.good.bytes
    for length in 1..<file.count {
      let reason = Self.reason([UInt8](file.prefix(length)))
      if !reason.hasPrefix("truncated at \(length) bytes") { Issue.record("\(length): \(reason)") }
    }
  }

  /// Complete chunks, but too few pixels or an invalid zlib stream.
  @Test func missingPixels() {
    var file = Self.good
    file.rows.removeLast(25)
    #expect(Self.reason(file.bytes) != "no failure" && !Self.reason(file.bytes).isEmpty)
    file.rows = []
    #expect(Self.reason(file.bytes) != "no failure")
    var damaged = Self.good.bytes
    damaged[60] ^= 0xff
    #expect(Self.reason(damaged) != "no failure", "the checksum is wrong")
  }

  /// Sizes are checked before memory is allocated.
  @Test func oversizedPictures() {
    for (width, height) in [(100_000, 100_000), (UInt32(Image.limit) + 1, 1), (1, UInt32(Image.limit) + 1)] {
      #expect(
        Self.reason(PNGFile(width: width, height: height, rows: [0, 0]).bytes)
          == "\(width)x\(height) pixels are more than 4096 a side")
    }
    for (width, height) in [(0, 5), (5, 0), (.max, .max), (0x7fff_ffff, 0x7fff_ffff)] as [(UInt32, UInt32)] {
      #expect(Self.reason(PNGFile(width: width, height: height, rows: [0, 0]).bytes) != "no failure")
    }
    let small = Self.good.bytes
    #expect(throws: PNGError.self) { try Self.decode(small, limit: 4) }
    #expect(throws: PNGError.self) { try Self.decode(small, limit: -1) }
  }

  @Test func otherFiles() {
    #expect(Self.reason([]) == "the file is empty")
    #expect(Self.reason([UInt8]("GIF89a, not that".utf8)) == "not a PNG file")
    #expect(Self.reason(Self.noise(1000)) == "not a PNG file")
    #expect(Self.reason([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.noise(1000)) != "no failure")
    // A chunk that is longer than the file.
    var file = Self.good.bytes
    file.replaceSubrange(33..<37, with: [0xff, 0xff, 0xff, 0xff])
    #expect(Self.reason(file) == "truncated at \(file.count) bytes")
  }

  /// Bytes after the last pixel, in the same chunk, in one of their own, or as further rows. Other programs show such files.
  @Test func dataAfterThePixelsIsIgnored() throws {
    let parts = Self.good
    let end = PNGFile.chunk("IEND", [])
    let start = parts.bytes.dropLast(end.count + PNGFile.chunk("IDAT", PNGFile.zlib(parts.rows)).count)
    for data in [
      [PNGFile.zlib(parts.rows) + [0]], [PNGFile.zlib(parts.rows), [0, 1, 2, 3, 4, 5, 6, 7]],
      [PNGFile.zlib(parts.rows + [UInt8](repeating: 0, count: 64))],
      [PNGFile.zlib(parts.rows) + [UInt8](repeating: 255, count: 70_000)],
    ] {
      let file = Array(start) + data.flatMap { PNGFile.chunk("IDAT", $0) } + end
      #expect(try Self.decode(file).rgba == Self.rgba)
    }
  }

  /// Files of all sizes whose checksum of the pixels is wrong, cut or missing have all their pixels. Without the last pixel they are invalid.
  @Test(arguments: [false, true]) func checksumOfThePixelsIsIgnored(interlaced: Bool) throws {
    for (width, height) in [(1, 1), (3, 1), (1, 4), (4, 5), (9, 8), (5, 7)] as [(UInt32, UInt32)] {
      var file = PNGFile(width: width, height: height, kind: 0, interlaced: interlaced)
      // The passes of Adam7: start and distance.
      let passes: [(x: UInt32, y: UInt32, dx: UInt32, dy: UInt32)] =
        interlaced
        ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        : [(0, 0, 1, 1)]
      for pass in passes where pass.x < width {
        for y in stride(from: pass.y, to: height, by: Int(pass.dy)) {
          let columns = stride(from: pass.x, to: width, by: Int(pass.dx))
          file.rows += [0] + columns.map { UInt8(truncatingIfNeeded: $0 * 7 + y * 31 + 1) }
        }
      }
      let end = PNGFile.chunk("IEND", [])
      let whole = PNGFile.zlib(file.rows)
      let start = file.bytes.dropLast(end.count + PNGFile.chunk("IDAT", whole).count)
      let pixels = try Self.decode(file.bytes).rgba
      #expect(pixels.count == Int(width * height) * 4)
      var wrong = whole
      wrong[wrong.count - 1] ^= 1
      for data in [[wrong], [whole.dropLast(2)], [whole.dropLast(4)], [whole.dropLast(3), whole.suffix(3)]] {
        let bytes = Array(start) + data.flatMap { PNGFile.chunk("IDAT", Array($0)) } + end
        #expect(try PNG.decodeImage(bytes).rgba == pixels, "\(width)x\(height)")
        let reader = try PNGReader(bytes)
        var image: Image?
        repeat { image = try reader.read(rows: 1) } while image == nil
        #expect(image?.rgba == pixels, "\(width)x\(height)")
      }
      #expect(Self.reason(Array(start) + PNGFile.chunk("IDAT", whole.dropLast(5)) + end) != "no failure")
    }
  }

  /// libpng warns about an odd color profile, which many programs write. The pixels are valid.
  @Test func warningsAboutTheHeaderAreIgnored() throws {
    var file = Self.good
    file.extra = [("gAMA", [0, 0, 0, 0])]
    #expect(try Self.decode(file.bytes).rgba == Self.rgba)
  }
}

extension Image {
  fileprivate var isTransparent: Bool { rgba.indices.contains { $0 % 4 == 3 && rgba[$0] < 255 } }
  fileprivate var rgb: [UInt8] { rgba.indices.filter { $0 % 4 != 3 }.map { rgba[$0] } }
}
