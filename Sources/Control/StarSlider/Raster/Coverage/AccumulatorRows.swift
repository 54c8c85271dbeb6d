/// The accumulators of some consecutive rows, to which edges add signed areas.
///
/// The algorithm is that of libart, FreeType's `ftgrays.c` and font-rs. An edge that crosses a pixel changes the coverage of that pixel by
/// the area to the edge's right within it, and the coverage of all pixels further right by the edge's height. An accumulator holds the
/// difference between the coverage of its pixel and that of the pixel to the left. An edge of height h whose mean x is at fraction m of the
/// pixel adds h * (1 - m) there and h * m to the next accumulator. The coverage of a pixel is the sum of all accumulators up to it. One px²
/// is 255 * 65536, so the upper half of the sum is an 8-bit coverage.
///
/// Each row begins with a bit for each pixel, which is set if an edge crosses the pixel. It has two more accumulators than pixels, for
/// edges that end at the right side. An edge at or beyond the right side has no effect.
///
/// Safety: edges within the mask stay within the rows' memory, and all others are clipped. The memory outlives the rows.
@safe struct AccumulatorRows {
  // The size in pixels.
  let width: Int32
  let count: Int
  /// The number of 64-bit words that hold a row's bits.
  private let wordCount: Int
  /// The number of bytes per row.
  private let stride: Int
  /// The rows, one after the other. Each has its bits, then its accumulators.
  private let memory: UnsafeMutableRawPointer

  /// Returns the number of bytes that a row needs, a multiple of 16.
  static func byteCount(width: Int32) -> Int { (wordCount(width) * 8 + (Int(width) + 2) * 4 + 15) & ~15 }

  private static func wordCount(_ width: Int32) -> Int { (Int(width) + 63) / 64 }

  /// Creates rows in `memory` and clears it. The memory has `count` times `byteCount` bytes, aligned to 16.
  init(width: Int32, count: Int, in memory: UnsafeMutableRawPointer) {
    (self.width, self.count) = (width, count)
    (wordCount, stride) = (Self.wordCount(width), Self.byteCount(width: width))
    unsafe self.memory = memory
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * count)
  }

  func deallocate() { unsafe memory.deallocate() }

  /// The first row.
  var first: AccumulatorRow {
    unsafe AccumulatorRow(line: memory, stride: stride, wordCount: wordCount, width: Int(width))
  }

  /// Adds the part of an edge that lies in these rows, down to the height `bottom` in 1/65536 px. `first` is the number of the first row in
  /// the mask.
  @inline(__always) func add(_ edge: UnsafeMutablePointer<ActiveEdge>, from first: Int32, to bottom: Int32) {
    if unsafe edge.pointee.isShort {
      unsafe addShort(edge.pointee, first)
    } else if unsafe edge.pointee.isWithin {
      unsafe addWithin(edge, first, bottom)
    } else {
      unsafe addClipped(edge, first, bottom)
    }
  }

  @inline(__always) private func accumulators(_ line: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Int32> {
    unsafe (line + wordCount &* 8).assumingMemoryBound(to: Int32.self)
  }

  /// Sets the bit of one pixel of a row.
  @inline(__always) private func touch(_ line: UnsafeMutableRawPointer, _ column: Int) {
    let word = unsafe (line + (column &>> 6) &* 8).assumingMemoryBound(to: UInt64.self)
    unsafe word.pointee |= 1 &<< UInt64(truncatingIfNeeded: column)
  }

  /// Adds an edge within one pixel.
  @inline(__always) private func addShort(_ edge: ActiveEdge, _ firstRow: Int32) {
    let line = unsafe memory + Int(edge.top >> 16 &- firstRow) &* stride
    let column = Int(edge.x >> 32)
    unsafe touch(line, column)
    let (height, fractions) = (Int64(edge.lower &- edge.top), (edge.x >> 16 & 65535) &+ (edge.perRow >> 16 & 65535))
    let area = (height &* fractions &+ 65536) >> 17
    let accumulators = unsafe accumulators(line)
    unsafe accumulators[column] &+= narrow(height &- area) &* edge.weight
    unsafe accumulators[column &+ 1] &+= narrow(area) &* edge.weight
  }

  /// Adds an edge within the mask: part of its first row, whole rows, and part of its last row.
  @inline(__always)
  private func addWithin(_ edge: UnsafeMutablePointer<ActiveEdge>, _ firstRow: Int32, _ bottom: Int32) {
    let (perRow, perColumn, weight, lower) = unsafe (
      edge.pointee.perRow, edge.pointee.perColumn, edge.pointee.weight, edge.pointee.lower
    )
    var (x, top) = unsafe (edge.pointee.x, edge.pointee.top)
    let end = min(lower, bottom)
    var line = unsafe memory + Int(top >> 16 &- firstRow) &* stride
    let next = (top &+ 65535) & ~65535
    if next > top {
      let height = min(next, end) &- top
      let to = x &+ (perRow &* Int64(height)) >> 16
      unsafe addPart(line, x, to, Int64(height), weight, perColumn)
      x = to
      unsafe line += stride
      top = next
    }
    let count = Int((end &- top) >> 16)
    if count > 0 {
      x = unsafe addRows(line, x, count, perRow, perColumn, weight)
      unsafe line += count &* stride
      top &+= Int32(truncatingIfNeeded: count) << 16
    }
    if end > top {
      let height = end &- top
      unsafe addPart(line, x, x &+ (perRow &* Int64(height)) >> 16, Int64(height), weight, perColumn)
    }
    unsafe (edge.pointee.x, edge.pointee.top) = (x, top)
  }

  /// Adds the part of an edge in one row, which it need not cross completely. `from` and `to` are the x of the part's ends in 32.32 px.
  @inline(never)
  private func addPart(
    _ line: UnsafeMutableRawPointer, _ from: Int64, _ to: Int64, _ height: Int64, _ weight: Int32, _ perColumn: Int64
  ) {
    let accumulators = unsafe accumulators(line)
    let (left, right) = (min(from, to) >> 16, max(from, to) >> 16)
    var (column, last) = (Int(left >> 16), Int(right >> 16))
    unsafe touch(line, column)
    if column == last {
      let area = (height &* ((left & 65535) &+ (right & 65535)) &+ 65536) >> 17
      unsafe accumulators[column] &+= narrow(height &- area) &* weight
      unsafe accumulators[column &+ 1] &+= narrow(area) &* weight
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* toBorder) >> 16
    var given = min(reached >> 16, height)
    var area = (given &* (131072 &- toBorder) &+ 65536) >> 17
    unsafe accumulators[column] &+= narrow(given &- area) &* weight
    column &+= 1
    while column < last {
      unsafe touch(line, column)
      reached &+= perColumn
      let share = min(reached >> 16, height) &- given
      given &+= share
      let half = (share &+ 1) >> 1
      unsafe accumulators[column] &+= narrow(area &+ share &- half) &* weight
      area = half
      column &+= 1
    }
    unsafe touch(line, last)
    let rest = height &- given
    let lastArea = (rest &* (right & 65535) &+ 65536) >> 17
    unsafe accumulators[last] &+= narrow(area &+ rest &- lastArea) &* weight
    unsafe accumulators[last &+ 1] &+= narrow(lastArea) &* weight
  }

  /// Adds one or more rows that an edge crosses completely. Rows are visited in the order in which x grows.
  @inline(__always)
  private func addRows(
    _ line: UnsafeMutableRawPointer, _ x: Int64, _ count: Int, _ perRow: Int64, _ perColumn: Int64, _ weight: Int32
  ) -> Int64 {
    let (end, below) = unsafe (x &+ perRow &* Int64(count), line + count &* stride)
    let isDown = perRow >= 0
    var line = unsafe isDown ? line : below - stride
    let step = isDown ? stride : 0 &- stride
    let slope = Int64(bitPattern: perRow.magnitude)
    var reached = isDown ? x : end
    var left = reached >> 16
    var column = Int(reached >> 32)
    var rest = count
    let whole = weight &<< 16
    repeat {
      reached &+= slope
      let right = reached >> 16
      let last = Int(reached >> 32)
      let accumulators = unsafe accumulators(line)
      unsafe touch(line, column)
      if column == last {
        let area = narrow((left &+ right &+ 1) >> 1 & 65535) &* weight
        unsafe accumulators[column] &+= whole &- area
        unsafe accumulators[column &+ 1] &+= area
      } else {
        let toBorder = 65536 &- (left & 65535)
        var height = perColumn &* toBorder
        var given = min(height >> 32, 65536)
        var area = (given &* (131072 &- toBorder) &+ 65536) >> 17
        unsafe accumulators[column] &+= narrow(given &- area) &* weight
        column &+= 1
        if column < last {
          height >>= 16
          repeat {
            unsafe touch(line, column)
            height &+= perColumn
            let sum = height >> 16
            let share = sum &- given
            given = sum
            let half = (share &+ 1) >> 1
            unsafe accumulators[column] &+= narrow(area &+ share &- half) &* weight
            area = half
            column &+= 1
          } while column < last
        }
        unsafe touch(line, last)
        let rest = 65536 &- given
        let lastArea = (rest &* (right & 65535) &+ 65536) >> 17
        unsafe accumulators[last] &+= narrow(area &+ rest &- lastArea) &* weight
        unsafe accumulators[last &+ 1] &+= narrow(lastArea) &* weight
      }
      (left, column) = (right, last)
      unsafe line += step
      rest &-= 1
    } while rest != 0
    return end
  }

  /// Adds an edge that leaves the mask, row by row. The part to the left of the mask covers all pixels; the part to the right covers none.
  @inline(never)
  private func addClipped(_ edge: UnsafeMutablePointer<ActiveEdge>, _ firstRow: Int32, _ bottom: Int32) {
    let (perRow, perColumn, weight) = unsafe (edge.pointee.perRow, edge.pointee.perColumn, edge.pointee.weight)
    let (upperX, upper) = unsafe (edge.pointee.x, edge.pointee.top)
    let lower = unsafe min(edge.pointee.lower, bottom)
    let limit = Int64(width) << 16
    var top = max(upper, firstRow << 16)
    while top < lower {
      let next = min((top | 65535) &+ 1, lower)
      let height = Int64(next &- top)
      let line = unsafe memory + Int(top >> 16 &- firstRow) &* stride
      let from = upperX &+ (perRow &* (Int64(top) &- Int64(upper))) >> 16
      let to = from &+ (perRow &* height) >> 16
      top = next
      let (left, right) = (min(from, to) >> 16, max(from, to) >> 16)
      if left >= limit { continue }
      if left >= 0 && right < limit {
        unsafe addPart(line, from, to, height, weight, perColumn)
        continue
      }
      let length = max(right &- left, 1)
      let before = right <= 0 ? height : left < 0 ? divideRounding((0 &- left) &* height, by: length) : 0
      if before > 0 {
        unsafe touch(line, 0)
        unsafe accumulators(line)[0] &+= narrow(before) &* weight
      }
      let within = (right > limit ? divideRounding((limit &- left) &* height, by: length) : height) &- before
      // The accumulators after the last pixel are not reported.
      if within > 0 {
        unsafe addPart(line, max(left, 0) << 16, min(right, limit &- 1) << 16, within, weight, perColumn)
      }
    }
  }
}

@inline(__always) private func narrow(_ value: Int64) -> Int32 { Int32(truncatingIfNeeded: value) }

/// An edge during a sweep, with the position that it has reached.
struct ActiveEdge {
  /// Where the edge enters its next row, in 32.32 px.
  var x: Int64
  /// The change of x per row, in 32.32 px, rounded towards 0.
  let perRow: Int64
  /// The change of y per column in either direction, in 1/2^32 px, rounded down; 0 for a vertical edge.
  let perColumn: Int64
  /// The factor of the edge's areas: 255 if the inside is to its right (an entry), and -255 if it is to its left (an exit).
  let weight: Int32
  /// The height that the edge has reached, and its lower end, in 1/65536 px.
  var top: Int32
  let lower: Int32
  /// The next edge of the same band; -1 for none.
  var next: Int32
  /// Whether the edge stays within the mask, however it is rounded.
  let isWithin: Bool
  /// Whether the edge lies within one pixel. Its slope is then unused, and `perRow` is the x of its lower end in 32.32 px.
  let isShort: Bool

  /// Creates an active edge. `edge` must not be horizontal; `weight` is that of an edge that goes down.
  @inline(__always) init(_ edge: Edge, weight: Int32, isWithin: Bool) {
    // The direction is always downwards, so that an edge and its reverse visit the same points.
    let isDown = edge.y1 > edge.y0
    (top, lower) = isDown ? (edge.y0, edge.y1) : (edge.y1, edge.y0)
    let (upperX, lowerX) = isDown ? (edge.x0, edge.x1) : (edge.x1, edge.x0)
    x = Int64(upperX) << 16
    self.weight = isDown ? weight : 0 &- weight
    next = -1
    self.isWithin = isWithin
    isShort = isWithin && (upperX ^ lowerX) >> 16 == 0 && (top ^ (lower &- 1)) >> 16 == 0
    if isShort {
      (perRow, perColumn) = (Int64(lowerX) << 16, 0)
      return
    }
    // The divisions happen once per edge, on magnitudes, so that signs need no special handling.
    let (width, height) = (Int64(lowerX) &- Int64(upperX), Int64(lower) &- Int64(top))
    let (columns, rows) = (width.magnitude, height.magnitude)
    let slope = Int64(bitPattern: columns &<< 32 / rows)
    perRow = width < 0 ? 0 &- slope : slope
    perColumn = columns == 0 ? 0 : Int64(bitPattern: rows &<< 32 / columns)
  }
}
