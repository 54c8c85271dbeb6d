import TestSupport
import Testing

@testable import System

@Suite struct USBSoundCardTests {
  private let folders = SoundFolders()
  private var cards: [USBSoundCard] {
    USBSoundCard.connected(devices: folders.devices, classes: folders.classes).sorted { $0.number < $1.number }
  }

  @Test func cardsThatPlayAreFound() {
    #expect(cards.isEmpty)
    folders.add("pcmC0D0p", at: "pci0/sound")
    folders.add("pcmC3D1p", at: "soc/fe980000.usb/usb1/1-1/1-1.2/sound")
    folders.add("pcmC31D0p", at: "pci0/usb12/12-1")
    #expect(cards.map(\.number) == [3, 31])
    #expect(cards.allSatisfy { abs($0.since / 1_000_000 - WallClock.now()) < 3_600_000 })
  }

  /// Microphones, controls, cards of other buses, and names that ALSA does not give.
  @Test func othersAreNot() {
    for name in [
      "pcmC0D0c", "controlC0", "hwC0D0", "midiC0D0", "seq", "timer", "pcmCD0p", "pcmC32D0p", "pcmC-1D0p", "p",
    ] {
      folders.add(name, at: "pci0/usb1/1-1")
    }
    for (number, place) in ["usbdrd3_0/fcc00000.usb/gadget", "usb/sound", "pci0/usbx", "xusb1/sound"].enumerated() {
      folders.add("pcmC\(number)D0p", at: place)
    }
    #expect(cards.isEmpty)
  }
}
