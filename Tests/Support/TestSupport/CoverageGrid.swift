import StarSlider

/// The coverage of every pixel of a mask. It also checks that the mask fulfils the contract of `CoverageConsumer`.
package struct CoverageGrid: CoverageConsumer {
  package let width: Int
  package let height: Int
  /// Row by row, 0...255.
  package private(set) var coverage: [UInt8]
  /// A description of the first violation; `nil` if there is none.
  package private(set) var complaint: String?

  private var row: Int32 = -1
  private var reached = 0

  private init(width: Int32, height: Int32) {
    self.width = Int(width)
    self.height = Int(height)
    coverage = [UInt8](repeating: 0, count: Int(width) * Int(height))
  }

  /// Sweeps a path through a fresh mask.
  package init(_ path: Path, rule: FillRule = .nonZero, width: Int32, height: Int32) {
    self.init(width: width, height: height)
    let mask = CoverageMask(width: width, height: height)
    let outline = Outline(path, rule: rule)
    mask.sweep(outline, into: &self)
    endRow()
    if row != height - 1 { complain("\(row + 1) rows of \(height)") }
    var again = CoverageGrid(width: width, height: height)
    mask.sweep(Outline(Path()), into: &again)
    if again.coverage.contains(where: { $0 != 0 }) { complain("the mask was not left clean") }
  }

  package subscript(x: Int, y: Int) -> UInt8 { coverage[y * width + x] }

  package mutating func beginRow(_ y: Int32) {
    endRow()
    if y != row + 1 { complain("row \(y) after row \(row)") }
    (row, reached) = (y, 0)
  }

  package mutating func pixel(_ x: Int, coverage value: UInt8) { run(from: x, to: x + 1, coverage: value) }

  package mutating func run(from start: Int, to end: Int, coverage value: UInt8) {
    if start != reached || end <= start || end > width {
      complain("run \(start)..<\(end) of \(value) after \(reached) in row \(row)")
    }
    reached = max(reached, end)
    if row < 0 || row >= Int32(height) { return }
    for x in max(start, 0)..<max(min(end, width), max(start, 0)) {
      coverage[Int(row) * width + x] = value
    }
  }

  /// Checks that the row is complete.
  private mutating func endRow() {
    if row >= 0 && reached != width { complain("row \(row) ends at \(reached)") }
  }

  private mutating func complain(_ what: String) {
    if complaint == nil { complaint = what }
  }

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
