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
  private let rows: TileLines<Word>
  /// The same pixels by columns; where the star fills along columns, slices are rows already.
  private let slices: TileLines<Word>

  /// Up to this many changed columns are stored one by one; more are copied row by row. At 16 columns of 4 bytes a row's
  /// part is a cache line, and copying it costs what two stores cost.
  private static var narrow: Int { 16 }

  /// From two pictures of `side` * `side` words, as they lie on the scanout; `direction` is the fill's, there.
  init(empty: [UInt32], full: [UInt32], side: Int, direction: FillDirection) {
    self.side = side
    self.direction = direction
    rows = TileLines(empty: empty, full: full, side: side, columns: false)
    slices = direction.isAlongRows ? TileLines(empty: empty, full: full, side: side, columns: true) : rows
  }

  /// Which slices change between two boundaries: whole ones, in scanout order, and the one that is mixed at the end.
  private struct Change {
    /// Slices of one picture only, by their position on the scanout.
    let whole: Range<Int>
    let becomesFull: Bool
    /// The mixed slice's position on the scanout, and its share of full, 1...255 of 256.
    let mixed: (slice: Int, share: UInt32)?
  }

  private func change(from old: Fixed, to new: Fixed) -> Change {
    let (oldSlice, newSlice) = (Int(old.floor), Int(new.floor))
    let becomesFull = new > old
    // Growing, the slices up to the new mixed one become full, the old mixed one first; shrinking, those after the new
    // mixed one become empty, the old mixed one last. A boundary on a whole pixel mixes nothing: that slice is empty.
    var whole: Range<Int>
    if becomesFull {
      whole = oldSlice..<newSlice
    } else {
      let end = old.fraction > 0 ? oldSlice + 1 : oldSlice
      let start = new.fraction > 0 ? newSlice + 1 : newSlice
      whole = start..<max(start, end)
    }
    var mixed: (slice: Int, share: UInt32)?
    if new.fraction > 0 { mixed = (onScanout(newSlice), UInt32(new.fraction)) }
    if direction.isReversed && !whole.isEmpty { whole = (side - whole.upperBound)..<(side - whole.lowerBound) }
    return Change(whole: whole, becomesFull: becomesFull, mixed: mixed)
  }

  private func onScanout(_ slice: Int) -> Int { direction.isReversed ? side - 1 - slice : slice }

  /// The least rectangle around all pixels that differ between two boundaries, for a star at (`x`, `y`).
  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    if old == new { return .empty }
    let change = change(from: old, to: new)
    var (first, last) = (Int32.max, Int32.min)
    var (start, end) = (Int32.max, Int32.min)
    func include(_ slice: Int) {
      let runs = slices.runs(ofLine: slice)
      guard let front = runs.first, let back = runs.last else { return }
      first = min(first, Int32(slice))
      last = max(last, Int32(slice))
      start = min(start, front.start)
      end = max(end, back.end)
    }
    for slice in change.whole { include(slice) }
    if let mixed = change.mixed { include(mixed.slice) }
    if first > last { return .empty }
    return direction.isAlongRows
      ? Rect(minX: x + first, minY: y + start, maxX: x + last + 1, maxY: y + end)
      : Rect(minX: x + start, minY: y + first, maxX: x + end, maxY: y + last + 1)
  }

  /// Stores the pixels that differ between two boundaries, for a star at (`x`, `y`), which lies whole on the surface.
  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) {
    if old == new { return }
    let origin = surface.address(x: x, y: y)
    let change = change(from: old, to: new)
    if direction.isAlongRows {
      if change.whole.count <= Self.narrow {
        for slice in change.whole { storeColumn(slice, full: change.becomesFull, origin, surface.pitch) }
      } else {
        copyRows(columns: change.whole, full: change.becomesFull, origin, surface.pitch)
      }
    } else {
      for slice in change.whole { copyRow(slice, full: change.becomesFull, origin, surface.pitch) }
    }
    if let mixed = change.mixed { mix(mixed.slice, mixed.share, origin, surface.pitch) }
  }

  /// Stores the whole star at (`x`, `y`), every pixel once.
  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    let origin = surface.address(x: x, y: y)
    let full = change(from: .zero, to: boundary)
    for row in 0..<side {
      let line = origin + row * surface.pitch
      if direction.isAlongRows {
        let (from, to) = (full.whole.lowerBound, full.whole.upperBound)
        copy(rows.empty + row * side, 0..<from, line)
        copy(rows.full + row * side, from..<to, line)
        copy(rows.empty + row * side, to..<side, line)
      } else {
        let picture = full.whole.contains(row) ? rows.full : rows.empty
        copy(picture + row * side, 0..<side, line)
      }
    }
    if let mixed = full.mixed { mix(mixed.slice, mixed.share, origin, surface.pitch) }
  }

  private func copy(_ from: UnsafeMutablePointer<Word>, _ pixels: Range<Int>, _ line: UnsafeMutableRawPointer) {
    if pixels.isEmpty { return }
    let stride = MemoryLayout<Word>.stride
    (line + pixels.lowerBound * stride)
      .copyMemory(from: from + pixels.lowerBound, byteCount: pixels.count * stride)
  }

  private func storeColumn(_ column: Int, full: Bool, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let picture = (full ? slices.full : slices.empty) + column * side
    let top = origin + column * MemoryLayout<Word>.stride
    for run in slices.runs(ofLine: column) {
      var address = top + Int(run.start) * pitch
      for i in Int(run.start)..<Int(run.end) {
        address.storeBytes(of: picture[i], as: Word.self)
        address += pitch
      }
    }
  }

  private func copyRows(columns: Range<Int>, full: Bool, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let picture = full ? rows.full : rows.empty
    for row in 0..<side {
      let line = origin + row * pitch
      for run in rows.runs(ofLine: row) {
        let start = max(Int(run.start), columns.lowerBound)
        let end = min(Int(run.end), columns.upperBound)
        if start < end { copy(picture + row * side, start..<end, line) }
      }
    }
  }

  private func copyRow(_ row: Int, full: Bool, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let picture = (full ? rows.full : rows.empty) + row * side
    for run in rows.runs(ofLine: row) { copy(picture, Int(run.start)..<Int(run.end), origin + row * pitch) }
  }

  /// Stores the mix of both pictures in one slice; what they have in common stays as it is.
  private func mix(_ slice: Int, _ share: UInt32, _ origin: UnsafeMutableRawPointer, _ pitch: Int) {
    let stride = MemoryLayout<Word>.stride
    let (start, step) =
      direction.isAlongRows ? (origin + slice * stride, pitch) : (origin + slice * pitch, stride)
    let (empty, full) = (slices.empty + slice * side, slices.full + slice * side)
    for run in slices.runs(ofLine: slice) {
      for i in Int(run.start)..<Int(run.end) {
        (start + i * step).storeBytes(of: Word.mixed(empty[i], full[i], share), as: Word.self)
      }
    }
  }
}
