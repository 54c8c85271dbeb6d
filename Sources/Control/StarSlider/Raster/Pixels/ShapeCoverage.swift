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
/// Safety: masks of the planes' size report no pixel outside them.
@safe package final class ShapeCoverage {
  let inside: CoveragePlane
  let stroke: CoveragePlane
  private let ink: CoveragePlane?

  /// Sweeps the outlines with a mask of a given size. A stroke with sides hides the inside's own edge, as in `LevelPainter`.
  init(of outlines: ShapeOutlines, _ mask: borrowing CoverageMask, _ size: Size<LayoutSpace>) {
    func plane(_ outline: Outline?) -> CoveragePlane {
      let plane = CoveragePlane(size)
      var store = CoverageStore(plane)
      if let outline { mask.sweep(outline, into: &store) }
      return plane
    }
    ink = outlines.ink.map { plane($0) }
    if outlines.hasSides, let sides = outlines.stroke {
      (inside, stroke) = (CoveragePlane(size), CoveragePlane(size))
      mask.buffer.add(sides, isSides: true)
      var store = SideStore(inside: inside, stroke: stroke)
      mask.buffer.sweep(into: &store)
    } else {
      (inside, stroke) = (plane(outlines.inside), plane(outlines.stroke))
    }
  }

  deinit {
    inside.deallocate()
    stroke.deallocate()
    ink?.deallocate()
  }

  /// Returns the coverage of a pixel in the shape's square.
  package subscript(x: Int, y: Int) -> LayerCoverage {
    LayerCoverage(inside: inside[x, y], stroke: stroke[x, y], ink: ink?[x, y] ?? 0)
  }
}

/// Stores the coverage by a stroke's sides in planes of zeros.
private struct SideStore: RowConsumer {
  let inside: CoveragePlane
  let stroke: CoveragePlane

  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow) {
    func coverage(_ sum: CoverageSum) -> LayerCoverage {
      LevelScale.sides.coverage(min(max(Int(sum >> 16), 0), 510))
    }
    var row = first
    for y in start..<end {
      let (insides, strokes) = unsafe (inside.row(y), stroke.row(y))
      unsafe row.report { start, end, accumulators, before in
        var sum = before
        for x in start..<end {
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          let coverage = coverage(sum)
          unsafe (insides[x], strokes[x]) = (coverage.inside, coverage.stroke)
        }
        return sum
      } run: { start, end, sum in
        let coverage = coverage(sum)
        if coverage.inside > 0 { unsafe CoveragePlane.fill(insides + start, end &- start, coverage.inside) }
        if coverage.stroke > 0 { unsafe CoveragePlane.fill(strokes + start, end &- start, coverage.stroke) }
      }
      unsafe row.line += row.stride
    }
  }
}
