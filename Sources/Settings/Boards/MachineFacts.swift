/// What a machine says about itself, as plain data: read from /proc and /sys by whoever starts, compared with profiles here.
package struct MachineFacts: Sendable {
  /// As in "aarch64": uname(2).
  package var architecture = ""
  /// The device tree's root `compatible`, the most special first; empty on a PC.
  package var compatible: [String] = []
  /// The device tree's `model`, as in "Raspberry Pi 4 Model B Rev 1.4".
  package var model = ""
  /// DMI's product name, as in "Standard PC (Q35 + ICH9, 2009)"; empty on a board.
  package var product = ""
  /// The connectors with a screen on them.
  package var screens: [Screen] = []
  /// The framebuffers' drivers, as in "fb_ili9341".
  package var framebuffers: [String] = []
  /// What the input devices call themselves.
  package var inputs: [String] = []

  /// A connector with a screen.
  package struct Screen: Sendable {
    /// As in "DSI-1".
    package let connector: String
    /// The mode that the screen prefers, as in "800x480"; empty where it offers none.
    package let mode: String

    /// A screen from its parts.
    package init(connector: String, mode: String) {
      self.connector = connector
      self.mode = mode
    }
  }

  /// Nothing known.
  package init() {}

  /// What a person would call it.
  package var name: String { !model.isEmpty ? model : !product.isEmpty ? product : compatible.first ?? "unknown" }
}
