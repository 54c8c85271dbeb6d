/// The finished images of one star, empty and full, in the screen's pixel format and rotation.
///
/// A *slice* is a line of pixels across the fill: a column if the star fills along rows, otherwise a row. If `fillX` pixels are filled, the
/// slices below floor(fillX) show the full image, those above it the empty one, and slice floor(fillX) a mixture according to fillX's
/// fraction. So a change of value copies words, and mixes at most one slice. For a coarse scale, the slices of its values are rendered in
/// advance as well; for a fine scale, a shape has the lights of all slices.
///
/// All memory belongs to a `SpriteCache`. Copying these pointers counts no references; counting would have to wait for all stores.
///
/// Unsafe: stores are not checked. Slices and runs lie within the star's square. When the slider paints a whole buffer, it checks once that
/// its squares lie on the surface.
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
  let half: UnsafeMutablePointer<HalfSprites>?
  /// The slices that were rendered in advance.
  var filled = FilledSlices.none
  /// The lights for mixing other slices.
  var mixed: MixedPixels?

  /// The maximum number of changed columns that are stored one by one; more columns are copied row by row. A row's part of 16 columns of 4
  /// bytes is a cache line, and copying it costs as much as two stores.
  private static var mostColumns: Int32 { 16 }

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
    unsafe store(change, at: surface.address(x: x, y: y), pitch: surface.pitch)
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
    unsafe store(SliceChange(from: old, to: new, in: self), at: surface.address(x: x, y: y), pitch: surface.pitch)
  }

  /// Stores all pixels of a star at (`x`, `y`).
  func paint(on surface: Surface, x: Int32, y: Int32, fillX: Fixed) {
    if let half = unsafe half {
      let change = unsafe half.pointee.change(from: .zero, to: fillX)
      return change.sprites.paint(on: surface, x: x, y: y, fillX: change.new)
    }
    let (length, origin) = unsafe (Int(side &* bytesPerPixel), surface.address(x: x, y: y))
    unsafe copyBlock(empty, length, to: origin, surface.pitch, bytes: length, rows: Int(side))
    unsafe store(SliceChange(from: .zero, to: fillX, in: self), at: origin, pitch: surface.pitch)
  }

  /// Stores the mixed slice of a star at (`x`, `y`), if it has one.
  func paintMixedSlice(on surface: Surface, x: Int32, y: Int32, fillX: Fixed) {
    let slice = Fixed(fillX.floor)
    unsafe store(SliceChange(from: slice, to: fillX, in: self), at: surface.address(x: x, y: y), pitch: surface.pitch)
  }

  @inline(__always) private func bounds(of change: SliceChange, atX x: Int32, y: Int32) -> Rect<PhysicalSpace> {
    var across = (first: Int32.max, end: Int32.min)
    var along = (start: Int16.max, end: Int16.min)
    func add(_ index: Int32) {
      let slice = unsafe slices + Int(index)
      let (start, end) = unsafe (slice.pointee.start, slice.pointee.end)
      if start == end { return }
      across = (min(across.first, index), max(across.end, index &+ 1))
      along = (min(along.start, start), max(along.end, end))
    }
    var slice = change.start
    while slice < change.end {
      add(slice)
      slice &+= 1
    }
    if change.mixed >= 0 { add(change.mixed) }
    if across.first > across.end { return .empty }
    let (start, end) = (Int32(along.start), Int32(along.end))
    return direction.isAlongRows
      ? Rect(minX: x &+ across.first, minY: y &+ start, maxX: x &+ across.end, maxY: y &+ end)
      : Rect(minX: x &+ start, minY: y &+ across.first, maxX: x &+ end, maxY: y &+ across.end)
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
    } else if change.end &- change.start > Self.mostColumns {
      unsafe copyRows(0..<Int(side), columns: change.whole, full: change.becomesFull, Word.self, origin, pitch)
    } else {
      unsafe storeColumns(change.whole, full: change.becomesFull, Word.self, origin, pitch)
    }
    if change.mixed >= 0 { unsafe mix(change, Word.self, origin, pitch) }
  }

  @inline(never)
  private func storeColumns<Word: PixelWord>(
    _ columns: Range<Int>, full: Bool, _: Word.Type, _ origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    for column in columns {
      let line = unsafe slices[column]
      let (words, top) = unsafe (line.words(Word.self, full: full), origin + column &* MemoryLayout<Word>.stride)
      for i in 0..<line.runCount { unsafe line.run(i).store(top, pitch) { unsafe words[$0] } }
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
      for i in 0..<line.runCount {
        let run = line.run(i)
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
    _ change: SliceChange, _: Word.Type, _ origin: UnsafeMutableRawPointer, _ pitch: Int
  ) {
    let slice = Int(change.mixed)
    let (line, stride) = unsafe (slices[slice], MemoryLayout<Word>.stride)
    let (start, step) = direction.isAlongRows ? (slice &* stride, pitch) : (slice &* pitch, stride)
    if let words = unsafe filled.words(Word.self, at: change.mixed, share: change.share) {
      for i in 0..<line.runCount { unsafe line.run(i).store(each: words, origin + start, step) }
      return
    }
    if let mixed { return unsafe mixed.store(line, slice, change.share, table, Word.self, origin + start, step) }
    let (empty, full) = unsafe (line.words(Word.self, full: false), line.words(Word.self, full: true))
    for i in 0..<line.runCount {
      unsafe line.run(i).store(origin + start, step) {
        unsafe Word(empty[$0].light(table).mixed(with: full[$0].light(table), change.share), table)
      }
    }
  }
}

/// The slices that differ between two fills, with their positions on the scanout.
struct SliceChange {
  /// Slices that become full or empty: `start ..< end`.
  let start: Int32
  let end: Int32
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
    let start = becomesFull ? old.floor : new.ceil
    let end = becomesFull ? new.floor : max(start, old.ceil)
    let mixed = share > 0 ? new.floor : -1
    if sprites.direction.isReversed {
      (self.start, self.end) = (sprites.side &- end, sprites.side &- start)
      self.mixed = mixed < 0 ? mixed : sprites.side &- 1 &- mixed
    } else {
      (self.start, self.end, self.mixed) = (start, end, mixed)
    }
  }

  @inline(__always) var whole: Range<Int> { unsafe Range(uncheckedBounds: (Int(start), Int(end))) }
}

/// The sprites of a star that has a half image for all values between empty and full, for each change from one image to another.
struct HalfSprites {
  let emptyToHalf: StarSprites
  let halfToFull: StarSprites
  let emptyToFull: StarSprites

  /// Returns the sprites for a change, and the change as one between 0 and all of their pixels.
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
