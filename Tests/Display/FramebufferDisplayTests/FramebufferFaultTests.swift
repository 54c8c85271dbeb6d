import CLinux
import Display
import FakeDevice
import Foundation
import StarSlider
import Testing

@testable import FramebufferDisplay

/// A device whose mode the display changes: whatever fails then, the mode is as before.
@Suite struct FramebufferFaultTests {
  /// A simulated device that accepts any mode.
  private final class FakeFramebuffer {
    let path = "/tmp/star-fb-\(UUID().uuidString)"
    let memory = fake_device_memory("framebuffer")
    var variable = fb_var_screeninfo()
    /// The number of the request to fail, counted from 0, and the requests so far.
    var failing = Int.max
    var count = 0

    init() throws {
      variable.xres = 64
      variable.yres = 48
      variable.bits_per_pixel = 32
      variable.red = fb_bitfield(offset: 16, length: 8, msb_right: 0)
      variable.green = fb_bitfield(offset: 8, length: 8, msb_right: 0)
      variable.blue = fb_bitfield(offset: 0, length: 8, msb_right: 0)
      try #require(mkfifo(path, 0o600) == 0)
      ftruncate(memory, 64 << 10)
      let result = fake_device_claim(
        path,
        { context, request, argument in
          Unmanaged<FakeFramebuffer>.fromOpaque(context!).takeUnretainedValue().answer(request, argument)
        },
        { context, _, _ in
          let device = Unmanaged<FakeFramebuffer>.fromOpaque(context!).takeUnretainedValue()
          return device.fails() ? -ENOMEM : device.memory
        },
        Unmanaged.passUnretained(self).toOpaque())
      try #require(result == 0)
    }

    func remove() {
      fake_device_release(Unmanaged.passUnretained(self).toOpaque())
      close(memory)
      unlink(path)
    }

    func fails() -> Bool {
      defer { count += 1 }
      return count == failing
    }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer?) -> Int32 {
      if fails() { return EIO }
      switch Int32(truncatingIfNeeded: request) {
      case FBIOGET_VSCREENINFO: argument!.storeBytes(of: variable, as: fb_var_screeninfo.self)
      case FBIOPUT_VSCREENINFO: variable = argument!.load(as: fb_var_screeninfo.self)
      case FBIOGET_FSCREENINFO:
        var fixed = fb_fix_screeninfo()
        (fixed.type, fixed.visual) = (UInt32(FB_TYPE_PACKED_PIXELS), UInt32(FB_VISUAL_TRUECOLOR))
        fixed.line_length = variable.xres * variable.bits_per_pixel / 8
        fixed.smem_len = 64 << 10
        argument!.storeBytes(of: fixed, as: fb_fix_screeninfo.self)
      default: return 0
      }
      return 0
    }
  }

  /// Fails each request in turn, among them the one that reads the mode again after it was set.
  @Test func failedOpeningRestoresTheMode() throws {
    var (opened, failed) = (0, 0)
    for failing in 0..<12 {
      let device = try FakeFramebuffer()
      defer { device.remove() }
      device.failing = failing
      var isRestoreRefused = false
      do throws(DisplayError) {
        let display = try FramebufferDisplay(device.path, format: .rgb565)
        #expect(display.format == .rgb565 && device.variable.bits_per_pixel == 16)
        display.close()
        // The request that restores the mode is the last one.
        isRestoreRefused = device.count - 1 == failing
        opened += 1
      } catch { failed += 1 }
      #expect((device.variable.bits_per_pixel == 32) != isRestoreRefused, "request \(failing)")
    }
    #expect(opened > 2 && failed > 4, "\(opened) opened, \(failed) failed")
  }
}
