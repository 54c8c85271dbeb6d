import CText
import StarSlider

/// The coverage into which lines are painted. It covers the part of the box that may contain ink.
struct CoverageBuffer {
  /// The distances from the left and the top of the box, in pixels.
  private let left: Int32
  private let top: Int32
  private let width: Int32
  private let height: Int32
  private var bytes: [UInt8]

  init(_ lines: [PlacedLine], width: Int32, height: Int32) {
    let box = Rect<LayoutSpace>(minX: 0, minY: 0, maxX: width, maxY: height)
    let area = lines.reduce(Rect<LayoutSpace>.empty) { $0.union($1.ink) }.intersection(box)
    (left, top, self.width, self.height) = (area.minX, area.minY, area.width, area.height)
    bytes = [UInt8](repeating: 0, count: Int(self.width) * Int(self.height))
  }

  /// Paints a line's glyphs. Coverage adds up to at most 255, so that joined letters have no seams.
  ///
  /// Positions and outlines are rounded to 1/64 px.
  mutating func paint(_ line: PlacedLine, _ size: Int32, _ collection: FontCollection) throws(TextError) {
    if width == 0 || height == 0 { return }
    let scale = FT_Fixed(size) * 65536 / FT_Fixed(Font.loadedSize)
    var matrix = FT_Matrix(xx: scale, xy: 0, yx: 0, yy: scale)
    for glyph in line.shaped.glyphs {
      let font = collection.fonts[glyph.font]
      if font.box(of: glyph.glyph).isBlank || !font.loadOutline(of: glyph.glyph) { continue }
      let x = line.pen + scaled(glyph.x, size) - Int64(left) * 64
      let y = (Int64(top) + Int64(height) - Int64(line.baseline)) * 64 + scaled(glyph.y, size)
      let isPainted = withUnsafeMutablePointer(to: &font.face.pointee.glyph.pointee.outline) { outline in
        libraries.FT_Outline_Transform(outline, &matrix)
        libraries.FT_Outline_Translate(outline, FT_Pos(clamping: x), FT_Pos(clamping: y))
        return render(outline, collection.library)
      }
      if !isPainted { throw .outOfMemory("paint text") }
    }
  }

  private mutating func render(_ outline: UnsafeMutablePointer<FT_Outline>, _ library: FT_Library) -> Bool {
    let (width, height) = (width, height)
    return bytes.withUnsafeMutableBufferPointer { bytes in
      var target = SpanTarget(bytes: bytes, width: Int(width), height: Int(height))
      return withUnsafeMutablePointer(to: &target) { target in
        var parameters = FT_Raster_Params()
        parameters.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP
        parameters.gray_spans = addSpans
        parameters.user = UnsafeMutableRawPointer(target)
        parameters.clip_box = FT_BBox(xMin: 0, yMin: 0, xMax: FT_Pos(width), yMax: FT_Pos(height))
        return libraries.FT_Outline_Render(library, outline, &parameters) == 0
      }
    }
  }

  /// Returns the pixels without the empty rows and columns around them, and the position of the first one in the box.
  func trimmed() -> (coverage: CoveragePicture, x: Int32, y: Int32) {
    var (minX, minY, maxX, maxY) = (width, height, 0 as Int32, 0 as Int32)
    for y in 0..<height {
      let row = bytes[Int(y * width)..<Int((y + 1) * width)]
      guard let first = row.firstIndex(where: { $0 != 0 }) else { continue }
      let last = row.lastIndex { $0 != 0 } ?? first
      (minX, maxX) = (min(minX, Int32(first - row.startIndex)), max(maxX, Int32(last - row.startIndex) + 1))
      (minY, maxY) = (min(minY, y), y + 1)
    }
    if minX >= maxX { return (.empty, 0, 0) }
    var kept: [UInt8] = []
    kept.reserveCapacity(Int(maxX - minX) * Int(maxY - minY))
    for y in minY..<maxY { kept += bytes[Int(y * width + minX)..<Int(y * width + maxX)] }
    return (CoveragePicture(width: maxX - minX, height: maxY - minY, bytes: kept), left + minX, top + minY)
  }
}

/// The context of `addSpans`.
private struct SpanTarget {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let width: Int
  let height: Int
}

/// Adds FreeType's spans of one row, whose y goes up.
private func addSpans(
  _ y: Int32, _ count: Int32, _ spans: UnsafePointer<FT_Span>?, _ user: UnsafeMutableRawPointer?
) {
  guard let spans, let target = user?.assumingMemoryBound(to: SpanTarget.self).pointee else { return }
  let row = (target.height - 1 - Int(y)) * target.width
  for span in UnsafeBufferPointer(start: spans, count: Int(count)) {
    for x in Int(span.x)..<(Int(span.x) + Int(span.len)) {
      let sum = target.bytes[row + x].addingReportingOverflow(span.coverage)
      target.bytes[row + x] = sum.overflow ? 255 : sum.partialValue
    }
  }
}
