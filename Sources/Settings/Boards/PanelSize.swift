import Settings

/// The plausible values of `size-mm`. With a wrong size, touch targets could become as large as the screen.
///
/// | rule | reason |
/// | --- | --- |
/// | sides of 9 to 4000 mm | a fingertip covers 9 mm |
/// | 20 to 600 pixels per inch in each direction | 1920x1080 on 86 inches has 26, a phone up to 550; sizes in cm or inches are far off |
/// | densities that differ by a factor of at most 1.5 | non-square pixels reach a factor of 1.33; swapped sides of a 5:3 panel, 2.8 |
///
/// The last two rules apply if the number of pixels is known.
package enum PanelSize {
  /// The range of a side, in millimeters.
  private static var sides: ClosedRange<Int32> { 9...4000 }
  /// The range of the density, in pixels per inch.
  private static var densities: ClosedRange<Int64> { 20...600 }

  /// Returns why a size is not plausible; `nil` if it is.
  @export(interface) package static func fault(
    of size: Millimeters, showing pixels: (width: Int32, height: Int32)?
  ) -> String? {
    guard sides.contains(size.width), sides.contains(size.height) else {
      return "invalid value; allowed: sides of \(sides.lowerBound) to \(sides.upperBound) mm"
    }
    guard let pixels else { return nil }
    // Rounded; 1 inch is 25.4 mm.
    func density(_ pixels: Int32, _ millimeters: Int32) -> Int64 {
      (Int64(pixels) * 254 + Int64(millimeters) * 5) / (Int64(millimeters) * 10)
    }
    let (across, down) = (density(pixels.width, size.width), density(pixels.height, size.height))
    let panel = "\(pixels.width)x\(pixels.height) pixels on \(size.width)x\(size.height) mm are "
    for density in [across, down] where !densities.contains(density) {
      return panel + "\(density) per inch; allowed: \(densities.lowerBound) to \(densities.upperBound)"
    }
    if max(across, down) * 2 > min(across, down) * 3 {
      return panel + "\(across) per inch across and \(down) down; are width and height swapped?"
    }
    return nil
  }
}

extension BoardProfile {
  /// The reason why `size-mm` is not plausible for one of the profile's modes, and its line; `nil` if it is plausible or missing.
  package var panelFault: (reason: String, line: Int32)? {
    for fact in facts where same(fact.name, "facts.size-mm") {
      guard let size = Millimeters(fact.text) else {
        return ("invalid value; allowed: WIDTHxHEIGHT in millimeters, in the orientation of the scanout", fact.line)
      }
      if let fault = PanelSize.fault(of: size, showing: nil) { return (fault, fact.line) }
      for mode in modes {
        if let fault = PanelSize.fault(of: size, showing: (mode.width, mode.height)) { return (fault, fact.line) }
      }
    }
    return nil
  }

  /// The modes in `[board] screen` and `[screen] mode`, in pixels.
  private var modes: [Millimeters] {
    facts.compactMap { fact in
      guard same(fact.name, "board.screen") || same(fact.name, "screen.mode"),
        let word = fact.text.utf8.split(separator: UInt8(ascii: " ")).last,
        // A mode has the same form as a size in millimeters.
        let mode = Millimeters(String(decoding: Array(word), as: UTF8.self)), mode.width > 0, mode.height > 0
      else { return nil }
      return mode
    }
  }
}
