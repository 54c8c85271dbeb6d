import Settings

/// What `size-mm` may be: what no panel is would make targets as large as the screen, and the screen would be blamed.
///
/// | rule | why |
/// | --- | --- |
/// | each side has 9 to 4000 mm | a fingertip hits 9 mm |
/// | 20 to 600 pixels to the inch, each way | 1920x1080 on 86 inches are 26, a telephone's panel has up to 550; centimetres or inches taken for millimetres are far off |
/// | the two within half as much again | panels with other than square pixels are 1.33 off at most; exchanged sides of 5:3 are 2.8 off |
///
/// The last two want to know the pixels.
package enum PanelSize {
  /// A side, in millimetres.
  static var side: ClosedRange<Int32> { 9...4000 }
  /// Pixels to the inch.
  static var density: ClosedRange<Int64> { 20...600 }

  /// What is wrong with a size, beside the pixels that are shown there, where they are known; `nil` where nothing is.
  @export(interface) package static func fault(
    of size: Millimetres, showing pixels: (width: Int32, height: Int32)?
  ) -> String? {
    guard side.contains(size.width), side.contains(size.height) else {
      return "allowed are sides of \(side.lowerBound) to \(side.upperBound) mm"
    }
    guard let pixels else { return nil }
    // Rounded; 1 inch is 25.4 mm.
    func density(_ pixels: Int32, _ millimetres: Int32) -> Int64 {
      (Int64(pixels) * 254 + Int64(millimetres) * 5) / (Int64(millimetres) * 10)
    }
    let (across, down) = (density(pixels.width, size.width), density(pixels.height, size.height))
    let words = "\(pixels.width)x\(pixels.height) pixels on \(size.width)x\(size.height) mm are "
    for one in [across, down] where !Self.density.contains(one) {
      return words + "\(one) to the inch; allowed are \(Self.density.lowerBound) to \(Self.density.upperBound)"
    }
    if max(across, down) * 2 > min(across, down) * 3 {
      return words + "\(across) to the inch across and \(down) down; are the sides exchanged?"
    }
    return nil
  }
}

extension BoardProfile {
  /// What is wrong with its `size-mm`, for any of the modes that it names, and the line; `nil` where nothing is, or nothing is said.
  package var panelFault: (reason: String, line: Int32)? {
    for fact in facts where fact.name.utf8.elementsEqual("facts.size-mm".utf8) {
      guard let size = Millimetres(fact.text) else {
        return ("allowed is WIDTHxHEIGHT in millimetres, as the scanout is read", fact.line)
      }
      if let fault = PanelSize.fault(of: size, showing: nil) { return (fault, fact.line) }
      for mode in modes {
        if let fault = PanelSize.fault(of: size, showing: (mode.width, mode.height)) { return (fault, fact.line) }
      }
    }
    return nil
  }

  /// Pixels, as `[board] screen` and `[screen] mode` have them.
  private var modes: [Millimetres] {
    var modes: [Millimetres] = []
    for fact in facts {
      let isRule = fact.name.utf8.elementsEqual("board.screen".utf8)
      if !isRule && !fact.name.utf8.elementsEqual("screen.mode".utf8) { continue }
      guard let word = fact.text.utf8.split(separator: UInt8(ascii: " ")).last else { continue }
      // The form is the same: two numbers.
      if let mode = Millimetres(String(decoding: Array(word), as: UTF8.self)), mode.width > 0, mode.height > 0 {
        modes.append(mode)
      }
    }
    return modes
  }
}
