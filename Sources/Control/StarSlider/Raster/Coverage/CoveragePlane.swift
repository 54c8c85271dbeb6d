/// Memory for the coverage of one outline: a byte per pixel, 0...255, row by row in the viewer's orientation.
///
/// Safety: sweeps of a mask of the same size report no pixel outside the plane.
@safe struct CoveragePlane {
  let bytes: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int

  /// Allocates a plane of zeros.
  init(_ size: Size<LayoutSpace>) {
    (width, height) = (Int(size.width), Int(size.height))
    let count = width * height
    unsafe bytes = .allocate(capacity: count)
    unsafe bytes.initialize(repeating: 0, count: count)
  }

  func deallocate() { unsafe bytes.deallocate() }

  /// Returns the coverage of a pixel inside the plane.
  @inline(__always) subscript(x: Int, y: Int) -> UInt8 { unsafe bytes[y &* width &+ x] }

  @inline(__always) func row(_ y: Int32) -> UnsafeMutablePointer<UInt8> { unsafe bytes + Int(y) &* width }

  @inline(__always) static func fill(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ coverage: UInt8) {
    unsafe UnsafeMutableRawPointer(start).initializeMemory(as: UInt8.self, repeating: coverage, count: count)
  }
}

/// Stores the coverage of an outline in a plane of zeros.
///
/// Safety: that of its plane.
@safe struct CoverageStore: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let plane: CoveragePlane
  private var row: UnsafeMutablePointer<UInt8>

  init(_ plane: CoveragePlane) { unsafe (self.plane, row) = (plane, plane.bytes) }

  mutating func beginRow(_ y: Int32) { unsafe row = plane.row(y) }

  mutating func pixel(_ x: Int, coverage: UInt8) { unsafe row[x] = coverage }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    unsafe CoveragePlane.fill(row + start, end &- start, coverage)
  }
}
