import Display
import Pictures
import StarSlider
import TestSupport
import Testing

/// Pictures survive encoding and decoding, and invalid files are rejected.
@Suite struct PNGTests {
  private static func noise(_ format: PixelFormat, width: Int32, height: Int32, seed: UInt64) throws -> MemoryDisplay {
    let pitch = Int(width * format.bytesPerPixel) + 5
    let display = try #require(
      MemoryDisplay(size: Size(width: width, height: height), format: format, pitch: pitch))
    defer { withExtendedLifetime(display) {} }
    let lent = try display.nextFrame()
    let surface = try #require(lent).surface
    var random = SplitMix64(seed: seed)
    for y in 0..<height {
      for x in 0..<width {
        surface.setPixel(x: x, y: y, to: format.encode(Color(rgb: UInt32(truncatingIfNeeded: random.next()))))
      }
    }
    try display.present(Region(Rect(display.size)))
    return display
  }

  @Test(arguments: PixelFormat.allCases.indices, Rotation.allCases)
  func roundTrip(format index: Int, rotation: Rotation) throws {
    let display = try Self.noise(PixelFormat.allCases[index], width: 31, height: 17, seed: 30)
    defer { withExtendedLifetime(display) {} }
    let surface = try #require(display.scanout)
    let (rgb, size) = try pixels(ofPNG: PNG.encode(surface, rotation: rotation))
    let transform = ScreenTransform(physical: surface.size, rotation: rotation)
    #expect(size.width == transform.layout.width && size.height == transform.layout.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        let i = 3 * Int(y * size.width + x)
        let color = Color(red: rgb[i], green: rgb[i + 1], blue: rgb[i + 2])
        if color != surface.color(x: place.minX, y: place.minY) { Issue.record("pixel \(x), \(y)") }
      }
    }
  }

  /// Incompressible pixels fit into the file buffer.
  @Test(arguments: [(Int32(1), Int32(1)), (1, 3000), (3000, 1), (257, 255)])
  func sizesOfNoise(width: Int32, height: Int32) throws {
    var random = SplitMix64(seed: 31)
    let rgb = (0..<Int(width * height) * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let decoded = try pixels(ofPNG: PNG.encode(rgb: rgb, width: width, height: height))
    #expect(decoded.rgb == rgb && decoded.size == Size(width: width, height: height))
  }

  /// A file that is truncated at any seventh byte is rejected with a reason.
  @Test func truncated() throws {
    let display = try Self.noise(.xrgb8888, width: 20, height: 20, seed: 32)
    defer { withExtendedLifetime(display) {} }
    let file = try PNG.encode(try #require(display.scanout))
    let whole = try PNG.decodeImage(file)
    for length in stride(from: 0, to: file.count - 16, by: 7) {
      let failure = #expect(throws: PNGError.self) { try PNG.decodeImage([UInt8](file.prefix(length))) }
      #expect(failure?.reason.isEmpty == false)
    }
    #expect(try PNG.decodeImage(file) == whole)
  }

  /// Changing any byte never crashes and is usually detected.
  @Test func damaged() throws {
    let display = try Self.noise(.rgb565, width: 9, height: 9, seed: 33)
    defer { withExtendedLifetime(display) {} }
    let file = try PNG.encode(try #require(display.scanout))
    var random = SplitMix64(seed: 34)
    var failures = 0
    for i in file.indices {
      var damaged = file
      damaged[i] ^= UInt8(random.int32(in: 1...255))
      do throws(PNGError) { _ = try PNG.decodeImage(damaged) } catch { failures += 1 }
    }
    #expect(failures > file.count * 9 / 10)
  }

  @Test func garbage() {
    var random = SplitMix64(seed: 35)
    for length in [0, 1, 7, 8, 9, 33, 1000] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(throws: PNGError.self) { try PNG.decodeImage(bytes) }
    }
  }

  @Test func tooLarge() throws {
    let wide = try PNG.encode(rgb: [UInt8](repeating: 7, count: 300), width: 100, height: 1)
    #expect(throws: PNGError.self) { try PNG.decodeImage(wide, limit: 99) }
    #expect(try PNG.decodeImage(wide, limit: 100).width == 100)
    let high = try PNG.encode(rgb: [UInt8](repeating: 7, count: 300), width: 1, height: 100)
    #expect(throws: PNGError.self) { try PNG.decodeImage(high, limit: 99) }
    // The header claims 2^31 - 1 pixels a side, which must not be allocated.
    var liar = wide
    liar.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
    #expect(throws: PNGError.self) { try PNG.decodeImage(liar) }
  }
}
