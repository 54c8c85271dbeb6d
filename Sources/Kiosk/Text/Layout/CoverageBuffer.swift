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

  /// Paints the glyphs of lines. Coverage adds up to at most 255, so that joined letters have no seams.
  ///
  /// Positions and outlines are rounded to 1/64 px.
  mutating func paint(_ lines: [PlacedLine], _ size: Int32, _ collection: FontCollection) throws(TextError) {
    if width == 0 || height == 0 { return }
    var glyphs: [InkedGlyph] = []
    for line in lines {
      let y = (Int64(top) + Int64(height) - Int64(line.baseline)) * 64
      for glyph in line.shaped.glyphs where !collection.fonts[glyph.font].box(of: glyph.glyph).isBlank {
        glyphs.append(
          InkedGlyph(
            font: glyph.font, glyph: glyph.glyph, x: line.pen + scaled(glyph.x, size) - Int64(left) * 64,
            y: y + scaled(glyph.y, size)))
      }
    }
    // A glyph that occurs several times is loaded and scaled once, and then moved from place to place.
    glyphs.sort { ($0.font, $0.glyph) < ($1.font, $1.glyph) }
    var last: InkedGlyph?
    for glyph in glyphs {
      let face = collection.fonts[glyph.font].face
      var (x, y) = (glyph.x, glyph.y)
      if let last, last.font == glyph.font, last.glyph == glyph.glyph {
        (x, y) = (x - last.x, y - last.y)
      } else {
        last = nil
        if !collection.fonts[glyph.font].loadOutline(of: glyph.glyph, size: size) { continue }
      }
      last = glyph
      let isPainted = withUnsafeMutablePointer(to: &face.pointee.glyph.pointee.outline) { outline in
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
    let (width, height) = (Int(width), Int(height))
    return bytes.withUnsafeBufferPointer { bytes in
      var (minX, minY, maxX, maxY) = (0, 0, width, height)
      func isBlank(from first: Int, step: Int, count: Int) -> Bool {
        (0..<count).allSatisfy { bytes[first &+ $0 &* step] == 0 }
      }
      // The buffer is only a few rows and columns larger than the ink.
      while minY < maxY, isBlank(from: minY * width, step: 1, count: width) { minY += 1 }
      if minY == maxY { return (.empty, 0, 0) }
      while isBlank(from: (maxY - 1) * width, step: 1, count: width) { maxY -= 1 }
      while isBlank(from: minX, step: width, count: height) { minX += 1 }
      while isBlank(from: maxX - 1, step: width, count: height) { maxX -= 1 }
      let columns = maxX - minX
      let kept = [UInt8](unsafeUninitializedCapacity: columns * (maxY - minY)) { kept, count in
        guard let first = bytes.baseAddress, let copy = UnsafeMutableRawPointer(kept.baseAddress) else { return }
        for y in minY..<maxY {
          // The compiler would copy typed memory in a loop.
          (copy + count).copyMemory(from: first + (y * width + minX), byteCount: columns)
          count += columns
        }
      }
      return (
        CoveragePicture(width: Int32(columns), height: Int32(maxY - minY), bytes: kept), left + Int32(minX),
        top + Int32(minY)
      )
    }
  }
}

/// A glyph to paint. Its origin is in 1/64 px from the left and the bottom of the buffer.
private struct InkedGlyph {
  let font: Int
  let glyph: UInt32
  let x: Int64
  let y: Int64
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
