import CLinux

/// The three modes of a virtual terminal that a graphics program changes.
struct Modes {
  /// The display mode: KD_TEXT or KD_GRAPHICS.
  var display: Int32 = 0
  /// The keyboard mode: K_UNICODE, K_XLATE and so on.
  var keyboard: Int32 = 0
  var handover = vt_mode()

  /// The modes of a terminal after boot.
  static let text = Modes()

  private init() {
    (display, keyboard) = (Int32(KD_TEXT), Int32(K_UNICODE))
    handover.mode = CChar(VT_AUTO)
  }

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    try file.control("read the mode of", UInt(KDGETMODE), &display)
    try file.control("read the keyboard mode of", UInt(KDGKBMODE), &keyboard)
    try file.control("read the switching mode of", UInt(VT_GETMODE), &handover)
  }

  /// These modes, with those that a killed program left behind replaced by the modes of `text`. Restoring the leftovers would make the
  /// terminal unusable.
  var withoutLeftovers: Modes {
    var modes = self
    modes.display = Int32(KD_TEXT)
    if modes.keyboard == Int32(K_OFF) { modes.keyboard = Int32(K_UNICODE) }
    if modes.handover.mode != CChar(VT_AUTO) { modes.handover = Self.text.handover }
    return modes
  }

  /// Sets all three modes, even if one is rejected. The display mode comes last, so that the keys work before text appears.
  func apply(to file: borrowing FileDescriptor) {
    var handover = handover
    try? file.control("give back", UInt(VT_SETMODE), &handover)
    try? file.control("set the keyboard mode of", UInt(KDSKBMODE), value: Int(keyboard))
    try? file.control("set the mode of", UInt(KDSETMODE), value: Int(display))
  }
}
