/// Pixels in memory that the caller owns and keeps alive: a mapped scanout buffer, a framebuffer or an array.
///
/// A surface has three words on a 64-bit machine, or four with a frame's age, which Swift passes in registers. Arguments in memory would
/// have to wait for the pixel stores of the previous frame.
///
/// Safety: `init` trusts the caller's memory; pixels and rectangles are checked or clipped to it.
@safe public struct Surface {
  /// The first byte of the first row.
  package let base: UnsafeMutableRawPointer
  /// The `pitch` as a 32-bit number, like the kernel's.
  let pitch32: Int32
  /// The size in pixels.
  public let size: Size<PhysicalSpace>
  /// The format of a pixel.
  public let format: PixelFormat

  /// The number of bytes from one row to the next, as the kernel reports it; it may exceed `width * bytesPerPixel`.
  public var pitch: Int { Int(pitch32) }

  /// Creates a surface. `pitch` is at least `size.width * format.bytesPerPixel` and below 2^31. The memory has `pitch * size.height` bytes;
  /// the last row may end with its last pixel.
  public init(
    base: UnsafeMutableRawPointer, pitch: Int, size: Size<PhysicalSpace>, format: PixelFormat
  ) {
    precondition(size.width >= 0 && size.height >= 0, "a surface of negative size")
    precondition(pitch >= Int(size.width) * Int(format.bytesPerPixel), "a pitch that is shorter than a row")
    unsafe self.base = base
    pitch32 = Int32(pitch)
    self.size = size
    self.format = format
  }

  /// The rectangle of all pixels.
  public var bounds: Rect<PhysicalSpace> { Rect(size) }

  @inline(__always) func line(_ y: Int32) -> UnsafeMutableRawPointer { unsafe base + Int(y) &* pitch }

  /// Returns the address of a pixel; `x` is in `0 ... width`, `y` in `0 ..< height`.
  package func address(x: Int32, y: Int32) -> UnsafeMutableRawPointer {
    unsafe base + (Int(y) &* pitch &+ Int(x) &* Int(format.bytesPerPixel))
  }

  /// Returns one pixel as a little-endian word. This is slow and meant for pictures and tests. Never use it on scanout memory while
  /// painting a frame.
  package func pixel(x: Int32, y: Int32) -> UInt32 {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "a pixel outside the surface")
    let bytes = unsafe address(x: x, y: y)
    var pixel: UInt32 = 0
    for i in 0..<Int(format.bytesPerPixel) {
      unsafe pixel |= UInt32(bytes.load(fromByteOffset: i, as: UInt8.self)) << UInt32(8 * i)
    }
    return pixel
  }

  /// Stores one little-endian word. This is slow and meant for pictures and tests.
  package func setPixel(x: Int32, y: Int32, to pixel: UInt32) {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "a pixel outside the surface")
    let bytes = unsafe address(x: x, y: y)
    for i in 0..<Int(format.bytesPerPixel) {
      unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: pixel >> UInt32(8 * i)), toByteOffset: i, as: UInt8.self)
    }
  }

  /// Returns the color of one pixel.
  public func color(x: Int32, y: Int32) -> Color { format.decode(pixel(x: x, y: y)) }

  /// Fills a rectangle, clipped to the surface.
  @export(interface) public func fill(_ rect: Rect<PhysicalSpace>, with color: Color) {
    let area = rect.intersection(bounds)
    if area.isEmpty { return }
    let (pixel, start) = unsafe (format.encode(color), address(x: area.minX, y: area.minY))
    var (rows, columns) = (Int(area.height), Int(area.width))
    // Rows without gaps are stored as one long row.
    if columns &* Int(format.bytesPerPixel) == pitch { (rows, columns) = (1, rows &* columns) }
    switch format.bytesPerPixel {
    case 4: unsafe UInt32.storeRows(start, pitch, rows, columns, pixel)
    case 2: unsafe UInt16.storeRows(start, pitch, rows, columns, pixel)
    default: unsafe Pixel24.storeRows(start, pitch, rows, columns, pixel)
    }
  }
}

extension Surface {
  /// The pixels as a picture in Netpbm's PPM format (P6) with 8 bits per channel, which most viewers can open. It is meant for tests and
  /// tools.
  public var ppm: [UInt8] {
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    bytes.reserveCapacity(bytes.count + 3 * Int(size.width) * Int(size.height))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = color(x: x, y: y)
        bytes += [color.red, color.green, color.blue]
      }
    }
    return bytes
  }
}
