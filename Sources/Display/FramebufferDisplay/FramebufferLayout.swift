import Basics
import CLinux
import Display
import StarSlider

/// The position and layout of a framebuffer's visible pixels, computed from the kernel's two structures without a device.
struct FramebufferLayout {
  let size: Size<PhysicalSpace>
  let format: PixelFormat
  /// The number of bytes per row.
  let pitch: Int
  /// The offset of the first visible pixel from the start of the mapping, in bytes.
  let offset: Int
  /// The number of bytes to map.
  let length: Int

  /// Throws if the framebuffer cannot be drawn to. `path` names it in the error. `greatest` is the longest mapping allowed, in bytes.
  init(
    of path: String, fixed: fb_fix_screeninfo, variable: fb_var_screeninfo, pageSize: Int,
    greatest: Int64 = Int64(Int.max)
  ) throws(DisplayError) {
    func unsupported(_ reason: String) -> DisplayError {
      DisplayError(.unsupported, "draw to", path, reason: reason)
    }
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), variable.grayscale == 0,
      fixed.visual == UInt32(FB_VISUAL_TRUECOLOR) || fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR)
    else {
      throw unsupported(
        "its pixels are not packed RGB (type \(fixed.type), visual \(fixed.visual), "
          + "\(variable.bits_per_pixel) bits per pixel)")
    }
    let bytesPerPixel = Int32(variable.bits_per_pixel / 8)
    guard variable.bits_per_pixel % 8 == 0, let red = Self.channel(variable.red),
      let green = Self.channel(variable.green), let blue = Self.channel(variable.blue),
      let format = PixelFormat.matching(bytesPerPixel: bytesPerPixel, red: red, green: green, blue: blue)
    else { throw unsupported(Self.describe(variable)) }

    // 64 bits, because the driver's values are unchecked and Int has 32 bits on some boards.
    let pitch = Int64(fixed.line_length)
    let right = Int64(variable.xoffset) + Int64(variable.xres)
    let bottom = Int64(variable.yoffset) + Int64(variable.yres)
    if variable.xres == 0 || variable.yres == 0 { throw unsupported("it has no visible pixels") }
    if variable.xres > 32767 || variable.yres > 32767 {
      throw unsupported("its size of \(variable.xres)x\(variable.yres) pixels is implausible")
    }
    if pitch < right * Int64(bytesPerPixel) {
      throw unsupported(
        "its rows of \(pitch) bytes are too short for \(right) pixels of \(variable.bits_per_pixel) bits")
    }
    // The mapping starts at a page boundary, but the framebuffer's memory may start within a page.
    let start = Int64(UInt64(fixed.smem_start) % UInt64(pageSize))
    let memory = Int64(fixed.smem_len)
    // The first comparison keeps the product below 64 bits.
    if bottom - 1 > memory / pitch || memory < (bottom - 1) * pitch + right * Int64(bytesPerPixel) {
      throw unsupported("its memory of \(fixed.smem_len) bytes is too small for \(bottom) rows of \(pitch) bytes")
    }
    if start + memory > greatest || pitch > greatest {
      throw unsupported(
        "its memory of \(memory) bytes, or its rows of \(pitch) bytes, cannot be addressed by a 32-bit program")
    }
    self.format = format
    self.pitch = Int(pitch)
    size = Size(width: Int32(variable.xres), height: Int32(variable.yres))
    offset = Int(start + Int64(variable.yoffset) * pitch + Int64(variable.xoffset) * Int64(bytesPerPixel))
    length = Int(start + memory)
  }

  /// Returns `nil` for a bitfield of more than 8 bits, or with its most significant bit on the right.
  private static func channel(_ field: fb_bitfield) -> Channel? {
    if field.length == 0 || field.length > 8 || field.offset > 31 || field.msb_right != 0 { return nil }
    return Channel(shift: Int32(field.offset), bits: Int32(field.length))
  }

  private static func describe(_ variable: fb_var_screeninfo) -> String {
    func place(_ field: fb_bitfield) -> String { "\(field.length)@\(field.offset)" }
    let known = PixelFormat.allCases.map { "\($0.name)" }.joined(separator: ", ")
    return "its pixel format (\(variable.bits_per_pixel) bits per pixel with red \(place(variable.red)), "
      + "green \(place(variable.green)), blue \(place(variable.blue))) is not supported; supported are " + known
  }
}
