import StarSlider

/// Runs a body on a surface with a pitch of its own, in the middle of bytes of 0xaa; returns all bytes. There are `32 + offset` before the
/// surface, and `gap` after each row.
package func guarded(
  _ format: PixelFormat, width: Int32, height: Int32, gap: Int, offset: Int = 0, _ body: (Surface) -> Void
) -> [UInt8] {
  let pitch = Int(width * format.bytesPerPixel) + gap
  var bytes = [UInt8](repeating: 0xaa, count: pitch * Int(height) + 64)
  bytes.withUnsafeMutableBytes { memory in
    body(
      Surface(
        base: memory.baseAddress! + 32 + offset, pitch: pitch, size: Size(width: width, height: height), format: format)
    )
  }
  return bytes
}
