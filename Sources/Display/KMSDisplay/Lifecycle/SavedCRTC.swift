import CDRM
import System

/// What a CRTC showed when the card was opened, to be restored on closing.
struct SavedCRTC {
  /// Without a mode if the CRTC was off.
  private var state = drmModeCrtc()
  private let connector: UInt32

  init(_ card: Card, crtc: UInt32, connector: UInt32) {
    self.connector = connector
    guard let found = drmModeGetCrtc(card.descriptor, crtc) else { return }
    state = found.pointee
    drmModeFreeCrtc(found)
  }

  /// Restores the CRTC. If its framebuffer no longer exists, the kernel's console appears when the card is closed.
  func restore(_ card: Card) {
    if state.mode_valid == 0 || state.buffer_id == 0 { return }
    var (connector, mode) = (connector, state.mode)
    drmModeSetCrtc(card.descriptor, state.crtc_id, state.buffer_id, state.x, state.y, &connector, 1, &mode)
  }
}
