import Basics
import CMemory
import CPNGRows
import StarSlider

/// A PNG file that is decoded a few rows at a time, to four bytes per pixel: red, green, blue, alpha.
///
/// Safety: the reader gets the address of the file's bytes, which live as long as it does, and a buffer of four bytes for each pixel of
/// the size that it reports.
@safe package final class PNGReader {
  /// The size in pixels.
  package let size: Size<PhysicalSpace>
  private let reader: OpaquePointer
  private let file: UnsafeMutableBufferPointer<UInt8>
  private var rgba: [UInt8] = []

  /// Reads the header. `limit` is the longest side allowed, in pixels, at most `Image.limit`.
  package init(_ bytes: [UInt8], limit: Int32 = Image.limit) throws(PNGError) {
    if let reason = PNG.chunkFault(in: bytes) { throw PNG.error(.invalid, "decode", reason) }
    unsafe file = .allocate(capacity: bytes.count)
    _ = unsafe file.initialize(from: bytes)
    guard let reader = unsafe cpngrows_open(file.baseAddress, file.count) else {
      unsafe file.deallocate()
      throw PNG.error(.outOfMemory, "decode", "not enough memory")
    }
    unsafe self.reader = reader
    let (width, height) = unsafe (cpngrows_width(reader), cpngrows_height(reader))
    size = Size(width: Int32(truncatingIfNeeded: width), height: Int32(truncatingIfNeeded: height))
    if unsafe cpngrows_message(reader)[0] != 0 { throw fault }
    let longest = min(limit, Image.limit)
    if max(size.width, size.height) > longest || min(size.width, size.height) < 1 {
      throw PNG.error(.tooLarge, "decode", "\(size.width)x\(size.height) pixels are more than \(longest) a side")
    }
    if unsafe cpngrows_start(reader) != 0 { throw fault }
    let count = Int(size.width) * Int(size.height) * 4
    try PNG.reserve(count, of: &rgba, to: "decode")
    rgba.append(contentsOf: repeatElement(0, count: count))
  }

  deinit {
    unsafe cpngrows_close(reader)
    unsafe file.deallocate()
  }

  /// Decodes at most `rows` further rows. Returns the image after the last one. An interlaced file has up to twice as many rows to
  /// decode.
  package func read(rows: Int32) throws(PNGError) -> Image? {
    let result = unsafe rgba.withUnsafeMutableBufferPointer {
      unsafe cpngrows_read(reader, $0.baseAddress, UInt32(max(rows, 1)))
    }
    if result < 0 { throw fault }
    if result > 0 { return nil }
    defer { rgba = [] }
    if let image = Image(width: size.width, height: size.height, rgba: rgba) { return image }
    throw PNG.error(.invalid, "decode", "it has no pixels")
  }

  private var fault: PNGError {
    unsafe PNG.error(.invalid, "decode", String(cString: cpngrows_message(reader)))
  }
}
