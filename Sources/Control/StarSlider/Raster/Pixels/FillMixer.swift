/// Mixes the pixels through which a fill edge passes, from the exact areas of their layers on both sides of the edge.
///
/// A layer that covers a pixel completely is filled up to the fill edge. A layer whose own edge crosses the pixel is filled at another
/// rate, unless its empty and its filled part look the same.
package struct FillMixer {
  private let outlines: ShapeOutlines
  private let lights: ShapeLights
  private let emptyStroke: Light
  private let isRow: Bool
  private let isReversed: Bool
  private var inside = LayerAreas()
  private var stroke = LayerAreas()
  private var ink = LayerAreas()

  /// Creates a mixer. `emptyStroke` is the light of stroke and ink where the shape is empty. If `isRow` is true, the fill edge is
  /// horizontal. If `isReversed` is true, the part to the right of it (below it) is filled.
  init(_ outlines: ShapeOutlines, _ lights: ShapeLights, emptyStroke: Light, isRow: Bool, isReversed: Bool) {
    (self.outlines, self.lights, self.emptyStroke) = (outlines, lights, emptyStroke)
    (self.isRow, self.isReversed) = (isRow, isReversed)
  }

  private var hasTwoStrokes: Bool { emptyStroke != lights.stroke }

  /// Returns whether a pixel is filled at another rate than a pixel within all of its layers.
  package func isCut(_ coverage: LayerCoverage) -> Bool {
    func isPart(_ coverage: UInt8) -> Bool { 1...254 ~= coverage }
    return isPart(coverage.inside) || hasTwoStrokes && (isPart(coverage.stroke) || isPart(coverage.ink))
  }

  /// Chooses a pixel, in the viewer's orientation.
  mutating func choose(x: Int32, y: Int32, _ coverage: LayerCoverage) {
    let strokes = hasTwoStrokes
    inside.choose(outlines.inside, x, y, coverage.inside, isRow: isRow, isUniform: false)
    stroke.choose(outlines.stroke, x, y, coverage.stroke, isRow: isRow, isUniform: !strokes)
    ink.choose(outlines.ink, x, y, coverage.ink, isRow: isRow, isUniform: !strokes)
  }

  /// Returns the light of the chosen pixel when a share of 0...65536 of its width (height) is filled.
  func light(_ share: Int64) -> Light {
    func layer(_ areas: LayerAreas) -> (coverage: Int64, filled: Int64) { areas.layer(share, isReversed: isReversed) }
    return lights.light(inside: layer(inside), stroke: layer(stroke), ink: layer(ink), emptyStroke: emptyStroke)
  }

  /// Adds the lights of a pixel at `count` equal steps of the fill edge, from empty to full.
  package mutating func add(
    _ count: Int64, x: Int32, y: Int32, _ coverage: LayerCoverage, to lights: inout [PackedLight]
  ) {
    choose(x: x, y: y, coverage)
    for i in 0..<count { lights.append(self.lights.encoder.packed(light(i * 65536 / (count - 1)))) }
  }
}

/// The areas of one layer in a pixel.
private struct LayerAreas {
  private var pieces: [EdgePiece] = []
  private var coverage: UInt8 = 0
  /// The area in 1/65536 px²; -1 if the layer is filled up to the fill edge.
  private var all: Int64 = -1

  /// Chooses a pixel. `isUniform` is true if the layer looks the same whether it is filled or empty.
  mutating func choose(
    _ outline: Outline?, _ x: Int32, _ y: Int32, _ coverage: UInt8, isRow: Bool, isUniform: Bool
  ) {
    (self.coverage, all) = (coverage, -1)
    guard let outline, !isUniform, 1...254 ~= coverage else { return }
    pieces.removeAll(keepingCapacity: true)
    unsafe outline.withEdges { edges in
      unsafe EdgePiece.forEach(of: edges, winding: outline.winding, x: x, y: y, isRow: isRow) { pieces.append($0) }
    }
    all = min(max(area(leftOf: 65536), 0), 65536)
  }

  private func area(leftOf place: Int64) -> Int64 { pieces.reduce(0) { $0 &+ $1.area(leftOf: place) } }

  /// Returns the covered share of the pixel, and the filled share of the covered part.
  func layer(_ share: Int64, isReversed: Bool) -> (coverage: Int64, filled: Int64) {
    if all < 0 { return ((Int64(coverage) << 16 &+ 127) / 255, share) }
    if all == 0 { return (0, 0) }
    let filled = min(max(area(leftOf: isReversed ? 65536 &- share : share), 0), all) << 16 / all
    return (all, isReversed ? 65536 &- filled : filled)
  }
}

/// The part of an outline's edge in the rows of one pixel. It adds the area to its right, as in `AccumulatorRows`.
private struct EdgePiece {
  // The distances of both ends from the pixel's left side, in 1/65536 px.
  private let left: Int64
  private let right: Int64
  /// The height in 1/65536 px, below 0 if the edge subtracts.
  private let height: Int64

  /// Calls `body` with the pieces that add area to a pixel. If `isRow` is true, x and y are exchanged.
  @inline(__always)
  static func forEach(
    of edges: UnsafeBufferPointer<Edge>, winding: Int32, x: Int32, y: Int32, isRow: Bool, _ body: (EdgePiece) -> Void
  ) {
    let (start, top) = isRow ? (y << 16, x << 16) : (x << 16, y << 16)
    let adds = (winding > 0) != isRow
    for i in 0..<edges.count {
      var edge = unsafe edges[i]
      // The exchange reverses the direction of the outline.
      if isRow { edge = Edge(x0: edge.y0, y0: edge.x0, x1: edge.y1, y1: edge.x1) }
      let isDown = edge.y1 > edge.y0
      let from = max(isDown ? edge.y0 : edge.y1, top)
      let to = min(isDown ? edge.y1 : edge.y0, top &+ 65536)
      if from >= to || edge.left >= start &+ 65536 { continue }
      let height = isDown == adds ? Int64(to &- from) : Int64(from &- to)
      if edge.right <= start {
        body(EdgePiece(left: 0, right: 0, height: height))
      } else {
        let (a, b) = (crossing(edge, from), crossing(edge, to))
        body(EdgePiece(left: Int64(min(a, b) &- start), right: Int64(max(a, b) &- start), height: height))
      }
    }
  }

  /// Returns the x at height `y`, in 1/65536 px. `y` lies between the edge's ends.
  @inline(__always) private static func crossing(_ edge: Edge, _ y: Int32) -> Int32 {
    let (width, height) = (Int64(edge.x1) &- Int64(edge.x0), Int64(edge.y1) &- Int64(edge.y0))
    return edge.x0 &+ Int32(truncatingIfNeeded: width &* (Int64(y) &- Int64(edge.y0)) / height)
  }

  /// Returns the area that the piece adds to the left of a position in the pixel, 0...65536 in 1/65536 px².
  @inline(__always) func area(leftOf place: Int64) -> Int64 {
    if left >= place { return 0 }
    if right <= 0 { return (height &* place) >> 16 }
    // The part to the left of the pixel adds as much area as an edge along the pixel's left side.
    let outside = left < 0 ? height &* (0 &- left) / (right &- left) : 0
    let (start, rest) = (max(left, 0), height &- outside)
    let within =
      place >= right
      ? rest &* (2 &* place &- start &- right) / 2
      : rest &* (place &- start) / (right &- start) &* (place &- start) / 2
    return (outside &* place &+ within) >> 16
  }
}
