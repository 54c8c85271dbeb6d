import CDRM
import StarSlider
import System

// The calls that change what a card shows. They return 0 or an errno.
//
// Safety: the kernel reads what a pointer refers to before the call returns.
extension Card {
  /// Shows a framebuffer, beginning at its pixel (x, y), in a mode on one connector (SetCrtc).
  func setMode(
    _ mode: drmModeModeInfo, crtc: UInt32, connector: UInt32, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0
  ) -> Int32 {
    var (mode, connector) = (mode, connector)
    return unsafe -drmModeSetCrtc(descriptor, crtc, framebuffer, x, y, &connector, 1, &mode)
  }

  /// Turns a CRTC off by detaching its framebuffer, mode and connectors. Also works with atomic drivers, and waits for a pending page flip.
  func turnOff(_ crtc: UInt32) -> Int32 { -drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil) }

  /// Reports to the driver which rectangles of a framebuffer were drawn to (DIRTYFB). Drivers of screens that must be sent every change
  /// (SPI, USB, virtual) copy them. The error is ENOSYS if the driver copies nothing.
  func sendDirty(_ damage: Region<PhysicalSpace>, of framebuffer: UInt32) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(of: drmModeClip.self, capacity: Region<PhysicalSpace>.capacity) { clips in
      for i in 0..<damage.count {
        let rect = damage[i]
        // x2 and y2 are exclusive.
        unsafe clips[i] = drmModeClip(
          x1: UInt16(clamping: rect.minX), y1: UInt16(clamping: rect.minY), x2: UInt16(clamping: rect.maxX),
          y2: UInt16(clamping: rect.maxY))
      }
      return unsafe -drmModeDirtyFB(descriptor, framebuffer, clips.baseAddress!, UInt32(damage.count))
    }
  }

  /// Creates a blob of damage clips (FB_DAMAGE_CLIPS). Returns its ID, or 0 if the kernel cannot create it.
  func makeDamageBlob(_ damage: Region<PhysicalSpace>) -> UInt32 {
    unsafe withUnsafeTemporaryAllocation(of: drm_mode_rect.self, capacity: Region<PhysicalSpace>.capacity) { clips in
      for i in 0..<damage.count {
        let rect = damage[i]
        // x2 and y2 are exclusive.
        unsafe clips[i] = drm_mode_rect(x1: rect.minX, y1: rect.minY, x2: rect.maxX, y2: rect.maxY)
      }
      return unsafe makeBlob(clips.baseAddress!, damage.count * MemoryLayout<drm_mode_rect>.stride)
    }
  }

  /// Creates a blob of a mode (MODE_ID). Returns its ID, or 0 if the kernel cannot create it.
  func makeModeBlob(_ mode: drmModeModeInfo) -> UInt32 {
    var mode = mode
    return unsafe makeBlob(&mode, MemoryLayout<drmModeModeInfo>.size)
  }

  /// Creates a blob of a property. Returns its ID, or 0 if the kernel cannot create it.
  func makeBlob(_ content: [UInt8]) -> UInt32 {
    unsafe content.withUnsafeBytes { unsafe makeBlob($0.baseAddress!, $0.count) }
  }

  /// Returns the content of a blob; empty if it cannot be read.
  func content(ofBlob id: UInt32) -> [UInt8] {
    guard let blob = unsafe drmModeGetPropertyBlob(descriptor, id) else { return [] }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    return unsafe Array(UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length)))
  }

  private func makeBlob(_ bytes: UnsafeRawPointer, _ size: Int) -> UInt32 {
    var blob: UInt32 = 0
    return unsafe drmModeCreatePropertyBlob(descriptor, bytes, size, &blob) < 0 ? 0 : blob
  }
}
