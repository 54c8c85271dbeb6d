import CLinux
import Display
import StarSlider
import Testing

@testable import FramebufferDisplay

@Suite struct FramebufferLayoutTests {
  func fixed(pitch: UInt32, length: UInt32, start: UInt = 0x8000_0000) -> fb_fix_screeninfo {
    var fixed = fb_fix_screeninfo()
    fixed.type = UInt32(FB_TYPE_PACKED_PIXELS)
    fixed.visual = UInt32(FB_VISUAL_TRUECOLOR)
    fixed.line_length = pitch
    fixed.smem_len = length
    fixed.smem_start = start
    return fixed
  }

  func variable(_ format: PixelFormat, width: UInt32 = 800, height: UInt32 = 480) -> fb_var_screeninfo {
    func field(_ channel: Channel) -> fb_bitfield {
      fb_bitfield(offset: UInt32(channel.shift), length: UInt32(channel.bits), msb_right: 0)
    }
    var variable = fb_var_screeninfo()
    variable.xres = width
    variable.yres = height
    variable.xres_virtual = width
    variable.yres_virtual = height
    variable.bits_per_pixel = UInt32(format.bytesPerPixel) * 8
    variable.red = field(format.red)
    variable.green = field(format.green)
    variable.blue = field(format.blue)
    return variable
  }

  @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb888, .bgr888, .rgb565, .bgr565])
  func formatFollowsBitfields(format: PixelFormat) throws {
    let pitch = 800 * UInt32(format.bytesPerPixel) + 32
    let layout = try FramebufferLayout(
      of: "/dev/fb0", fixed: fixed(pitch: pitch, length: pitch * 480), variable: variable(format), pageSize: 4096)
    #expect(layout.format == format)
    #expect(layout.pitch == Int(pitch))
    #expect(layout.size.width == 800 && layout.size.height == 480)
    #expect(layout.offset == 0)
    #expect(layout.length == Int(pitch) * 480)
  }

  @Test func offsetFollowsPanning() throws {
    var panned = variable(.rgb565)
    panned.xoffset = 16
    panned.yoffset = 480
    let layout = try FramebufferLayout(
      of: "/dev/fb0", fixed: fixed(pitch: 1664, length: 1664 * 960), variable: panned, pageSize: 4096)
    #expect(layout.offset == 480 * 1664 + 32)
  }

  @Test func memoryMayStartInsideAPage() throws {
    let layout = try FramebufferLayout(
      of: "/dev/fb0", fixed: fixed(pitch: 3200, length: 3200 * 480, start: 0x8000_0100), variable: variable(.xrgb8888),
      pageSize: 4096)
    #expect(layout.offset == 0x100)
    #expect(layout.length == 0x100 + 3200 * 480)
  }

  @Test func pitchShorterThanARowIsRejected() {
    let error = #expect(throws: DisplayError.self) {
      try FramebufferLayout(
        of: "/dev/fb0", fixed: fixed(pitch: 1600, length: 768_000), variable: variable(.xrgb8888), pageSize: 4096)
    }
    #expect(
      error?.message
        == "cannot draw to /dev/fb0: its rows of 1600 bytes are too short for 800 pixels of 32 bits")
  }

  /// The last row needs only its pixels, without padding.
  @Test func memoryTooSmallIsRejected() throws {
    let least: UInt32 = 3232 * 479 + 3200
    _ = try FramebufferLayout(
      of: "/dev/fb0", fixed: fixed(pitch: 3232, length: least), variable: variable(.xrgb8888), pageSize: 4096)
    #expect(throws: DisplayError.self) {
      try FramebufferLayout(
        of: "/dev/fb0", fixed: fixed(pitch: 3232, length: least - 1), variable: variable(.xrgb8888), pageSize: 4096)
    }
  }

  /// No driver's numbers overflow: offsets and rows of 4 GiB, and a mapping that a 32-bit program cannot address.
  @Test func greatestNumbersAreRejected() throws {
    let most = UInt32.max
    var far = variable(.xrgb8888)
    (far.xoffset, far.yoffset) = (0, most)
    for pitch in [3200, most] {
      let error = #expect(throws: DisplayError.self) {
        try FramebufferLayout(
          of: "/dev/fb0", fixed: fixed(pitch: pitch, length: most), variable: far, pageSize: 4096)
      }
      #expect(error?.reason.contains("is too small for 4294967775 rows") == true)
    }
    for (pitch, length) in [(3200, 0x8000_0000), (most, 3200)] as [(UInt32, UInt32)] {
      let fixed = fixed(pitch: pitch, length: length)
      let variable = variable(.xrgb8888, height: 1)
      _ = try FramebufferLayout(of: "/dev/fb0", fixed: fixed, variable: variable, pageSize: 4096)
      let error = #expect(throws: DisplayError.self) {
        try FramebufferLayout(
          of: "/dev/fb0", fixed: fixed, variable: variable, pageSize: 4096, greatest: Int64(Int32.max))
      }
      #expect(error?.reason.hasSuffix("cannot be addressed by a 32-bit program") == true)
    }
  }

  @Test func implausibleSizesAreRejected() throws {
    for (width, height, isAllowed) in [(32_767, 1, true), (32_768, 1, false), (1, 32_767, true), (1, 32_768, false)]
      as [(UInt32, UInt32, Bool)]
    {
      let layout = try? FramebufferLayout(
        of: "/dev/fb0", fixed: fixed(pitch: 2 * width, length: 2 * width * height),
        variable: variable(.rgb565, width: width, height: height), pageSize: 4096)
      #expect((layout != nil) == isAllowed, "\(width)x\(height)")
    }
  }

  @Test func unsupportedBitfieldsAreDescribed() {
    var odd = variable(.rgb565)
    odd.green = fb_bitfield(offset: 5, length: 5, msb_right: 0)
    odd.red = fb_bitfield(offset: 10, length: 5, msb_right: 0)
    let error = #expect(throws: DisplayError.self) {
      try FramebufferLayout(of: "/dev/fb0", fixed: fixed(pitch: 1600, length: 768_000), variable: odd, pageSize: 4096)
    }
    #expect(
      error?.reason
        == "its pixel format (16 bits per pixel with red 5@10, green 5@5, blue 5@0) is not supported; supported are "
        + "XRGB8888, XBGR8888, ARGB8888, RGB888, BGR888, RGB565, BGR565")
  }

  @Test func palettesAreRejected() {
    var palette = fixed(pitch: 800, length: 384_000)
    palette.visual = UInt32(FB_VISUAL_PSEUDOCOLOR)
    #expect(throws: DisplayError.self) {
      try FramebufferLayout(of: "/dev/fb0", fixed: palette, variable: variable(.rgb565), pageSize: 4096)
    }
  }

  @Test(arguments: ["/dev/null", "/etc/passwd"]) func otherFilesAreRejected(path: String) {
    let error = #expect(throws: DisplayError.self) { try FramebufferDisplay(path) }
    #expect(error?.message == "cannot use \(path): it is not a framebuffer")
  }

  @Test func missingDevice() {
    let error = #expect(throws: DisplayError.self) { try FramebufferDisplay("/dev/fb99") }
    #expect(error?.message == "cannot open /dev/fb99: no such file or directory")
  }
}
