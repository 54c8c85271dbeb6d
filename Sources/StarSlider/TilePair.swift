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
  private static var narrow: Int { 16 }

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
    /// Slices of one picture only, by their position on the scanout.
    var whole: Range<Int>
    let becomesFull: Bool
    /// The mixed slice's position on the scanout; -1 for none.
    var mixed: Int
    /// The mixed slice's share of full, 1...255 of 256.
    let share: UInt32
  }

  @inline(__always)
  private func change(from old: Fixed, to new: Fixed) -> Change {
    let (oldSlice, newSlice) = (Int(old.floor), Int(new.floor))
    let becomesFull = new > old
    // Growing, the slices up to the new mixed one become full, the old mixed one first; shrinking, those after the new
    // mixed one become empty, the old mixed one last. A boundary on a whole pixel mixes nothing: that slice is empty.
    var whole: Range<Int>
    if becomesFull {
      whole = Range(uncheckedBounds: (oldSlice, newSlice))
    } else {
      let start = Int(new.ceil)
      whole = Range(uncheckedBounds: (start, max(start, Int(old.ceil))))
    }
    var mixed = new.fraction > 0 ? newSlice : -1
    if direction.isReversed {
      whole = Range(uncheckedBounds: (side &- whole.upperBound, side &- whole.lowerBound))
      if mixed >= 0 { mixed = side &- 1 &- mixed }
    }
    return Change(whole: whole, becomesFull: becomesFull, mixed: mixed, share: UInt32(new.fraction))
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
    let alongRows = direction.isAlongRows
    let origin = surface.address(x: x, y: y)
    var extent = Extent()
    var mixed = change.mixed
    if alongRows && change.whole.count > Self.narrow {
      copyDifference(change.whole, full: change.becomesFull, origin, surface.pitch)
      for slice in change.whole { extent.add(slice, lines.slice(slice).runs) }
    } else {
      var slice = change.whole.lowerBound
      while slice < change.whole.upperBound {
        let line = lines.slice(slice)
        extent.add(slice, line.runs)
        let picture = change.becomesFull ? line.full : line.empty
        if !alongRows {
          copyRow(picture, line.runs, origin + slice &* surface.pitch)
        } else if mixed >= 0 && (slice &+ 1 == mixed || slice &- 1 == mixed) {
          let other = lines.slice(mixed)
          extent.add(mixed, other.runs)
          storeColumns(
            picture, line.runs, origin + slice &* MemoryLayout<Word>.stride, mixed: other, change.share,
            isMixedFirst: mixed < slice, surface.pitch)
          mixed = -1
        } else {
          storeColumn(picture, line.runs, origin + slice &* MemoryLayout<Word>.stride, surface.pitch)
        }
        slice &+= 1
      }
    }
    if mixed >= 0 {
      let line = lines.slice(mixed)
      extent.add(mixed, line.runs)
      mix(line, change, origin, surface.pitch)
    }
    return extent.rect(atX: x, y: y, alongRows: alongRows)
  }

  @inline(__always)
  private func extent(of change: Change) -> Extent {
    var extent = Extent()
    var slice = change.whole.lowerBound
    while slice < change.whole.upperBound {
      extent.add(slice, lines.slice(slice).runs)
      slice &+= 1
    }
    if change.mixed >= 0 { extent.add(change.mixed, lines.slice(change.mixed).runs) }
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
    let origin = surface.address(x: x, y: y)
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
    if change.mixed >= 0 { mix(lines.slice(change.mixed), change, origin, pitch) }
  }

  /// The same where the full picture has nothing but what differs.
  @inline(never)
  private func paintPacked(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    let (length, pitch) = (side &* MemoryLayout<Word>.stride, surface.pitch)
    let origin = surface.address(x: x, y: y)
    copyBlock(empty, length, to: origin, pitch, bytes: length, rows: side)
    let change = change(from: .zero, to: boundary)
    copyDifference(change.whole, full: true, origin, pitch)
    if change.mixed >= 0 { mix(lines.slice(change.mixed), change, origin, pitch) }
  }

  private func copy(_ from: UnsafeMutablePointer<Word>, _ pixels: Range<Int>, _ line: UnsafeMutableRawPointer) {
    if pixels.isEmpty { return }
    let stride = MemoryLayout<Word>.stride
    (line + pixels.lowerBound * stride)
      .copyMemory(from: from + pixels.lowerBound, byteCount: pixels.count * stride)
  }

  /// A column of a picture where it differs from the other one; `top` is the column's first pixel on the surface.
  @inline(__always)
  private func storeColumn(
    _ picture: UnsafeMutablePointer<Word>, _ runs: UnsafeBufferPointer<Run>, _ top: UnsafeMutableRawPointer,
    _ pitch: Int
  ) {
    for run in runs { run.store(picture, top, pitch) }
  }

  /// A column of a picture and the mixed one beside it, run by run: as a rule they have as many, side by side.
  @inline(never)
  private func storeColumns(
    _ picture: UnsafeMutablePointer<Word>, _ runs: UnsafeBufferPointer<Run>, _ top: UnsafeMutableRawPointer,
    mixed line: TileLine<Word>, _ share: UInt32, isMixedFirst: Bool, _ pitch: Int
  ) {
    let stride = MemoryLayout<Word>.stride
    let mixedTop = isMixedFirst ? top - stride : top + stride
    let mixedRuns = line.runs
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
  @inline(__always)
  private func mix(_ line: TileLine<Word>, _ change: Change, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let (slice, share) = (change.mixed, change.share)
    let stride = MemoryLayout<Word>.stride
    let (top, step) =
      direction.isAlongRows ? (origin + slice &* stride, pitch) : (origin + slice &* pitch, stride)
    for run in line.runs { run.mix(line, share, top, step) }
  }
}
