import CText
import Raster

extension TextBlock {
  /// Paints what fits of a layout.
  init(
    _ layout: Layout, of paragraphs: [Paragraph], in box: Box, book: FontCollection, isWhole: Bool
  ) throws(TextError) {
    let height = layout.lines.reduce(0 as Int32) { $0 + $1.extent.height }
    let room = box.height - height
    var top: Int32 =
      switch box.vertical {
      case .top: 0
      case .middle: room / 2
      case .bottom: room
      }
    var (placed, lines): ([PlacedLine], [TextLine]) = ([], [])
    for line in layout.lines {
      let paragraph = paragraphs[line.paragraph]
      let baseline = top + line.extent.ascent
      let isRightToLeft = paragraph.levels.base == 1
      placed.append(PlacedLine(line.shaped, layout.size, pen: box.pen(line.extent, isRightToLeft), baseline: baseline))
      lines.append(
        TextLine(
          start: paragraph.slice.start + line.shaped.range.lowerBound,
          end: paragraph.slice.start + line.shaped.range.upperBound,
          baseline: baseline, isRightToLeft: isRightToLeft))
      top += line.extent.height
    }
    let canvas = Canvas(placed, width: box.width, height: box.height)
    for line in placed { try canvas.paint(line, layout.size, book) }
    let (picture, x, y) = canvas.trimmed()
    var missing: [Unicode.Scalar] = []
    for paragraph in paragraphs { paragraph.slice.addMissing(paragraph.fonts, book.fonts, to: &missing) }
    let hasInk = paragraphs.contains { $0.hasInk }
    self.init(
      coverage: picture, x: x, y: y, size: layout.size, lines: lines, height: height, isWhole: isWhole || !hasInk,
      hasBrokenWords: layout.hasBrokenWords, missing: missing)
  }
}

extension Box {
  /// Where a line's pen starts, 1/64 px from the left.
  func pen(_ line: LineExtent, _ isRightToLeft: Bool) -> Int64 {
    let room = Int64(width) * 64 - line.width
    let before: Int64 =
      switch alignment {
      case .start: isRightToLeft ? room : 0
      case .center: room >> 1
      case .end: isRightToLeft ? 0 : room
      }
    return before - line.left
  }
}

/// A line in its box.
struct PlacedLine {
  let shaped: ShapedLine
  /// Where its pen starts, 1/64 px from the left.
  let pen: Int64
  /// Pixels from the top.
  let baseline: Int32
  /// What its ink may touch, pixels of the box: exclusive at the right and at the bottom.
  let ink: (left: Int64, top: Int64, right: Int64, bottom: Int64)?

  init(_ shaped: ShapedLine, _ size: Int32, pen: Int64, baseline: Int32) {
    self.shaped = shaped
    self.pen = pen
    self.baseline = baseline
    ink = shaped.ink.map { box in
      // One of 64 more on each side: position and outline are rounded, each.
      (
        left: (pen + scaled(box.left, size) - 1) >> 6, top: Int64(baseline) - ((scaled(box.top, size) + 64) >> 6),
        right: (pen + scaled(box.right, size) + 64) >> 6,
        bottom: Int64(baseline) - ((scaled(box.bottom, size) - 1) >> 6)
      )
    }
  }
}

/// Coverage that lines are painted into: no more of the box than ink may touch.
final class Canvas {
  /// Pixels of the box.
  private let left: Int32
  private let top: Int32
  fileprivate let width: Int32
  fileprivate let height: Int32
  fileprivate let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ lines: [PlacedLine], width: Int32, height: Int32) {
    var area: (left: Int64, top: Int64, right: Int64, bottom: Int64)?
    for line in lines {
      guard let ink = line.ink else { continue }
      area =
        area.map {
          (min($0.left, ink.left), min($0.top, ink.top), max($0.right, ink.right), max($0.bottom, ink.bottom))
        } ?? ink
    }
    let found = area ?? (0, 0, 0, 0)
    left = Int32(min(max(found.left, 0), Int64(width)))
    top = Int32(min(max(found.top, 0), Int64(height)))
    self.width = max(0, Int32(min(max(found.right, 0), Int64(width))) - left)
    self.height = max(0, Int32(min(max(found.bottom, 0), Int64(height))) - top)
    bytes = .allocate(capacity: Int(self.width) * Int(self.height))
    bytes.initialize(repeating: 0)
  }

  deinit { bytes.deallocate() }

  /// Paints a line's glyphs; coverage adds up, at most to 255, so that joined letters have no seam.
  ///
  /// Positions are rounded to 1/64 px; outlines, scaled from 1/65536 em, too.
  func paint(_ line: PlacedLine, _ size: Int32, _ book: FontCollection) throws(TextError) {
    if width == 0 || height == 0 { return }
    var matrix = FT_Matrix(
      xx: FT_Fixed(size) * 65536 / FT_Fixed(Font.loadedSize), xy: 0, yx: 0,
      yy: FT_Fixed(size) * 65536 / FT_Fixed(Font.loadedSize))
    for glyph in line.shaped.glyphs {
      let font = book.fonts[glyph.font]
      if font.box(of: glyph.glyph).isBlank || !font.loadOutline(of: glyph.glyph) { continue }
      let x = line.pen + scaled(glyph.x, size) - Int64(left) * 64
      let y = (Int64(top) + Int64(height) - Int64(line.baseline)) * 64 + scaled(glyph.y, size)
      let outline = withUnsafeMutablePointer(to: &font.face.pointee.glyph.pointee.outline) { $0 }
      libraries.FT_Outline_Transform(outline, &matrix)
      libraries.FT_Outline_Translate(outline, FT_Pos(x), FT_Pos(y))
      var parameters = FT_Raster_Params()
      parameters.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP
      parameters.gray_spans = addSpans
      parameters.user = Unmanaged.passUnretained(self).toOpaque()
      parameters.clip_box = FT_BBox(xMin: 0, yMin: 0, xMax: FT_Pos(width), yMax: FT_Pos(height))
      if libraries.FT_Outline_Render(book.library, outline, &parameters) != 0 { throw .outOfMemory("paint text") }
    }
  }

  /// The pixels without the empty rows and columns around them, and where in the box they begin.
  func trimmed() -> (picture: CoveragePicture, x: Int32, y: Int32) {
    var (minX, minY, maxX, maxY) = (width, height, 0 as Int32, 0 as Int32)
    for y in 0..<height {
      for x in 0..<width where bytes[Int(y) * Int(width) + Int(x)] != 0 {
        (minX, maxX) = (min(minX, x), max(maxX, x + 1))
        (minY, maxY) = (min(minY, y), max(maxY, y + 1))
      }
    }
    if minX >= maxX { return (.empty, 0, 0) }
    var kept: [UInt8] = []
    kept.reserveCapacity(Int(maxX - minX) * Int(maxY - minY))
    for y in minY..<maxY {
      for x in minX..<maxX { kept.append(bytes[Int(y) * Int(width) + Int(x)]) }
    }
    return (CoveragePicture(width: maxX - minX, height: maxY - minY, bytes: kept), left + minX, top + minY)
  }
}

/// FreeType's spans of one row, whose y goes up.
private func addSpans(
  _ y: Int32, _ count: Int32, _ spans: UnsafePointer<FT_Span>?, _ user: UnsafeMutableRawPointer?
) {
  guard let spans, let user else { return }
  let canvas = Unmanaged<Canvas>.fromOpaque(user).takeUnretainedValue()
  let row = Int(canvas.height - 1 - y) * Int(canvas.width)
  for span in UnsafeBufferPointer(start: spans, count: Int(count)) {
    for x in Int(span.x)..<(Int(span.x) + Int(span.len)) {
      let sum = UInt16(canvas.bytes[row + x]) + UInt16(span.coverage)
      canvas.bytes[row + x] = UInt8(min(sum, 255))
    }
  }
}
