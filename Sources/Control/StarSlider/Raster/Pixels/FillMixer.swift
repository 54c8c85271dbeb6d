/// The pixels of one column or row, the *slice*, in which a fill ends.
struct FillCut {
  /// The index of the column or row in the viewer's orientation.
  let slice: Int32
  /// The filled share of the slice, 0...65536.
  let share: Int64
  let direction: FillDirection

  /// Creates the cut of a fill in a square of `side` pixels. `direction` is the one that the viewer sees.
  init(_ fillX: Fixed, _ direction: FillDirection, side: Int32) {
    slice = direction.isReversed ? side - 1 - fillX.floor : fillX.floor
    share = Int64(fillX.fraction) << 8
    self.direction = direction
  }

  /// Returns the pixel at a position along the slice, in the viewer's orientation.
  func pixel(_ place: Int32) -> (x: Int32, y: Int32) { direction.isAlongRows ? (slice, place) : (place, slice) }
}

extension ShapePainter {
  /// Returns the lights of the slices in which fill edges cut a shape in a square, in the viewer's order. `emptyStroke` is the color of
  /// stroke and ink where the shape is empty.
  func lights(_ outlines: ShapeOutlines, at cuts: [FillCut], emptyStroke: Color) -> [[Light]] {
    let layers = coverage(of: outlines)
    return cuts.map { cut in
      var mixer = mixer(outlines, emptyStroke: emptyStroke, cut.direction)
      return (0..<transform.layout.width).map { place in
        let (x, y) = cut.pixel(place)
        mixer.choose(x: x, y: y, layers[Int(x), Int(y)])
        return mixer.light(cut.share)
      }
    }
  }

  /// Returns the mixer of a shape's fill edges.
  func mixer(_ outlines: ShapeOutlines, emptyStroke: Color, _ direction: FillDirection) -> FillMixer {
    FillMixer(outlines, lights, emptyStroke: Light(emptyStroke, lights.encoder.blending), direction)
  }
}

/// The column of pixels in which the fill of an image ends, while the image is painted.
///
/// Safety: the memory has an element for each row.
@safe struct FillColumn {
  /// The index of the column; -1 if there is none.
  let x: Int
  /// The filled share of the column, 0...65536.
  private let share: Int64
  private let height: Int
  private let coverage: UnsafeMutablePointer<LayerCoverage>

  init(endingAt fillX: Fixed, height: Int32, in memory: UnsafeMutablePointer<LayerCoverage>) {
    x = fillX.fraction > 0 ? Int(fillX.floor) : -1
    (share, self.height) = (Int64(fillX.fraction) << 8, Int(height))
    unsafe coverage = memory
    if x >= 0 { unsafe memory.initialize(repeating: LayerCoverage(inside: 0, stroke: 0), count: self.height) }
  }

  /// Keeps the coverage of a row's pixel.
  @inline(__always) func keep(_ y: Int, _ coverage: LayerCoverage) { unsafe self.coverage[y] = coverage }

  /// Stores the pixels of the column, which so far show the empty shape.
  func store<Word: PixelWord>(_ pixels: ShapePixels<Word>, of outlines: ShapeOutlines) {
    if x < 0 { return }
    let lights = unsafe pixels.blender.lights.pointee
    var mixer = FillMixer(outlines, lights, emptyStroke: lights.stroke, .right)
    let inside = lights.inside(filled: share)
    let plain = Word.shade(inside, lights.encoder)
    for y in 0..<height {
      let (coverage, row) = unsafe (self.coverage[y], Int32(truncatingIfNeeded: y))
      if coverage.inside == 0 { continue }
      var mixed = plain
      if mixer.isCut(coverage) {
        mixer.choose(x: Int32(truncatingIfNeeded: x), y: row, coverage)
        mixed = Word.shade(mixer.light(share), lights.encoder)
      } else if coverage != .plain {
        mixed = Word.shade(lights.light(coverage, inside: inside), lights.encoder)
      }
      unsafe pixels.surface.line(row).storeBytes(
        of: Word.word(mixed, bias: pixels.biases(row)[x & 7]), toByteOffset: x &* MemoryLayout<Word>.stride,
        as: Word.self)
    }
  }
}

/// Mixes the pixels through which a fill edge passes, from the exact areas of their layers on both sides of the edge.
///
/// A layer that covers a pixel completely is filled up to the fill edge. A layer whose own edge crosses the pixel is filled at another
/// rate, unless its empty and its filled part look the same.
struct FillMixer {
  private let outlines: ShapeOutlines
  private let lights: ShapeLights
  private let emptyStroke: Light
  private let direction: FillDirection
  private var inside = LayerAreas()
  private var stroke = LayerAreas()
  private var ink = LayerAreas()

  /// Creates a mixer. `emptyStroke` is the light of stroke and ink where the shape is empty; `direction` is that of the fill as the viewer
  /// sees it.
  init(_ outlines: ShapeOutlines, _ lights: ShapeLights, emptyStroke: Light, _ direction: FillDirection) {
    (self.outlines, self.lights, self.emptyStroke, self.direction) = (outlines, lights, emptyStroke, direction)
  }

  private var hasTwoStrokes: Bool { emptyStroke != lights.stroke }

  /// Returns whether a pixel is filled at another rate than a pixel within all of its layers.
  func isCut(_ coverage: LayerCoverage) -> Bool {
    func isPart(_ coverage: UInt8) -> Bool { 1...254 ~= coverage }
    return isPart(coverage.inside) || hasTwoStrokes && (isPart(coverage.stroke) || isPart(coverage.ink))
  }

  /// Chooses a pixel, in the viewer's orientation.
  mutating func choose(x: Int32, y: Int32, _ coverage: LayerCoverage) {
    let (isRow, isUniform) = (!direction.isAlongRows, !hasTwoStrokes)
    inside.choose(outlines.inside, x, y, coverage.inside, isRow: isRow, isUniform: false)
    stroke.choose(outlines.stroke, x, y, coverage.stroke, isRow: isRow, isUniform: isUniform)
    ink.choose(outlines.ink, x, y, coverage.ink, isRow: isRow, isUniform: isUniform)
  }

  /// Returns the light of the chosen pixel when a share of 0...65536 of its width (height) is filled.
  func light(_ share: Int64) -> Light {
    func layer(_ areas: LayerAreas) -> ShapeLights.Layer { areas.layer(share, isReversed: direction.isReversed) }
    return lights.light(inside: layer(inside), stroke: layer(stroke), ink: layer(ink), emptyStroke: emptyStroke)
  }

  /// Adds the lights of a pixel at `count` equal steps of the fill edge, from empty to full.
  mutating func add(
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
      for i in 0..<edges.count {
        if let piece = unsafe EdgePiece(edges[i], winding: outline.winding, x: x, y: y, isRow: isRow) {
          pieces.append(piece)
        }
      }
    }
    all = min(max(area(leftOf: 65536), 0), 65536)
  }

  private func area(leftOf place: Int64) -> Int64 { pieces.reduce(0) { $0 &+ $1.area(leftOf: place) } }

  /// Returns the covered share of the pixel, and the filled share of the covered part.
  func layer(_ share: Int64, isReversed: Bool) -> ShapeLights.Layer {
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

  /// Creates the piece of an edge that adds area to a pixel; `nil` if there is none. If `isRow` is true, x and y are exchanged.
  @inline(__always) init?(_ edge: Edge, winding: Int32, x: Int32, y: Int32, isRow: Bool) {
    let (start, top) = isRow ? (y << 16, x << 16) : (x << 16, y << 16)
    // The exchange reverses the direction of the outline.
    let edge = isRow ? Edge(x0: edge.y0, y0: edge.x0, x1: edge.y1, y1: edge.x1) : edge
    let isDown = edge.y1 > edge.y0
    let (from, to) = (max(edge.upper, top), min(edge.lower, top &+ 65536))
    if from >= to || edge.left >= start &+ 65536 { return nil }
    height = isDown == ((winding > 0) != isRow) ? Int64(to &- from) : Int64(from &- to)
    let isBeside = edge.right <= start
    let (a, b) = isBeside ? (start, start) : (Self.crossing(edge, from), Self.crossing(edge, to))
    (left, right) = (Int64(min(a, b) &- start), Int64(max(a, b) &- start))
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
