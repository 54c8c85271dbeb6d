import CDRM
import System

/// What a CRTC showed when the card was opened, to be restored on closing.
struct SavedCRTC {
  private let crtc: UInt32
  private let connector: UInt32
  private var x: UInt32 = 0
  private var y: UInt32 = 0
  /// 0 if the CRTC was off.
  private var framebuffer: UInt32 = 0
  private var mode = drmModeModeInfo()

  init(_ card: Card, crtc: UInt32, connector: UInt32) {
    self.crtc = crtc
    self.connector = connector
    guard let state = drmModeGetCrtc(card.descriptor, crtc) else { return }
    x = state.pointee.x
    y = state.pointee.y
    framebuffer = state.pointee.mode_valid != 0 ? state.pointee.buffer_id : 0
    mode = state.pointee.mode
    drmModeFreeCrtc(state)
  }

  /// Restores the CRTC. If its framebuffer no longer exists, the kernel's console appears when the card is closed.
  func restore(_ card: Card) {
    if framebuffer == 0 { return }
    var connector = connector
    var mode = mode
    drmModeSetCrtc(card.descriptor, crtc, framebuffer, x, y, &connector, 1, &mode)
  }
}
