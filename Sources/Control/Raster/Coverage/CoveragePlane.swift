import Geometry

/// Memory for the coverage of one outline: a byte per pixel, 0...255, row by row as the viewer sees them.
struct CoveragePlane {
  let bytes: UnsafeMutablePointer<UInt8>
  private let width: Int

  /// Allocates a plane of zeros.
  init(_ size: Size<LayoutSpace>) {
    width = Int(size.width)
    let count = width * Int(size.height)
    bytes = .allocate(capacity: count)
    bytes.initialize(repeating: 0, count: count)
  }

  func deallocate() { bytes.deallocate() }

  @inline(__always)
  func row(_ y: Int32) -> UnsafeMutablePointer<UInt8> { bytes + Int(y) &* width }

  @inline(__always)
  func clear(_ row: UnsafeMutablePointer<UInt8>) { Self.fill(row, width, 0) }

  /// Stores a run of equal coverage.
  @inline(__always)
  static func fill(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ coverage: UInt8) {
    UnsafeMutableRawPointer(start).initializeMemory(as: UInt8.self, repeating: coverage, count: count)
  }
}

/// Stores the coverage of an outline in a plane of zeros.
struct CoverageStore: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let plane: CoveragePlane
  private var row: UnsafeMutablePointer<UInt8>

  init(_ plane: CoveragePlane) { (self.plane, row) = (plane, plane.bytes) }

  mutating func beginRow(_ y: Int32) { row = plane.row(y) }

  mutating func pixel(_ x: Int, coverage: UInt8) { row[x] = coverage }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    CoveragePlane.fill(row + start, end &- start, coverage)
  }
}
