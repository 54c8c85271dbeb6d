/// The identity and the devices of a machine, from /proc and /sys.
package struct MachineFacts: Sendable {
  /// The machine name of uname(2), as in "aarch64".
  package var architecture = ""
  /// The `compatible` of the device tree's root, the most specific word first; empty on a PC.
  package var compatible: [String] = []
  /// The device tree's `model`, as in "Raspberry Pi 4 Model B Rev 1.4".
  package var model = ""
  /// The DMI product name, as in "Standard PC (Q35 + ICH9, 2009)"; empty on a board.
  package var product = ""
  /// The connectors that have a screen, as in "DSI-1", and its preferred mode, as in "800x480"; empty if it reports none.
  package var screens: [(connector: String, mode: String)] = []
  /// The drivers of the framebuffers, as in "fb_ili9341".
  package var framebuffers: [String] = []
  package var inputs: [String] = []

  package init() {}

  /// The name for people.
  package var name: String { [model, product].first { !$0.utf8.isEmpty } ?? compatible.first ?? "unknown" }
}
