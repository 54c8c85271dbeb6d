import CLinux
import Geometry
import Raster

/// Where a framebuffer's visible pixels lie and how: decided from the kernel's two structures, without a device.
struct FramebufferLayout {
  let size: Size<PhysicalSpace>
  let format: PixelFormat
  /// Bytes from one row to the next.
  let pitch: Int
  /// Bytes from the start of the mapping to the first visible pixel.
  let offset: Int
  /// Bytes to map.
  let length: Int

  /// What keeps a framebuffer from being drawn to, in words for an error.
  enum Refusal: Error, Equatable {
    case notPixels(String)
    case format(String)
    case pitch(String)
    case memory(String)

    var reason: String {
      switch self {
      case .notPixels(let reason), .format(let reason), .pitch(let reason), .memory(let reason): reason
      }
    }
  }

  init(fixed: fb_fix_screeninfo, variable: fb_var_screeninfo, pageSize: Int) throws(Refusal) {
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), variable.grayscale == 0,
      fixed.visual == UInt32(FB_VISUAL_TRUECOLOR) || fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR)
    else {
      throw .notPixels(
        "its pixels are not packed red, green and blue (type \(fixed.type), visual \(fixed.visual), "
          + "\(variable.bits_per_pixel) bits per pixel)")
    }
    let bytesPerPixel = Int32(variable.bits_per_pixel / 8)
    let channels = (Self.channel(variable.red), Self.channel(variable.green), Self.channel(variable.blue))
    guard variable.bits_per_pixel % 8 == 0, let red = channels.0, let green = channels.1, let blue = channels.2,
      let format = PixelFormat.matching(bytesPerPixel: bytesPerPixel, red: red, green: green, blue: blue)
    else { throw .format(Self.describe(variable)) }

    // In 64 bits: Int has 32 on small boards, and the figures are the kernel's word, not ours.
    let pitch = Int64(fixed.line_length)
    let right = Int64(variable.xoffset) + Int64(variable.xres)
    let bottom = Int64(variable.yoffset) + Int64(variable.yres)
    if variable.xres == 0 || variable.yres == 0 { throw .notPixels("it has no visible pixels") }
    if variable.xres > 32767 || variable.yres > 32767 { throw .notPixels("it says that it is larger than any screen") }
    if pitch < right * Int64(bytesPerPixel) {
      throw .pitch(
        "its rows have \(pitch) bytes, too few for \(right) pixels of \(variable.bits_per_pixel) bits; "
          + "the driver contradicts itself")
    }
    // The mapping begins with the page that the memory begins in.
    let start = Int64(UInt64(fixed.smem_start) % UInt64(pageSize))
    if Int64(fixed.smem_len) < (bottom - 1) * pitch + right * Int64(bytesPerPixel) {
      throw .memory("its memory has \(fixed.smem_len) bytes, too few for \(bottom) rows of \(pitch)")
    }
    self.format = format
    self.pitch = Int(pitch)
    size = Size(width: Int32(variable.xres), height: Int32(variable.yres))
    offset = Int(start + Int64(variable.yoffset) * pitch + Int64(variable.xoffset) * Int64(bytesPerPixel))
    length = Int(start) + Int(fixed.smem_len)
  }

  /// `nil` for a bitfield that no channel can say: more than 8 bits, or counted from the other end.
  private static func channel(_ field: fb_bitfield) -> Channel? {
    if field.length == 0 || field.length > 8 || field.offset > 31 || field.msb_right != 0 { return nil }
    return Channel(shift: Int32(field.offset), bits: Int32(field.length))
  }

  private static func describe(_ variable: fb_var_screeninfo) -> String {
    func field(_ name: String, _ field: fb_bitfield) -> String { name + " \(field.length)@\(field.offset)" }
    let found =
      "\(variable.bits_per_pixel) bits per pixel with " + field("red", variable.red) + ", "
      + field("green", variable.green) + ", " + field("blue", variable.blue)
    var known = ""
    for format in PixelFormat.allCases { known += (known.isEmpty ? "" : ", ") + text(format.name) }
    return "its pixels have " + found + "; known are " + known
  }
}

/// A static string as a string, without the Unicode tables that `description` needs on small boards.
func text(_ name: StaticString) -> String {
  String(decoding: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), as: UTF8.self)
}
