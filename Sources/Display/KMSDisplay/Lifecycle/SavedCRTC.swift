import CDRM
import System

// Safety: libdrm's structure is copied before it is freed.

/// What a CRTC showed when the card was opened, to be restored on closing.
struct SavedCRTC {
  /// The CRTC's state; it has no mode if the CRTC was off.
  private var state = drmModeCrtc()
  private let connector: UInt32

  init(_ card: Card, crtc: UInt32, connector: UInt32) {
    self.connector = connector
    guard let found = unsafe drmModeGetCrtc(card.descriptor, crtc) else { return }
    state = unsafe found.pointee
    unsafe drmModeFreeCrtc(found)
  }

  /// Restores the CRTC. If its framebuffer no longer exists, the kernel's console appears when the card is closed.
  func restore(_ card: Card) {
    if state.mode_valid == 0 || state.buffer_id == 0 { return }
    _ = card.setMode(
      state.mode, crtc: state.crtc_id, connector: connector, framebuffer: state.buffer_id, x: state.x, y: state.y)
  }
}
