/// A sound card on USB that plays, such as that of headphones with a USB plug.
package struct USBSoundCard: Equatable, Sendable {
  /// The folder of ALSA's devices. It changes when a card is connected or disconnected.
  package static var devices: String { "/dev/snd" }
  package static var classes: String { "/sys/class/sound" }

  /// ALSA's number of the card, 0 ... 31. A card that is connected gets the lowest free one.
  package let number: UInt32
  /// When the card was connected, in nanoseconds since 1970.
  package let since: Int64

  /// Returns the cards that are connected, one for each device, in the kernel's order. Without the folder, there are none.
  ///
  /// - Parameters:
  ///   - devices: The folder with entries such as `pcmC1D0p`: card 1, device 0, which plays.
  ///   - classes: The folder with a link of each of these names to the device's place in the machine.
  package static func connected(devices: String = Self.devices, classes: String = Self.classes) -> [USBSoundCard] {
    ((try? listDirectory(devices)) ?? []).compactMap { name in
      guard let number = number(ofPlayer: name), isOnUSB(classes + "/" + name),
        let status = try? FileStatus(devices + "/" + name)
      else { return nil }
      return USBSoundCard(number: number, since: status.changed)
    }
  }

  private static func number(ofPlayer name: String) -> UInt32? {
    if name.utf8.last != UInt8(ascii: "p") { return nil }
    let card = String(decoding: Array(name.utf8.prefix { $0 != UInt8(ascii: "D") }), as: UTF8.self)
    guard let number = trailingNumber(of: card, after: "pcmC"), number < 32 else { return nil }
    return UInt32(number)
  }

  /// Whether the place is on a bus such as `usb1`.
  private static func isOnUSB(_ link: String) -> Bool {
    guard let place = try? realPath(link) else { return false }
    return place.utf8.split(separator: UInt8(ascii: "/")).contains {
      trailingNumber(of: String(decoding: Array($0), as: UTF8.self), after: "usb") != nil
    }
  }
}
