/// The coverage of a pixel by the layers of a shape, 0...255 each.
package struct LayerCoverage: Hashable, Sendable {
  package var inside: UInt8
  package var stroke: UInt8
  package var ink: UInt8 = 0

  /// The coverage of a pixel that shows only the inside.
  package static var plain: Self { Self(inside: 255, stroke: 0) }
}

/// The coverage of all pixels by the layers of a shape, in the viewer's orientation.
///
/// Safety: the planes are as large as the buffer's mask. Callers pass pixels inside them.
@safe package final class ShapeCoverage {
  let width: Int
  let height: Int
  // A byte per pixel, row by row, in one block of memory. Few shapes have ink.
  private let inside, stroke: UnsafeMutablePointer<UInt8>
  private let ink: UnsafeMutablePointer<UInt8>?

  /// Sweeps the outlines. A stroke with sides hides the inside's own edge, as in `LevelPainter`.
  init(of outlines: ShapeOutlines, _ buffer: borrowing AccumulationBuffer) {
    (width, height) = (Int(buffer.width), Int(buffer.height))
    let count = width * height
    let all = (outlines.ink == nil ? 2 : 3) * count
    unsafe inside = .allocate(capacity: all)
    unsafe inside.initialize(repeating: 0, count: all)
    unsafe stroke = inside + count
    unsafe ink = outlines.ink == nil ? nil : stroke + count
    if outlines.hasSides, let sides = outlines.stroke {
      unsafe buffer.store(sides, in: inside, stroke: stroke)
    } else {
      unsafe buffer.store(outlines.inside, in: inside)
      if let outline = outlines.stroke { unsafe buffer.store(outline, in: stroke) }
    }
    if let ink = unsafe ink, let outline = outlines.ink { unsafe buffer.store(outline, in: ink) }
  }

  deinit { unsafe inside.deallocate() }

  /// Returns the coverage of a pixel in the shape's square.
  package subscript(x: Int, y: Int) -> LayerCoverage {
    let i = y &* width &+ x
    return unsafe LayerCoverage(inside: inside[i], stroke: stroke[i], ink: ink.map { unsafe $0[i] } ?? 0)
  }
}

extension Outline {
  /// Returns the coverage of each pixel of a picture, 0...255, row by row. Each side has 1 ... `Path.limit` pixels.
  @export(interface) package func coverage(width: Int32, height: Int32) -> [UInt8] {
    AccumulationBuffer(width: width, height: height).coverage(of: self)
  }
}

extension AccumulationBuffer {
  /// Returns the coverage of each pixel by an outline, 0...255, row by row.
  func coverage(of outline: Outline) -> [UInt8] {
    let pixels = Int(width) * Int(height)
    return unsafe [UInt8](unsafeUninitializedCapacity: pixels) { plane, count in
      unsafe plane.initialize(repeating: 0)
      unsafe store(outline, in: plane.baseAddress!)
      count = pixels
    }
  }

  /// Stores the coverage of each pixel that an outline covers in a plane of zeros. If there is a plane for the stroke, the outline is a
  /// stroke that consists of both sides of one contour, and the other plane is that of the inside.
  fileprivate func store(
    _ outline: Outline, in plane: UnsafeMutablePointer<UInt8>, stroke: UnsafeMutablePointer<UInt8>? = nil
  ) {
    add(outline, isSides: unsafe stroke != nil)
    var store = unsafe CoverageStore(width: Int(width), plane: plane, stroke: stroke)
    sweep(into: &store)
  }
}

/// Stores the coverage of each pixel that is covered.
///
/// Safety: the planes have a byte for each pixel of the mask.
@safe private struct CoverageStore: RowConsumer {
  let width: Int
  let plane: UnsafeMutablePointer<UInt8>
  let stroke: UnsafeMutablePointer<UInt8>?

  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow) {
    var row = first
    for y in start..<end {
      let line = Int(y) &* width
      unsafe row.report { start, end, accumulators, before in
        var sum = before
        for x in start..<end {
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          let coverage = coverage(sum)
          unsafe plane[line &+ x] = coverage.inside
          if let stroke = unsafe stroke { unsafe stroke[line &+ x] = coverage.stroke }
        }
        return sum
      } run: { start, end, sum in
        let (coverage, place, count) = (coverage(sum), line &+ start, end &- start)
        if coverage.inside > 0 { unsafe (plane + place).update(repeating: coverage.inside, count: count) }
        if let stroke = unsafe stroke, coverage.stroke > 0 {
          unsafe (stroke + place).update(repeating: coverage.stroke, count: count)
        }
      }
      unsafe row.line += row.stride
    }
  }

  @inline(__always) private func coverage(_ sum: CoverageSum) -> LayerCoverage {
    let scale: LevelScale = unsafe stroke == nil ? .inside : .sides
    return scale.coverage(min(max(Int(sum >> 16), 0), scale.highest))
  }
}
