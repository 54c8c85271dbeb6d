import Geometry
import Raster

/// One star's two finished pictures in the screen's format and rotation. A fill boundary only says where one stops and
/// the other begins, so a change of value moves words and blends at most one line of pixels.
///
/// A *slice* is a line of pixels across the fill: a column where the star fills along rows, else a row. A boundary of b
/// pixels shows slices below floor(b) full, slices above it empty, and slice floor(b) mixed by b's fraction.
final class TilePair<Word: PixelWord> {
  private let direction: FillDirection
  private let side: Int
  /// The pictures' rows, and whose memory they are in. A star is copied from the pointers: taking hold of an object and
  /// letting it go would cost as much as a row of a small star.
  private let empty: UnsafeMutablePointer<Word>
  private let full: UnsafeMutablePointer<Word>
  /// Whether the full picture has nothing but what differs.
  private let isPacked: Bool
  let images: (TileImage<Word>, TileImage<Word>)
  let lines: TileLines<Word>

  /// Up to this many changed columns are stored one by one; more are copied row by row. At 16 columns of 4 bytes a row's
  /// part is a cache line, and copying it costs what two stores cost.
  private static var narrow: Int32 { 16 }

  /// From two pictures as they lie on the scanout; `direction` is the fill's, there.
  convenience init(empty: TileImage<Word>, full: TileImage<Word>, direction: FillDirection) {
    self.init(empty: empty, full: full, rows: RowRuns(rowsOf: empty, full), direction: direction)
  }

  /// The same where it is known where their rows differ.
  init(empty: TileImage<Word>, full: TileImage<Word>, rows: RowRuns, direction: FillDirection) {
    side = empty.side
    self.direction = direction
    isPacked = full.isPacked
    (self.empty, self.full) = (empty.words, full.words)
    images = (empty, full)
    // Where the star fills along columns, slices are rows already.
    lines = TileLines(empty, full, rows: rows, withColumns: direction.isAlongRows)
  }

  /// Which slices change between two boundaries: whole ones, in scanout order, and the one that is mixed at the end.
  private struct Change {
    /// Slices of one picture only, `start ..< end`, by their position on the scanout.
    let start: Int32
    let end: Int32
    /// The mixed slice's position on the scanout; -1 for none.
    let mixed: Int32
    /// The mixed slice's share of full, 1...255 of 256.
    let share: UInt8
    let becomesFull: Bool

    @inline(__always)
    var whole: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }
  }

  @inline(__always)
  private func change(from old: Fixed, to new: Fixed) -> Change {
    let (oldSlice, newSlice) = (old.floor, new.floor)
    let becomesFull = new > old
    // Growing, the slices up to the new mixed one become full, the old mixed one first; shrinking, those after the new
    // mixed one become empty, the old mixed one last. A boundary on a whole pixel mixes nothing: that slice is empty.
    let start = becomesFull ? oldSlice : new.ceil
    let end = becomesFull ? newSlice : max(start, old.ceil)
    let share = UInt8(truncatingIfNeeded: new.fraction)
    let mixed = share > 0 ? newSlice : -1
    if !direction.isReversed {
      return Change(start: start, end: end, mixed: mixed, share: share, becomesFull: becomesFull)
    }
    let side = Int32(truncatingIfNeeded: side)
    return Change(
      start: side &- end, end: side &- start, mixed: mixed < 0 ? mixed : side &- 1 &- mixed, share: share,
      becomesFull: becomesFull)
  }

  /// The least rectangle around all pixels that differ between two boundaries, for a star at (`x`, `y`).
  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    if old == new { return .empty }
    return extent(of: change(from: old, to: new)).rect(atX: x, y: y, alongRows: direction.isAlongRows)
  }

  /// Stores the pixels that differ between two boundaries, for a star at (`x`, `y`), which lies whole on the surface.
  /// Returns the least rectangle around them.
  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    if old == new { return .empty }
    let change = change(from: old, to: new)
    let (origin, pitch) = (address(on: surface, x, y), surface.pitch)
    if direction.isAlongRows && change.end &- change.start <= Self.narrow {
      var mixed = Int(change.mixed)
      var slice = Int(change.start)
      while slice < Int(change.end) {
        if mixed >= 0 && (slice &+ 1 == mixed || slice &- 1 == mixed) {
          storeColumns(slice, becomesFull: change.becomesFull, mixed: mixed, UInt32(change.share), origin, pitch)
          mixed = -1
        } else {
          let line = lines.slice(slice)
          let picture = change.becomesFull ? line.full : line.empty
          storeColumn(picture, line.runs, origin + slice &* MemoryLayout<Word>.stride, pitch)
        }
        slice &+= 1
      }
      if mixed >= 0 { mix(change, origin, pitch) }
    } else {
      storeMany(change, origin, pitch)
    }
    // Looked up once more: kept up to date meanwhile, it would take four registers of the loops that store.
    return extent(of: change).rect(atX: x, y: y, alongRows: direction.isAlongRows)
  }

  /// Many columns, or the rows of a star that fills along columns.
  @inline(never)
  private func storeMany(_ change: Change, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    if direction.isAlongRows {
      copyDifference(change.whole, full: change.becomesFull, origin, pitch)
    } else {
      for row in change.whole {
        let line = lines.slice(row)
        copyRow(change.becomesFull ? line.full : line.empty, line.runs, origin + row &* pitch)
      }
    }
    if change.mixed >= 0 { mix(change, origin, pitch) }
  }

  /// Where the star's left top pixel is.
  @inline(__always)
  private func address(on surface: Surface, _ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    surface.base + (Int(y) &* surface.pitch &+ Int(x) &* MemoryLayout<Word>.stride)
  }

  @inline(__always)
  private func extent(of change: Change) -> Extent {
    var extent = Extent()
    var slice = change.start
    while slice < change.end {
      extent.add(slice, lines.slice(Int(slice)))
      slice &+= 1
    }
    if change.mixed >= 0 { extent.add(change.mixed, lines.slice(Int(change.mixed))) }
    return extent
  }

  /// Stores the whole star at (`x`, `y`): the picture that most of it shows, the slices of the other one, and the mixed one.
  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    if isPacked { return paintPacked(on: surface, x: x, y: y, boundary: boundary) }
    let all = Fixed(Int32(truncatingIfNeeded: side))
    let isMostlyFull = boundary.raw > all.raw / 2
    let (most, other) = isMostlyFull ? (full, empty) : (empty, full)
    let stride = MemoryLayout<Word>.stride
    let (length, pitch) = (side &* stride, surface.pitch)
    let origin = address(on: surface, x, y)
    copyBlock(most, length, to: origin, pitch, bytes: length, rows: side)
    // Most stars are full or empty.
    if boundary == (isMostlyFull ? all : .zero) { return }
    let change = change(from: isMostlyFull ? all : .zero, to: boundary)
    let (first, count) = (change.whole.lowerBound, change.whole.count)
    if direction.isAlongRows {
      copyBlock(other + first, length, to: origin + first &* stride, pitch, bytes: count &* stride, rows: side)
    } else {
      copyBlock(other + first &* side, length, to: origin + first &* pitch, pitch, bytes: length, rows: count)
    }
    if change.mixed >= 0 { mix(change, origin, pitch) }
  }

  /// The same where the full picture has nothing but what differs.
  @inline(never)
  private func paintPacked(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    let (length, pitch) = (side &* MemoryLayout<Word>.stride, surface.pitch)
    let origin = address(on: surface, x, y)
    copyBlock(empty, length, to: origin, pitch, bytes: length, rows: side)
    let change = change(from: .zero, to: boundary)
    copyDifference(change.whole, full: true, origin, pitch)
    if change.mixed >= 0 { mix(change, origin, pitch) }
  }

  /// Stores the slice that a boundary mixes; on either side of it the surface shows the two pictures.
  func paintMixed(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    let change = change(from: .zero, to: boundary)
    if change.mixed >= 0 { mix(change, address(on: surface, x, y), surface.pitch) }
  }

  private func copy(_ from: UnsafeMutablePointer<Word>, _ pixels: Range<Int>, _ line: UnsafeMutableRawPointer) {
    if pixels.isEmpty { return }
    let stride = MemoryLayout<Word>.stride
    (line + pixels.lowerBound * stride)
      .copyMemory(from: from + pixels.lowerBound, byteCount: pixels.count * stride)
  }

  /// A column of a picture where it differs from the other one; `top` is the column's first pixel on the surface.
  @inline(never)
  private func storeColumn(
    _ picture: UnsafeMutablePointer<Word>, _ runs: UnsafeBufferPointer<Run>, _ top: UnsafeMutableRawPointer,
    _ pitch: Int
  ) {
    for run in runs { run.store(picture, top, pitch) }
  }

  /// A column of one picture and the mixed one beside it, run by run: as a rule they have as many, side by side.
  @inline(never)
  private func storeColumns(
    _ slice: Int, becomesFull: Bool, mixed mixedSlice: Int, _ share: UInt32, _ origin: UnsafeMutableRawPointer,
    _ pitch: Int
  ) {
    let (whole, line) = (lines.slice(slice), lines.slice(mixedSlice))
    let picture = becomesFull ? whole.full : whole.empty
    let stride = MemoryLayout<Word>.stride
    let (top, mixedTop) = (origin + slice &* stride, origin + mixedSlice &* stride)
    let isMixedFirst = mixedSlice < slice
    let (runs, mixedRuns) = (whole.runs, line.runs)
    let common = min(runs.count, mixedRuns.count)
    var i = 0
    while i < common {
      let (run, mixed) = (runs[i], mixedRuns[i])
      if run.isBeside(mixed) {
        let word = run.storeEnds(picture, top, pitch)
        let mixedWord = mixed.mixEnds(line, share, mixedTop, pitch)
        if isMixedFirst {
          storeMiddles((mixed, mixedWord), (run, word), mixedTop, pitch)
        } else {
          storeMiddles((run, word), (mixed, mixedWord), top, pitch)
        }
      } else {
        run.store(picture, top, pitch)
        mixed.mix(line, share, mixedTop, pitch)
      }
      i &+= 1
    }
    for run in runs[common...] { run.store(picture, top, pitch) }
    for run in mixedRuns[common...] { run.mix(line, share, mixedTop, pitch) }
  }

  /// Copies what differs in some slices, row by row.
  @inline(never)
  private func copyDifference(_ slices: Range<Int>, full: Bool, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    if slices.isEmpty { return }
    let alongRows = direction.isAlongRows
    lines.forEachRun(full: full) { row, pixels, words in
      if alongRows {
        let start = max(pixels.lowerBound, slices.lowerBound)
        let end = min(pixels.upperBound, slices.upperBound)
        if start < end { copy(words, start..<end, origin + row * pitch) }
      } else if slices.contains(row) {
        copy(words, pixels, origin + row * pitch)
      }
    }
  }

  private func copyRow(
    _ picture: UnsafeMutablePointer<Word>, _ runs: UnsafeBufferPointer<Run>, _ line: UnsafeMutableRawPointer
  ) {
    for run in runs { copy(picture, Int(run.start)..<Int(run.end), line) }
  }

  /// Stores the mix of both pictures in one slice; what they have in common stays as it is.
  @inline(never)
  private func mix(_ change: Change, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let (slice, share) = (Int(change.mixed), UInt32(change.share))
    let line = lines.slice(slice)
    let stride = MemoryLayout<Word>.stride
    let (top, step) =
      direction.isAlongRows ? (origin + slice &* stride, pitch) : (origin + slice &* pitch, stride)
    for run in line.runs { run.mix(line, share, top, step) }
  }
}
