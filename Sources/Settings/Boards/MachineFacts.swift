/// The identity and the devices of a machine, from /proc and /sys.
package struct MachineFacts: Sendable {
  /// The machine name from uname(2), such as "aarch64".
  package var architecture = ""
  /// The `compatible` of the device tree's root, with the most specific word first; empty on a PC.
  package var compatible: [String] = []
  /// The device tree's `model`, such as "Raspberry Pi 4 Model B Rev 1.4".
  package var model = ""
  /// The DMI product name, such as "Standard PC (Q35 + ICH9, 2009)"; empty on a board.
  package var product = ""
  /// The connectors that have a screen, such as "DSI-1", with the screen's preferred mode, such as "800x480"; the mode is empty if the
  /// screen reports none.
  package var screens: [(connector: String, mode: String)] = []
  /// The drivers of the framebuffers, such as "fb_ili9341".
  package var framebuffers: [String] = []
  package var inputs: [String] = []

  package init() {}

  /// The name to show to people.
  package var name: String { [model, product].first { !$0.utf8.isEmpty } ?? compatible.first ?? "unknown" }
}
