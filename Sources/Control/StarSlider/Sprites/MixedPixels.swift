import Geometry
import Raster

/// The lights of a shape's pixels while a fill edge passes through them, by slice: for scales whose slices are not rendered in advance.
///
/// Mixing finished words would round twice, and a pixel that the shape covers partially is filled at a different rate than others.
///
/// Unsafe: the memory belongs to a `SpriteCache`, and has one more slice than the star.
@safe struct MixedPixels {
  /// A pixel that shows more than the inside.
  fileprivate struct Pixel {
    /// The position along the slice.
    let place: Int32
    /// The source of the light: the stroke's coverage over the complete inside, 0...255; or 256 + the index of the empty pixel's light,
    /// which is followed by the full pixel's; or, for a curve, ~ the index of its first light.
    let source: Int32
  }

  /// The index of each slice's first pixel.
  private let firsts: UnsafeMutablePointer<Int32>
  private let pixels: UnsafeMutablePointer<Pixel>
  /// The lights. The first four are those of the empty inside, the filled inside, and their strokes.
  private let lights: UnsafeMutablePointer<PackedLight>

  /// Stores a slice that is filled by `share` / 256, 1...255. `start` is the address of its first pixel, and pixels are `step` bytes
  /// apart.
  @inline(__always) func store<Word: PixelWord>(
    _ line: SpriteLine, _ slice: Int, _ share: UInt32, _ table: MixTable, _: Word.Type,
    _ start: UnsafeMutableRawPointer, _ step: Int
  ) {
    let inside = unsafe lights[0].mixed(with: lights[1], share)
    let stroke = unsafe lights[2].mixed(with: lights[3], share)
    let plain = Word(inside, table)
    for i in 0..<line.runCount {
      let run = line.run(i)
      unsafe storeEach(start + Int(run.start) &* step, step, run.count, plain)
    }
    var index = unsafe Int(firsts[slice])
    let end = unsafe Int(firsts[slice &+ 1])
    while index < end {
      let pixel = unsafe pixels[index]
      let light: PackedLight
      if 0...255 ~= pixel.source {
        light = inside.covered(by: stroke, UInt32(truncatingIfNeeded: pixel.source))
      } else if pixel.source > 0 {
        let i = Int(pixel.source &- 256)
        light = unsafe lights[i].mixed(with: lights[i &+ 1], share)
      } else {
        // Between two of 32 positions, the light is interpolated linearly.
        let i = Int(~pixel.source) &+ Int(share &>> 3)
        light = unsafe lights[i].mixed(with: lights[i &+ 1], (share & 7) &<< 5)
      }
      unsafe (start + Int(pixel.place) &* step).storeBytes(of: Word(light, table), as: Word.self)
      index &+= 1
    }
  }
}

extension MixedPixels {
  /// The maximum number of curves per pixel of a star's side. A shape with very many edges may have more; those pixels are mixed like
  /// others.
  static var mostCurvesPerSide: Int { 16 }
  /// The maximum number of bytes for each curve, and for each pixel.
  static var bytesPerCurve: Int { FillLights.curveCount * MemoryLayout<PackedLight>.stride }
  static var bytesPerPixel: Int { MemoryLayout<Pixel>.stride }

  init<Word: PixelWord>(of sprites: StarSprites, _: Word.Type, _ source: FillLights, in memory: SpriteMemory) {
    let (side, isAlongRows) = (Int(sprites.side), sprites.direction.isAlongRows)
    var most = 0
    for slice in 0..<side {
      let line = unsafe sprites.slices[slice]
      for i in 0..<line.runCount { most += line.run(i).count }
    }
    let firsts = unsafe memory.allocate(Int32.self, side + 1)
    let pixels = unsafe memory.allocate(Pixel.self, most)
    var (count, room) = (0, source.hasCurves ? Self.mostCurvesPerSide * side : 0)
    var lights: [PackedLight] = []
    source.addColors(to: &lights)
    for slice in 0..<side {
      unsafe (firsts + slice).initialize(to: Int32(truncatingIfNeeded: count))
      let line = unsafe sprites.slices[slice]
      for i in 0..<line.runCount {
        let run = line.run(i)
        var place = Int(run.start)
        while place < Int(run.end) {
          let across = Int32(truncatingIfNeeded: slice)
          let along = Int32(truncatingIfNeeded: place)
          let (x, y) = isAlongRows ? (across, along) : (along, across)
          let coverage = source.coverage(x: x, y: y)
          if coverage != 255 {
            let found: Int32
            if room > 0 && source.isCurve(coverage) {
              room -= 1
              found = ~Int32(truncatingIfNeeded: lights.count)
              source.addCurve(x: x, y: y, to: &lights)
            } else if coverage & 0xff_00ff == 255 {
              found = Int32(truncatingIfNeeded: coverage >> 8)
            } else {
              found = 256 + Int32(truncatingIfNeeded: lights.count)
              let word = run.index(ofPixel: place)
              unsafe lights.append(line.words(Word.self, full: false)[word].light(sprites.table))
              unsafe lights.append(line.words(Word.self, full: true)[word].light(sprites.table))
            }
            unsafe (pixels + count).initialize(to: Pixel(place: along, source: found))
            count += 1
          } else if run.isFramed && place == Int(run.start) + 4 {
            // All pixels up to the end of the frame equal this one.
            place = Int(run.end) - 5
          }
          place += 1
        }
      }
    }
    unsafe (firsts + side).initialize(to: Int32(truncatingIfNeeded: count))
    unsafe memory.shrink(pixels, to: count * MemoryLayout<Pixel>.stride)
    let copy = unsafe memory.allocate(PackedLight.self, lights.count)
    for i in 0..<lights.count { unsafe (copy + i).initialize(to: lights[i]) }
    unsafe (self.firsts, self.pixels, self.lights) = (firsts, pixels, copy)
  }
}
