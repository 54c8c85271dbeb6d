import StarSlider

/// The coverage of every pixel of a mask.
package struct CoverageGrid {
  package let width: Int
  package let height: Int
  /// Row by row, 0...255.
  package let coverage: [UInt8]

  /// Sweeps a path through a fresh mask.
  package init(_ path: Path, rule: FillRule = .nonZero, width: Int32, height: Int32) {
    (self.width, self.height) = (Int(width), Int(height))
    coverage = Outline(path, rule: rule).coverage(width: width, height: height)
  }

  package subscript(x: Int, y: Int) -> UInt8 { coverage[y * width + x] }

  /// The coverage as characters: `.` is none, `#` is full, `1` to `9` are tenths, rounded.
  package var ascii: String {
    var text = ""
    for y in 0..<height {
      if y > 0 { text += "\n" }
      for x in 0..<width { text += Self.character(self[x, y]) }
    }
    return text
  }

  private static func character(_ coverage: UInt8) -> String {
    switch coverage {
    case 0: "."
    case 255: "#"
    default: String(min(max((Int(coverage) * 10 + 127) / 255, 1), 9))
    }
  }
}
