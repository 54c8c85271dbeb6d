/// The signed areas of a mask's pixels, for a band of rows at a time.
///
/// Each edge is in the list of the next band that it reaches, so edges never need sorting. The accumulators of one band fit in the
/// first-level cache.
///
/// Safety: lists hold indices of added edges, and bands lie within the rows' memory.
@safe struct AccumulationBuffer: ~Copyable {
  let width: Int32
  let height: Int32
  /// The number of rows in a band, as a power of two.
  private let bandShift: Int32
  private let rows: AccumulatorRows
  /// The first edge of each band; -1 for none.
  private let heads: UnsafeMutablePointer<Int32>
  /// The edges that have been added. Safety: `memory` has `capacity` elements, of which `count` are initialized.
  @safe private struct Edges {
    var memory: UnsafeMutablePointer<ActiveEdge>
    var count = 0
    var capacity: Int

    init(capacity: Int) { unsafe (memory, self.capacity) = (.allocate(capacity: capacity), capacity) }
  }
  private let edges: UnsafeMutablePointer<Edges>

  /// The maximum size of a band in bytes, unless four rows take more.
  private static var bandLimit: Int { 36_000 }

  /// Creates a buffer for a mask of 1 ... `Path.limit` by 1 ... `Path.limit` pixels.
  init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    (self.width, self.height) = (width, height)
    var shift: Int32 = 2
    let bytes = AccumulatorRows.byteCount(width: width)
    while bytes << Int(shift + 1) <= Self.bandLimit && 1 << shift < height { shift += 1 }
    bandShift = shift
    unsafe rows = AccumulatorRows(
      width: width, count: 1 << Int(shift), in: .allocate(byteCount: bytes << Int(shift), alignment: 16))
    let bands = Int((height - 1) >> shift) + 1
    unsafe heads = .allocate(capacity: bands)
    unsafe heads.initialize(repeating: -1, count: bands)
    unsafe edges = .allocate(capacity: 1)
    unsafe edges.initialize(to: Edges(capacity: 64))
  }

  deinit {
    rows.deallocate()
    unsafe heads.deallocate()
    unsafe edges.pointee.memory.deallocate()
    unsafe edges.deallocate()
  }

  /// The maximum number of edges whose sums are exact. Each edge may add an error of 4/65536 px² to a pixel. With 32 edges, the error is at
  /// most 128/65536 px², which rounding to 8 bits removes.
  static var exactLimit: Int { 32 }

  /// Whether all sums are sure to stay in range despite rounding: 0...255, or 0...510 for a stroke's sides.
  var isExact: Bool { unsafe edges.pointee.count <= Self.exactLimit }

  /// Adds the edges of an outline, whose inside is covered once. With `isSides`, the outline is a stroke that consists of both sides of one
  /// contour: the pixels within the outer side are covered once, and those within the inner side twice.
  func add(_ outline: Outline, isSides: Bool = false) {
    let weight: Int32 = outline.winding > 0 ? 255 : -255
    let reversed = isSides ? outline.innerSide : 0..<0
    unsafe outline.withEdges { unsafe add($0, weight, reversed) }
  }

  @inline(never) private func add(_ added: UnsafeBufferPointer<Edge>, _ weight: Int32, _ reversed: Range<Int>) {
    var count = unsafe edges.pointee.count
    if unsafe count + added.count > edges.pointee.capacity { grow(to: count + added.count) }
    let memory = unsafe edges.pointee.memory
    let (columns, limit) = (UInt32(bitPattern: width << 16 &- 1), height << 16)
    for i in 0..<added.count {
      let edge = unsafe added[i]
      if edge.y0 == edge.y1 { continue }
      let isWithin =
        UInt32(bitPattern: edge.x0 &- 1) < columns && UInt32(bitPattern: edge.x1 &- 1) < columns
        && UInt32(bitPattern: edge.y0) <= UInt32(bitPattern: limit)
        && UInt32(bitPattern: edge.y1) <= UInt32(bitPattern: limit)
      var new = ActiveEdge(edge, weight: reversed.contains(i) ? 0 &- weight : weight, isWithin: isWithin)
      if new.top >= limit || new.lower <= 0 { continue }
      let band = Int(max(new.top, 0) &>> (16 &+ bandShift))
      unsafe (new.next, heads[band]) = (heads[band], Int32(truncatingIfNeeded: count))
      unsafe (memory + count).initialize(to: new)
      count &+= 1
    }
    unsafe edges.pointee.count = count
  }

  @inline(never) private func grow(to count: Int) {
    var larger = Edges(capacity: 2 * count)
    unsafe larger.count = edges.pointee.count
    unsafe larger.memory.moveInitialize(from: edges.pointee.memory, count: larger.count)
    unsafe edges.pointee.memory.deallocate()
    unsafe edges.pointee = larger
  }

  /// Reports all rows from top to bottom, and forgets the edges.
  @inline(__always) func sweep<Consumer: RowConsumer>(into consumer: inout Consumer) {
    var (y, band) = (0 as Int32, 0)
    while y < height {
      collect(band)
      let end = min(y &+ 1 &<< bandShift, height)
      consumer.rows(y, end, rows.first)
      y = end
      band &+= 1
    }
    unsafe edges.pointee.count = 0
  }

  /// Adds the edges' parts in a band. Edges that continue move to the next band's list.
  @inline(never) private func collect(_ band: Int) {
    var i = unsafe heads[band]
    unsafe heads[band] = -1
    let first = Int32(truncatingIfNeeded: band) &<< bandShift
    let bottom = min(first &+ 1 &<< bandShift, height) << 16
    while i >= 0 {
      let edge = unsafe edges.pointee.memory + Int(i)
      let next = unsafe edge.pointee.next
      unsafe rows.add(edge, from: first, to: bottom)
      if unsafe edge.pointee.lower > bottom && bottom < height << 16 {
        unsafe edge.pointee.next = heads[band &+ 1]
        unsafe heads[band &+ 1] = i
      }
      i = next
    }
  }
}

/// The sum of the accumulators up to a pixel, plus one half for rounding. Its upper 16 bits are the coverage, 255 per px².
typealias CoverageSum = Int32

/// A row of accumulators to which all edges have been added.
///
/// Safety: a row is valid only during a sweep, which passes it to its consumer.
@safe struct AccumulatorRow {
  /// Bits of touched pixels, then accumulators.
  var line: UnsafeMutableRawPointer
  let stride: Int
  let wordCount: Int
  let width: Int

  /// Reports all pixels from left to right, and clears the row. `pixels` receives each span of pixels that edges cross, the accumulators,
  /// and the sum before the span. It clears the span's accumulators and returns the sum after them. `run` receives the pixels between two
  /// spans, and their sum.
  @inline(__always) func report(
    pixels: (_ start: Int, _ end: Int, UnsafeMutablePointer<Int32>, CoverageSum) -> CoverageSum,
    run: (_ start: Int, _ end: Int, CoverageSum) -> Void
  ) {
    var sum: CoverageSum = 32768
    var x = 0
    let (touched, accumulators) = unsafe (
      line.assumingMemoryBound(to: UInt64.self), (line + wordCount &* 8).assumingMemoryBound(to: Int32.self)
    )
    var word = 0
    repeat {
      let bits = unsafe touched[word]
      if bits != 0 {
        unsafe touched[word] = 0
        var place = word &* 64
        // A single pixel between two spans is reported together with them.
        var all = bits | bits &<< 1 & bits &>> 1
        repeat {
          let skipped = all.trailingZeroBitCount
          place &+= skipped
          all &>>= UInt64(truncatingIfNeeded: skipped)
          if place > x { run(x, place, sum) }
          let count = (~all).trailingZeroBitCount
          x = place &+ count
          sum = unsafe pixels(place, x, accumulators, sum)
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          place = x
          all = (all &>> UInt64(truncatingIfNeeded: count &- 1)) &>> 1
        } while all != 0
      }
      word &+= 1
    } while word < wordCount
    if x < width { run(x, width, sum) }
  }
}

/// A receiver of the rows of an accumulation buffer.
protocol RowConsumer {
  /// Receives the mask's rows `start ..< end`, at least one. `first` is the first of them, and the others follow it in memory.
  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow)
}
