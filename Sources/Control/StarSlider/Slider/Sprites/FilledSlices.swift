/// The finished slices of a star's fills, computed from exact areas and mixed like the rest of the face.
///
/// Safety: the memory belongs to a `SpriteCache`, and each slice has a word for each of its pixels.
@safe struct FilledSlices {
  /// Safety: `words` has a word for each pixel of the slice.
  @safe fileprivate struct Slice {
    /// The slice's position and its full share, as in `SliceChange`.
    let place: Int32
    let share: UInt32
    let words: UnsafeMutableRawPointer
  }

  private let slices: UnsafeMutablePointer<Slice>
  private let count: Int32

  /// Renders the slices in which fills of a star end. Each fill has a fraction.
  init(_ fills: [Fixed], of key: SpriteCache.Key, in memory: SpriteMemory) {
    switch key.format.bytesPerPixel {
    case 4: self.init(UInt32.self, fills, key, memory)
    case 2: self.init(UInt16.self, fills, key, memory)
    default: self.init(Pixel24.self, fills, key, memory)
    }
  }

  private init<Word: PixelWord>(_: Word.Type, _ fills: [Fixed], _ key: SpriteCache.Key, _ memory: SpriteMemory) {
    let slices = unsafe memory.allocate(Slice.self, fills.count)
    let cuts = fills.map { FillCut($0, key.direction, side: key.side) }
    let encoder = PixelEncoder(background: key.face.background, key.face.blending, key.format)
    let direction = key.scannedDirection
    for (i, lights) in key.lights(at: cuts).enumerated() {
      let words = unsafe memory.allocate(Word.self, lights.count)
      for (place, light) in lights.enumerated() {
        let (x, y) = cuts[i].pixel(Int32(place))
        let pixel = key.transform.toPhysical(x: x, y: y)
        let word = Word.word(Word.shade(light, encoder), bias: DitherPattern.bias(pixel.x, pixel.y))
        unsafe (words + Int(direction.isAlongRows ? pixel.y : pixel.x)).initialize(to: word)
      }
      let (whole, share) = (fills[i].floor, UInt32(fills[i].fraction))
      unsafe (slices + i).initialize(
        to: Slice(place: direction.isReversed ? key.side - 1 - whole : whole, share: share, words: words))
    }
    unsafe self.slices = slices
    count = Int32(fills.count)
  }

  /// Returns the words of a slice; `nil` if it was not rendered.
  @inline(__always)
  func words<Word: PixelWord>(_: Word.Type, at place: Int32, share: UInt32) -> UnsafePointer<Word>? {
    var slice = unsafe slices
    let end = unsafe slice + Int(count)
    while unsafe slice < end {
      if unsafe slice.pointee.place == place && slice.pointee.share == share {
        return unsafe UnsafePointer(slice.pointee.words.assumingMemoryBound(to: Word.self))
      }
      unsafe slice += 1
    }
    return nil
  }
}

extension SpriteCache.Key {
  /// Returns the lights of the slices in which fills end, in the viewer's order.
  fileprivate func lights(at cuts: [FillCut]) -> [[Light]] {
    if face.images == nil {
      return painter(of: face).lights(
        face.outlines(inCellOf: side), at: cuts, emptyStroke: face.emptyStroke ?? face.stroke)
    }
    var picture = face.ground(side: side)
    func lights(_ state: FaceState) -> [[Light]] {
      picture.clear()
      face.draw(state, into: &picture)
      return cuts.map { cut in
        (0..<side).map { place in
          let (x, y) = cut.pixel(place)
          return picture.lights[Int(y * side + x)]
        }
      }
    }
    let (empty, full) = (lights(.empty), lights(.full))
    return cuts.indices.map { i in zip(empty[i], full[i]).map { $0.mixed(with: $1, cuts[i].share) } }
  }
}

/// The lights of a shape's pixels while a fill edge passes through them, by slice. They are for scales whose slices are not rendered in
/// advance.
///
/// Mixing finished words would round twice, and a pixel that the shape covers partially is filled at a different rate than others.
///
/// Safety: the memory belongs to a `SpriteCache`, and has two indices for each of the star's slices and one more.
@safe struct MixedPixels {
  /// A pixel that shows more than the inside.
  fileprivate struct Pixel {
    /// The position along the slice.
    let place: Int32
    /// The index of its first light.
    let light: Int32
  }

  /// Two indices for each slice: that of its first pixel with two lights, and that of its first pixel with a curve of lights. The last
  /// element is the end of all pixels.
  private let firsts: UnsafeMutablePointer<Int32>
  private let pixels: UnsafeMutablePointer<Pixel>
  /// The lights. The first two are those of the empty and the filled inside.
  private let lights: UnsafeMutablePointer<PackedLight>

  /// Stores a slice that is filled by `share` / 256, 1...255. `start` is the address of its first pixel, and pixels are `step` bytes
  /// apart.
  @inline(__always) func store<Word: PixelWord>(
    _ line: UnsafeMutablePointer<SpriteLine>, _ slice: Int, _ share: UInt32, _ table: MixTable, _: Word.Type,
    _ start: UnsafeMutableRawPointer, _ step: Int
  ) {
    let plain = unsafe Word(lights[0].mixed(with: lights[1], share), table)
    unsafe line.pointee.forEachRun { run in unsafe storeEach(start + Int(run.start) &* step, step, run.count, plain) }
    let (first, curves, end) = unsafe (firsts[2 &* slice], firsts[2 &* slice &+ 1], firsts[2 &* slice &+ 2])
    func store(_ first: Int32, _ end: Int32, _ lights: UnsafeMutablePointer<PackedLight>, _ share: UInt32) {
      var pixel = unsafe pixels + Int(first)
      let end = unsafe pixels + Int(end)
      while unsafe pixel < end {
        let light = unsafe lights + Int(pixel.pointee.light)
        unsafe (start + Int(pixel.pointee.place) &* step).storeBytes(
          of: Word(light[0].mixed(with: light[1], share), table), as: Word.self)
        unsafe pixel += 1
      }
    }
    unsafe store(first, curves, lights, share)
    // Between two neighbors of a curve's 33 lights, the light is interpolated linearly.
    unsafe store(curves, end, lights + Int(share &>> 3), (share & 7) &<< 5)
  }
}

extension MixedPixels {
  /// The maximum number of curves per pixel of a star's side. A shape with very many edges may need more; its remaining pixels are mixed
  /// without a curve.
  static var mostCurvesPerSide: Int { 16 }
  /// The number of lights of a curve.
  private static var curveCount: Int64 { 33 }
  /// The maximum number of bytes for each curve, and for each pixel.
  static var bytesPerCurve: Int { Int(curveCount) * MemoryLayout<PackedLight>.stride }
  static var bytesPerPixel: Int { MemoryLayout<Pixel>.stride }

  /// Computes the lights of all pixels. `transform` is that of the star's square.
  init(
    of sprites: StarSprites, _ layers: ShapeCoverage, _ mixer: FillMixer, _ transform: ScreenTransform,
    in memory: SpriteMemory
  ) {
    let (side, isAlongRows) = (Int(sprites.side), sprites.direction.isAlongRows)
    var most = 0
    for slice in 0..<side {
      let line = unsafe sprites.slices[slice]
      line.forEachRun { most += $0.count }
    }
    let firsts = unsafe memory.allocate(Int32.self, 2 * side + 1)
    let pixels = unsafe memory.allocate(Pixel.self, most)
    var (mixer, count, room) = (mixer, 0, Self.mostCurvesPerSide * side)
    var lights: [PackedLight] = []
    mixer.add(2, x: 0, y: 0, .plain, to: &lights)
    // For pixels within the inside, the index of their first light by the coverage of the stroke; -1 for none yet.
    var known = [Int32](repeating: -1, count: 256)
    var curves: [Pixel] = []
    func viewed(_ slice: Int, _ place: Int32) -> (x: Int32, y: Int32) {
      let slice = Int32(truncatingIfNeeded: slice)
      let (x, y) = isAlongRows ? (slice, place) : (place, slice)
      let pixel = transform.toLayout(Rect(minX: x, minY: y, maxX: x &+ 1, maxY: y &+ 1))
      return (pixel.minX, pixel.minY)
    }
    func keep(_ pixel: Pixel) {
      unsafe (pixels + count).initialize(to: pixel)
      count += 1
    }
    for slice in 0..<side {
      unsafe (firsts + 2 * slice).initialize(to: Int32(truncatingIfNeeded: count))
      // The viewer's pixel moves by the same step from each place to the next.
      let (first, second) = (viewed(slice, 0), viewed(slice, 1))
      let (stepX, stepY) = (second.x &- first.x, second.y &- first.y)
      let line = unsafe sprites.slices[slice]
      line.forEachRun { run in
        var place = Int32(run.start)
        while place < Int32(run.end) {
          let (x, y) = (first.x &+ place &* stepX, first.y &+ place &* stepY)
          let coverage = layers[Int(x), Int(y)]
          if coverage != .plain {
            let next = Int32(truncatingIfNeeded: lights.count)
            if room > 0 && mixer.isCut(coverage) {
              room -= 1
              curves.append(Pixel(place: place, light: next))
              mixer.add(Self.curveCount, x: x, y: y, coverage, to: &lights)
            } else {
              let isWithin = coverage.inside == 255 && coverage.ink == 0
              let light = isWithin && known[Int(coverage.stroke)] >= 0 ? known[Int(coverage.stroke)] : next
              if isWithin { known[Int(coverage.stroke)] = light }
              if light == next { mixer.add(2, x: x, y: y, coverage, to: &lights) }
              keep(Pixel(place: place, light: light))
            }
          } else if run.isFramed && place == Int32(run.start) + 4 {
            // All pixels up to the end of the frame equal this one.
            place = Int32(run.end) - 5
          }
          place += 1
        }
      }
      unsafe (firsts + 2 * slice + 1).initialize(to: Int32(truncatingIfNeeded: count))
      for pixel in curves { keep(pixel) }
      curves.removeAll(keepingCapacity: true)
    }
    unsafe (firsts + 2 * side).initialize(to: Int32(truncatingIfNeeded: count))
    unsafe memory.shrink(pixels, to: count * MemoryLayout<Pixel>.stride)
    let copy = unsafe memory.allocate(PackedLight.self, lights.count)
    for i in 0..<lights.count { unsafe (copy + i).initialize(to: lights[i]) }
    unsafe (self.firsts, self.pixels, self.lights) = (firsts, pixels, copy)
  }
}
