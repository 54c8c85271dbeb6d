import Geometry
import Raster

/// The lights of a star's pixels while a fill passes through them, slice by slice: for the scales whose slices are not finished.
///
/// A mix of finished words would be rounded twice, and a pixel that the shape covers in part does not fill as others do.
///
/// Unsafe: a `SpriteCache` owns the memory, with one more slice than the star has.
@safe struct MixedPixels {
  /// Consecutive pixels of a slice with the same lights.
  @safe fileprivate struct Piece {
    let place: Int16
    var count: Int16
    /// Whether the lights are those at 65 places of the fill edge, not those of the empty and the full pixel.
    let isCurve: Bool
    /// The empty pixel.
    let word: UInt32
    /// Three channels for each light, in the order of the word's bytes.
    var lights: UnsafePointer<UInt16>
  }

  /// The most pieces for each pixel of a star's side. Slices of a shape with more of them are mixed from words.
  static var mostPerSide: Int { 16 }

  /// Each slice's first piece; `nil` if there are none.
  private let firsts: UnsafeMutablePointer<Int32>?
  private let pieces: UnsafeMutablePointer<Piece>?

  static var none: MixedPixels { MixedPixels() }

  private init() { unsafe (firsts, pieces) = (nil, nil) }

  @inline(__always) var isEmpty: Bool { unsafe pieces == nil }

  /// Stores a slice, `share` / 256 of which is filled.
  @inline(__always) func store<Word: PixelWord>(
    _ slice: Int, _ share: UInt32, _ table: MixTable, _: Word.Type, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    let (firsts, pieces) = unsafe (firsts.unsafelyUnwrapped, pieces.unsafelyUnwrapped)
    var index = unsafe Int(firsts[slice])
    let end = unsafe Int(firsts[slice &+ 1])
    while index < end {
      let piece = unsafe pieces + index
      let word = unsafe Word(bits: piece.pointee.word(share, table))
      let (first, count) = unsafe (line + Int(piece.pointee.place) &* step, Int(piece.pointee.count))
      if count == 1 {
        unsafe first.storeBytes(of: word, as: Word.self)
      } else {
        unsafe storeEach(first, step, count, word)
      }
      index &+= 1
    }
  }
}

extension MixedPixels.Piece {
  /// Returns the word, `share` / 256 of which is filled.
  @inline(__always) fileprivate func word(_ share: UInt32, _ table: MixTable) -> UInt32 {
    // Between two places the light grows evenly.
    let start = unsafe isCurve ? lights + 3 &* Int(share &>> 2) : lights
    let part = isCurve ? (share & 3) &<< 6 : share
    var word = word
    for byte in 0..<3 as Range<Int> {
      let (from, to) = unsafe (UInt32(start[byte]), UInt32(start[byte &+ 3]))
      if from == to && !isCurve { continue }
      let shift = UInt32(truncatingIfNeeded: 8 &* byte)
      let light = (from &* (256 &- part) &+ to &* part) &>> 12
      word = word & ~(255 &<< shift) | table.byte(light) &<< shift
    }
    return word
  }
}

extension MixedPixels {
  /// The pixels of a shape's finished slices. Returns `nil` if there are too many. `empty` is the empty image.
  init?<Word: PixelWord>(
    of sprites: StarSprites, _ empty: UnsafeMutablePointer<Word>, _ lights: FillLights, in memory: SpriteMemory
  ) {
    let side = Int(sprites.side)
    var firsts: [Int32] = []
    // Lights are indices until all of them are known.
    var (pieces, starts, channels): ([Piece], [Int], [UInt16]) = ([], [], [])
    for slice in 0..<side {
      firsts.append(Int32(truncatingIfNeeded: pieces.count))
      let line = unsafe sprites.slices[slice]
      for i in 0..<line.runCount {
        let run = line.run(i)
        var last: FillLights.Coverage?
        var place = Int(run.start)
        while place < Int(run.end) {
          let (column, row) = sprites.direction.isAlongRows ? (slice, place) : (place, slice)
          let (x, y) = (Int32(truncatingIfNeeded: column), Int32(truncatingIfNeeded: row))
          let coverage = lights.coverage(x: x, y: y)
          // All pixels in the middle of a framed run are alike.
          let isMiddle = run.isFramed && place == Int(run.start) + 4 && coverage.isWhole
          let count = isMiddle ? run.count - 8 : 1
          defer { place += count }
          if coverage == last && coverage.isWhole {
            pieces[pieces.count - 1].count += Int16(truncatingIfNeeded: count)
            continue
          }
          last = coverage
          starts.append(channels.count)
          lights.forEachLight(coverage, x: x, y: y) { channels += [$0.0, $0.1, $0.2] }
          unsafe pieces.append(
            Piece(
              place: Int16(truncatingIfNeeded: place), count: Int16(truncatingIfNeeded: count),
              isCurve: !lights.isEven(coverage), word: empty[row * side + column].bits,
              lights: UnsafePointer(memory.allocate(UInt16.self, 0))))
        }
      }
      if pieces.count > Self.mostPerSide * side { return nil }
    }
    firsts.append(Int32(truncatingIfNeeded: pieces.count))
    let channelMemory = unsafe memory.allocate(UInt16.self, channels.count)
    for i in 0..<channels.count { unsafe (channelMemory + i).initialize(to: channels[i]) }
    let pieceMemory = unsafe memory.allocate(Piece.self, pieces.count)
    for i in 0..<pieces.count {
      unsafe (pieceMemory + i).initialize(to: pieces[i])
      unsafe pieceMemory[i].lights = UnsafePointer(channelMemory + starts[i])
    }
    let firstMemory = unsafe memory.allocate(Int32.self, firsts.count)
    for i in 0..<firsts.count { unsafe (firstMemory + i).initialize(to: firsts[i]) }
    unsafe (self.firsts, self.pieces) = (firstMemory, pieceMemory)
  }
}
