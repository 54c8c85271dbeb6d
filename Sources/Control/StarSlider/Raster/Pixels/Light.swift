/// The intensities of a pixel's channels, 0...65535, in the color space of a `Blending`.
package struct Light: Equatable, Sendable {
  package var red: UInt16
  package var green: UInt16
  package var blue: UInt16

  package init(red: UInt16, green: UInt16, blue: UInt16) { (self.red, self.green, self.blue) = (red, green, blue) }

  package init(_ color: Color, _ blending: Blending) {
    self.init(
      red: blending.intensity(color.red), green: blending.intensity(color.green), blue: blending.intensity(color.blue))
  }

  /// All channels in one word.
  var bits: UInt64 { UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 }

  /// Compares all channels without a branch for each, because whole pictures are compared.
  package static func == (a: Light, b: Light) -> Bool { a.bits == b.bits }

  /// Returns the nearest color of eight bits per channel.
  package func color(_ blending: Blending) -> Color {
    // Grays and yellows have equal channels, and converting to a code takes longer than comparing.
    let red = blending.code(self.red)
    let green = self.green == self.red ? red : blending.code(self.green)
    return Color(red: red, green: green, blue: blue == self.green ? green : blending.code(blue))
  }

  /// Returns the mixture of this light and `share` / 255 of another, with each channel rounded to nearest.
  package func mixed(with other: Light, _ share: UInt8) -> Light {
    if share == 0 { return self }
    return Light(
      red: mixedChannel(red, other.red, share), green: mixedChannel(green, other.green, share),
      blue: mixedChannel(blue, other.blue, share))
  }

  /// Returns the mixture of this light and `share` / 65536 (0...65536) of another, with each channel rounded to nearest.
  func mixed(with other: Light, _ share: Int64) -> Light {
    if share == 0 || share == 65536 { return share == 0 ? self : other }
    func mixed(_ a: UInt16, _ b: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: (Int64(a) << 16 &+ (Int64(b) &- Int64(a)) &* share &+ 32768) >> 16)
    }
    return Light(red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue))
  }
}
