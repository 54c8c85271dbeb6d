/// The finished images of one star, empty and full, in the screen's pixel format and rotation.
///
/// A *slice* is a line of pixels across the fill: a column if the star fills along rows, otherwise a row. If `fillX` pixels are filled, the
/// slices below floor(fillX) show the full image, those above it the empty one, and slice floor(fillX) a mixture according to fillX's
/// fraction. So a change of value copies words, and mixes at most one slice. For a coarse scale, the slices of its values are rendered in
/// advance as well; for a fine scale, a shape has the lights of all slices.
///
/// All memory belongs to a `SpriteCache`. Copying these pointers counts no references; a retain would stall behind pending stores.
///
/// Safety: stores are not checked, and slices and runs lie within the star's square. When the slider paints a whole buffer, it checks once
/// that its squares lie on the surface.
@safe struct StarSprites {
  /// The side of the star in pixels.
  let side: Int32
  let bytesPerPixel: Int32
  /// The direction in which the star fills on the scanout.
  let direction: FillDirection
  /// The empty image, row by row.
  let empty: UnsafeMutableRawPointer
  /// The parts of rows in which the images differ, and the full image there.
  let rows: UnsafeMutablePointer<SpriteLine>
  /// The columns if the star fills along rows, otherwise the rows.
  let slices: UnsafeMutablePointer<SpriteLine>
  /// The levels for mixing other slices.
  let table: MixTable
  /// The changes to and from the half image, if the star has one.
  var half: UnsafeMutablePointer<HalfSprites>?
  /// The slices that were rendered in advance.
  var filled: FilledSlices?
  /// The lights for mixing other slices.
  var mixed: MixedPixels?

  /// The maximum number of changed columns that are stored one by one; more columns are copied row by row. In each row, 16 columns of 4
  /// bytes are one cache line, and copying it costs as much as two stores.
  private static var mostColumns: Int { 16 }

  /// Returns the smallest rectangle around the pixels that differ between two fills of a star at (`x`, `y`).
  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    if let half = unsafe half {
      let change = unsafe half.pointee.change(from: old, to: new)
      return change.sprites.damage(atX: x, y: y, from: change.old, to: change.new)
    }
    return old == new ? .empty : bounds(of: SliceChange(from: old, to: new, in: self), atX: x, y: y)
  }

  /// Stores the pixels that differ between two fills of a star at (`x`, `y`), which lies on the surface. Returns their
  /// `damage`.
  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    if old == new { return .empty }
    if let half = unsafe half {
      let change = unsafe half.pointee.change(from: old, to: new)
      return change.sprites.paintChange(on: surface, x: x, y: y, from: change.old, to: change.new)
    }
    let change = SliceChange(from: old, to: new, in: self)
    unsafe store(change, at: origin(on: surface, x, y), pitch: surface.pitch)
    // Computed after the stores: updating it during them would take four registers.
    return bounds(of: change, atX: x, y: y)
  }

  /// Stores the pixels that differ between two fills of a star at (`x`, `y`), which lies on the surface.
  func storeChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) {
    if old == new { return }
    if let half = unsafe half {
      let change = unsafe half.pointee.change(from: old, to: new)
      return change.sprites.storeChange(on: surface, x: x, y: y, from: change.old, to: change.new)
    }
    unsafe store(SliceChange(from: old, to: new, in: self), at: origin(on: surface, x, y), pitch: surface.pitch)
  }

  /// Stores all pixels of a star at (`x`, `y`).
  func paint(on surface: Surface, x: Int32, y: Int32, fillX: Fixed) {
    if let half = unsafe half {
      let change = unsafe half.pointee.change(from: .zero, to: fillX)
      return change.sprites.paint(on: surface, x: x, y: y, fillX: change.new)
    }
    let (length, origin) = unsafe (Int(side &* bytesPerPixel), origin(on: surface, x, y))
    unsafe copyBlock(empty, length, to: origin, surface.pitch, bytes: length, rows: Int(side))
    unsafe store(SliceChange(from: .zero, to: fillX, in: self), at: origin, pitch: surface.pitch)
  }

  /// Stores the mixed slice of a star at (`x`, `y`), if it has one.
  func paintMixedSlice(on surface: Surface, x: Int32, y: Int32, fillX: Fixed) {
    let slice = Fixed(fillX.floor)
    unsafe store(SliceChange(from: slice, to: fillX, in: self), at: origin(on: surface, x, y), pitch: surface.pitch)
  }

  /// Returns the address of a star's first pixel.
  @inline(__always) private func origin(on surface: Surface, _ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    unsafe surface.base + (Int(y) &* surface.pitch &+ Int(x) &* Int(bytesPerPixel))
  }

  @inline(__always) private func bounds(of change: SliceChange, atX x: Int32, y: Int32) -> Rect<PhysicalSpace> {
    var (first, end) = (change.start, change.end)
    while unsafe first < end && slices[Int(first)].runCount == 0 { first &+= 1 }
    while unsafe first < end && slices[Int(end &- 1)].runCount == 0 { end &-= 1 }
    if first >= end { return .empty }
    var slice = unsafe slices + Int(first)
    let last = unsafe slices + Int(end &- 1)
    var extent = unsafe slice.pointee.extent
    while unsafe slice < last {
      unsafe slice += 1
      let other = unsafe slice.pointee.extent
      extent.replace(with: other, where: other .> extent)
    }
    let along = (start: 0 &- Int32(extent.y), end: Int32(extent.x))
    return direction.isAlongRows
      ? Rect(minX: x &+ first, minY: y &+ along.start, maxX: x &+ end, maxY: y &+ along.end)
      : Rect(minX: x &+ along.start, minY: y &+ first, maxX: x &+ along.end, maxY: y &+ end)
  }

  /// Stores the pixels of a change. Only this function distinguishes the sizes of pixels.
  @inline(__always) private func store(_ change: SliceChange, at origin: UnsafeMutableRawPointer, pitch: Int) {
    switch bytesPerPixel {
    case 4: unsafe store(change, UInt32.self, at: origin, pitch)
    case 2: unsafe store(change, UInt16.self, at: origin, pitch)
    default: unsafe store(change, Pixel24.self, at: origin, pitch)
    }
  }

  @inline(__always) private func store<Word: PixelWord>(
    _ change: SliceChange, _: Word.Type, at origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    if !direction.isAlongRows {
      unsafe copyRows(change.whole, columns: 0..<Int(side), full: change.becomesFull, Word.self, origin, pitch)
    } else if change.whole.count > Self.mostColumns {
      unsafe copyRows(0..<Int(side), columns: change.whole, full: change.becomesFull, Word.self, origin, pitch)
    } else {
      unsafe storeColumns(change.whole, full: change.becomesFull, Word.self, origin, pitch)
    }
    if change.mixed >= 0 { unsafe mix(Int(change.mixed), change.share, Word.self, origin, pitch) }
  }

  @inline(never)
  private func storeColumns<Word: PixelWord>(
    _ columns: Range<Int>, full: Bool, _: Word.Type, _ origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    var (line, top) = unsafe (slices + columns.lowerBound, origin + columns.lowerBound &* MemoryLayout<Word>.stride)
    let end = unsafe slices + columns.upperBound
    while unsafe line < end {
      let words = unsafe line.pointee.words(Word.self, full: full)
      unsafe line.pointee.forEachRun { run in unsafe run.store(top, pitch) { unsafe words[$0] } }
      unsafe line += 1
      unsafe top += MemoryLayout<Word>.stride
    }
  }

  /// Copies the pixels that differ in some rows and columns, row by row.
  @inline(never)
  private func copyRows<Word: PixelWord>(
    _ range: Range<Int>, columns: Range<Int>, full: Bool, _: Word.Type, _ origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    let stride = MemoryLayout<Word>.stride
    for row in range {
      let line = unsafe rows[row]
      let words = unsafe full ? line.full : line.empty
      line.forEachRun { run in
        let start = max(Int(run.start), columns.lowerBound) &* stride
        let end = min(Int(run.end), columns.upperBound) &* stride
        if start < end {
          unsafe (origin + (row &* pitch &+ start)).copyMemory(from: words + start, byteCount: end &- start)
        }
      }
    }
  }

  @inline(never)
  private func mix<Word: PixelWord>(
    _ slice: Int, _ share: UInt32, _: Word.Type, _ origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    let (line, stride) = unsafe (slices + slice, MemoryLayout<Word>.stride)
    let (start, step) =
      unsafe direction.isAlongRows ? (origin + slice &* stride, pitch) : (origin + slice &* pitch, stride)
    if let words = unsafe filled?.words(Word.self, at: Int32(truncatingIfNeeded: slice), share: share) {
      unsafe line.pointee.store(words, start, step)
    } else if let mixed {
      unsafe mixed.store(line, slice, share, table, Word.self, start, step)
    } else {
      unsafe mixImages(line.pointee, share, Word.self, start, step)
    }
  }

  /// Stores a mixture of both images.
  @inline(never)
  private func mixImages<Word: PixelWord>(
    _ line: SpriteLine, _ share: UInt32, _: Word.Type, _ start: UnsafeMutableRawPointer, _ step: Int
  ) {
    let (empty, full) = unsafe (line.words(Word.self, full: false), line.words(Word.self, full: true))
    line.forEachRun { run in
      unsafe run.store(start, step) {
        unsafe Word(empty[$0].light(table).mixed(with: full[$0].light(table), share), table)
      }
    }
  }
}

/// The slices that differ between two fills, with their positions on the scanout.
struct SliceChange {
  /// All of them: `start ..< end`.
  let start: Int32
  let end: Int32
  /// Those that become full or empty: all but the mixed one.
  let whole: Range<Int>
  /// The mixed slice; -1 if there is none.
  let mixed: Int32
  /// How much of the mixed slice is full, 1...255 of 256.
  let share: UInt32
  let becomesFull: Bool

  /// If the fill grows, the slices up to the new mixed one become full, beginning with the old mixed one. If it shrinks, the slices after
  /// the new mixed one become empty, ending with the old mixed one. A fill edge between two pixels mixes nothing: its slice is empty.
  @inline(__always) init(from old: Fixed, to new: Fixed, in sprites: StarSprites) {
    becomesFull = new > old
    share = UInt32(truncatingIfNeeded: new.fraction)
    let (low, high) = becomesFull ? (old.floor, new.ceil) : (new.floor, old.ceil)
    let isReversed = sprites.direction.isReversed
    (start, end) = isReversed ? (sprites.side &- high, sprites.side &- low) : (low, high)
    let isLast = becomesFull != isReversed
    mixed = share == 0 ? -1 : isLast ? end &- 1 : start
    let mixes: Int32 = share == 0 ? 0 : 1
    let (first, behind) = isLast ? (start, end &- mixes) : (start &+ mixes, end)
    whole = unsafe Range(uncheckedBounds: (Int(first), Int(behind)))
  }
}

/// The sprites of a star that shows a half image for all values between empty and full. There is a set for each change from one image to
/// another.
struct HalfSprites {
  let emptyToHalf: StarSprites
  let halfToFull: StarSprites
  let emptyToFull: StarSprites

  /// Returns the sprites for a change, and the change expressed as one between none and all of their pixels.
  func change(from old: Fixed, to new: Fixed) -> (sprites: StarSprites, old: Fixed, new: Fixed) {
    let all = Fixed(emptyToFull.side)
    func state(_ fillX: Fixed) -> FaceState { fillX <= .zero ? .empty : (fillX >= all ? .full : .half) }
    return switch (state(old), state(new)) {
    case (.empty, .half): (emptyToHalf, .zero, all)
    case (.half, .empty): (emptyToHalf, all, .zero)
    case (.half, .full): (halfToFull, .zero, all)
    case (.full, .half): (halfToFull, all, .zero)
    case (.empty, .full): (emptyToFull, .zero, all)
    case (.full, .empty): (emptyToFull, all, .zero)
    case (.empty, .empty), (.half, .half), (.full, .full): (emptyToFull, .zero, .zero)
    }
  }
}
