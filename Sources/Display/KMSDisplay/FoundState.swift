import CDRM
import System

/// What a CRTC showed before us, to be put back.
struct FoundState {
  private let crtc: UInt32
  private let connector: UInt32
  private let x: UInt32
  private let y: UInt32
  /// 0 where nothing was shown.
  private let framebuffer: UInt32
  private let mode: drmModeModeInfo

  init(_ card: Card, crtc: UInt32, connector: UInt32) {
    self.crtc = crtc
    self.connector = connector
    guard let state = drmModeGetCrtc(card.file.raw, crtc) else {
      (x, y, framebuffer, mode) = (0, 0, 0, drmModeModeInfo())
      return
    }
    x = state.pointee.x
    y = state.pointee.y
    framebuffer = state.pointee.mode_valid != 0 ? state.pointee.buffer_id : 0
    mode = state.pointee.mode
    drmModeFreeCrtc(state)
  }

  /// Where the framebuffer is gone, the kernel's text console takes the screen when the device is closed.
  func restore(_ card: Card) {
    if framebuffer == 0 { return }
    var connector = connector
    var mode = mode
    drmModeSetCrtc(card.file.raw, crtc, framebuffer, x, y, &connector, 1, &mode)
  }
}
