import Geometry

/// The lights of a painted shape's pixels while a fill edge passes through them: exact areas, mixed like the rest of the shape.
///
/// Unsafe: the memory of the painter's planes lives until `deallocate`, and places lie in the painter's square.
@safe package struct FillLights {
  private let outlines: ShapeOutlines
  private let inside: CoveragePlane
  private let stroke: CoveragePlane
  private let ink: CoveragePlane
  private let painter: ShapePainter
  private let emptyStroke: Light
  private let isRow: Bool
  private let isReversed: Bool

  /// `emptyStroke` is the color of stroke and ink where the shape is empty. The painter has just painted the outlines.
  package init(
    _ painter: ShapePainter, _ outlines: ShapeOutlines, emptyStroke: Color, isRow: Bool, isReversed: Bool
  ) {
    (self.painter, self.outlines, self.isRow, self.isReversed) = (painter, outlines, isRow, isReversed)
    self.emptyStroke = Light(emptyStroke, painter.lights.encoder.blending)
    (inside, stroke) = (painter.coverage, painter.plane(of: outlines.stroke))
    ink = outlines.ink == nil ? stroke : painter.plane(of: outlines.ink)
  }

  package func deallocate() {
    stroke.deallocate()
    if outlines.ink != nil { ink.deallocate() }
  }

  /// How much the layers cover of a pixel.
  package struct Coverage: Equatable {
    fileprivate let inside: UInt8
    fileprivate let stroke: UInt8
    fileprivate let ink: UInt8

    /// Whether pixels with this coverage look alike.
    package var isWhole: Bool { isEven(inside) && isEven(stroke) && isEven(ink) }
  }

  /// Returns the coverage of a pixel of the scanout.
  package func coverage(x: Int32, y: Int32) -> Coverage {
    let (x, y) = viewed(x, y)
    return Coverage(
      inside: inside[Int(x), Int(y)], stroke: stroke[Int(x), Int(y)],
      ink: outlines.ink == nil ? 0 : ink[Int(x), Int(y)])
  }

  private func viewed(_ x: Int32, _ y: Int32) -> (Int32, Int32) {
    if painter.transform.rotation == .none { return (x, y) }
    let pixel = painter.transform.toLayout(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
    return (pixel.minX, pixel.minY)
  }

  /// Returns whether a pixel's light grows evenly with the fill.
  package func isEven(_ coverage: Coverage) -> Bool {
    if !Raster.isEven(coverage.inside) { return false }
    return emptyStroke == painter.lights.stroke || Raster.isEven(coverage.stroke) && Raster.isEven(coverage.ink)
  }

  /// Calls `body` with the channels of a pixel of the scanout, in the order of its bytes: of the empty and the filled pixel if its light
  /// grows evenly, otherwise for the fill edge at 0/64 ... 64/64 of the pixel.
  package func forEachLight(_ coverage: Coverage, x: Int32, y: Int32, _ body: ((UInt16, UInt16, UInt16)) -> Void) {
    let (x, y) = viewed(x, y)
    let encoder = painter.lights.encoder
    if isEven(coverage) {
      for filled in [0, 65536] as [Int64] {
        func layer(_ coverage: UInt8) -> ShapeLights.Layer { (ShapeLights.share(coverage), filled) }
        let light = painter.lights.light(
          inside: layer(coverage.inside), stroke: layer(coverage.stroke), ink: layer(coverage.ink),
          emptyStroke: emptyStroke)
        body(encoder.bytes(light))
      }
      return
    }
    func curve(_ outline: Outline?, _ coverage: UInt8) -> FillCurve? {
      guard let outline, !Raster.isEven(coverage) else { return nil }
      return FillCurve(outline, x: x, y: y, isRow: isRow)
    }
    let curves = (
      curve(outlines.inside, coverage.inside), curve(outlines.stroke, coverage.stroke),
      curve(outlines.ink, coverage.ink)
    )
    for place in 0...64 {
      func layer(_ curve: FillCurve?, _ coverage: UInt8) -> ShapeLights.Layer {
        curve?.layer(at: place, isReversed: isReversed) ?? (ShapeLights.share(coverage), Int64(place) << 10)
      }
      let light = painter.lights.light(
        inside: layer(curves.0, coverage.inside), stroke: layer(curves.1, coverage.stroke),
        ink: layer(curves.2, coverage.ink), emptyStroke: emptyStroke)
      body(encoder.bytes(light))
    }
  }
}

/// Whether a layer covers a pixel wholly or not at all.
@inline(__always) private func isEven(_ coverage: UInt8) -> Bool { coverage == 0 || coverage == 255 }
