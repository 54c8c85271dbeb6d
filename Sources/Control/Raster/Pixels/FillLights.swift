import Geometry

/// The lights of a painted shape's pixels while a fill edge passes through them.
///
/// Unsafe: the memory of the ink's coverage lives until `deallocate`, and positions lie in the painter's square.
@safe @usableFromInline package struct FillLights {
  /// The coverage of the layers in a pixel, 0...255 each: the inside, the stroke and the ink, beginning with the lowest byte.
  @usableFromInline package typealias Coverage = UInt32

  private let painter: ShapePainter
  private let outlines: ShapeOutlines
  @usableFromInline let inside: CoveragePlane
  @usableFromInline let stroke: CoveragePlane
  @usableFromInline let ink: CoveragePlane?
  @usableFromInline let transform: ScreenTransform
  private let emptyStroke: Light
  private let hasTwoStrokes: Bool
  /// Whether some pixels are filled at a different rate than the slice. This is false for a stroke of 2 px in one color, which hides the
  /// filled shares of the inside.
  package let hasCurves: Bool
  private let isRow: Bool
  private let isReversed: Bool

  /// Creates the lights after the painter has painted the outlines. `emptyStroke` is the color of stroke and ink where the shape is empty.
  @export(interface) package init(
    _ painter: ShapePainter, _ outlines: ShapeOutlines, emptyStroke: Color, isThin: Bool, isRow: Bool, isReversed: Bool
  ) {
    (self.painter, self.outlines, transform) = (painter, outlines, painter.transform)
    (self.isRow, self.isReversed) = (isRow, isReversed)
    self.emptyStroke = Light(emptyStroke, painter.lights.encoder.blending)
    hasTwoStrokes = self.emptyStroke != painter.lights.stroke
    hasCurves = isThin || hasTwoStrokes
    if hasTwoStrokes { painter.sweepLayers(of: outlines) }
    (inside, stroke) = (painter.coverage, painter.strokeCoverage)
    ink = outlines.ink == nil ? nil : painter.plane(of: outlines.ink)
  }

  package func deallocate() { ink?.deallocate() }

  /// Returns the coverage of a pixel of the scanout.
  @inlinable @inline(__always) package func coverage(x: Int32, y: Int32) -> Coverage {
    let (x, y) = viewed(x, y)
    // The planes have the same size.
    let i = y &* inside.width &+ x
    let coverage = unsafe UInt32(inside.bytes[i]) | UInt32(stroke.bytes[i]) &<< 8
    guard let ink else { return coverage }
    return unsafe coverage | UInt32(ink.bytes[i]) &<< 16
  }

  @inlinable @inline(__always) func viewed(_ x: Int32, _ y: Int32) -> (Int, Int) {
    if transform.rotation == .none { return (Int(x), Int(y)) }
    let pixel = transform.toLayout(Rect(minX: x, minY: y, maxX: x &+ 1, maxY: y &+ 1))
    return (Int(pixel.minX), Int(pixel.minY))
  }

  /// Returns whether a pixel is filled at a different rate than the slice, in a shape that has curves.
  package func isCurve(_ coverage: Coverage) -> Bool {
    func isPart(_ shift: UInt32) -> Bool { 1...254 ~= coverage >> shift & 255 }
    return isPart(0) || hasTwoStrokes && (isPart(8) || isPart(16))
  }

  /// The number of lights of a curve.
  package static var curveCount: Int { FillCurve.places + 1 }

  /// Adds the lights of the empty and the filled inside, then the lights of their strokes.
  @export(interface) package func addColors(to lights: inout [PackedLight]) {
    for (stroke, filled) in [(0, 0), (0, 65536), (65536, 0), (65536, 65536)] as [(Int64, Int64)] {
      add((65536, filled), (stroke, filled), (0, 0), to: &lights)
    }
  }

  /// Adds the `curveCount` lights of a scanout pixel as the fill edge passes through it, computed from exact areas.
  @export(interface) package func addCurve(x: Int32, y: Int32, to lights: inout [PackedLight]) {
    let (x, y) = viewed(x, y)
    func curve(_ outline: Outline?, _ plane: CoveragePlane?) -> (FillCurve?, UInt8) {
      guard let outline, let coverage = plane?[x, y] else { return (nil, 0) }
      if !(1...254 ~= coverage) { return (nil, coverage) }
      return (FillCurve(outline, x: Int32(x), y: Int32(y), isRow: isRow), coverage)
    }
    let (inside, stroke) = (curve(outlines.inside, inside), curve(outlines.stroke, stroke))
    let ink = curve(outlines.ink, ink)
    for place in 0..<Self.curveCount {
      func layer(_ curve: (FillCurve?, UInt8)) -> ShapeLights.Layer {
        curve.0?.layer(at: place, isReversed: isReversed) ?? (ShapeLights.share(curve.1), Int64(place) << 11)
      }
      add(layer(inside), layer(stroke), layer(ink), to: &lights)
    }
  }

  private func add(
    _ inside: ShapeLights.Layer, _ stroke: ShapeLights.Layer, _ ink: ShapeLights.Layer,
    to lights: inout [PackedLight]
  ) {
    lights.append(
      painter.lights.encoder.packed(
        painter.lights.light(inside: inside, stroke: stroke, ink: ink, emptyStroke: emptyStroke)))
  }
}
