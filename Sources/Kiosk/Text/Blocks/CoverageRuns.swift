import StarSlider

/// The covered pixels of a picture, as runs of adjacent pixels from top to bottom. They take less memory than the picture, and painting
/// them skips all uncovered pixels.
package struct CoverageRuns: Sendable {
  /// Adjacent pixels of one row that are all covered.
  struct Run: BitwiseCopyable {
    /// The position of the first pixel.
    let x: UInt16
    let y: UInt16
    /// The number of pixels, at least 1.
    let count: UInt16
  }

  // The size of the picture in pixels.
  package let width: Int32
  package let height: Int32
  let runs: [Run]
  /// The coverage of the runs' pixels, 1...255, one run after the other.
  let bytes: [UInt8]

  /// Collects the runs of a picture, whose sides are below 65,536 pixels.
  package init(_ picture: CoveragePicture) {
    precondition(max(picture.width, picture.height) <= UInt16.max, "a picture larger than any screen")
    (width, height) = (picture.width, picture.height)
    (runs, bytes) = Self.collected(picture)
  }

  private static func collected(_ picture: CoveragePicture) -> ([Run], [UInt8]) {
    let (columns, rows) = (Int(picture.width), Int(picture.height))
    return unsafe picture.bytes.withUnsafeBytes { bytes in
      // In the worst case every other pixel of a row begins a run. The arrays are copied, so that they take no more memory than they need.
      unsafe withUnsafeTemporaryAllocation(of: Run.self, capacity: (columns + 1) / 2 * rows) { runs in
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { covered in
          var (runCount, byteCount, start) = (0, 0, 0)
          for y in 0..<rows {
            let end = start &+ columns
            var next = start
            while next < end {
              // Most of a text is not covered. The low byte of a word is the first pixel.
              if next &+ 8 <= bytes.count {
                let eight = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
                next &+= eight.trailingZeroBitCount / 8
              } else if unsafe bytes[next] == 0 {
                next &+= 1
              }
              let first = next
              while next < end, unsafe bytes[next] != 0 {
                unsafe covered[byteCount] = bytes[next]
                byteCount &+= 1
                next &+= 1
              }
              if next <= first { continue }
              unsafe runs[runCount] = Run(
                x: UInt16(truncatingIfNeeded: first &- start), y: UInt16(truncatingIfNeeded: y),
                count: UInt16(truncatingIfNeeded: next &- first))
              runCount &+= 1
            }
            start = end
          }
          return unsafe (
            Array(UnsafeBufferPointer(rebasing: runs[..<runCount])),
            Array(UnsafeBufferPointer(rebasing: covered[..<byteCount]))
          )
        }
      }
    }
  }
}
