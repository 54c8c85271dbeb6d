import Raster

/// The pixels that a star's inside covers in part, and in which a fill does not grow as it does in others. They are stored after the
/// rest of a mixed slice. A stroke of 2 px hides them, but not a thinner one.
///
/// Unsafe: a `SpriteCache` owns the memory, with one more slice than the star has.
@safe struct PartialPixels {
  @safe fileprivate struct Pixel {
    /// The place along the slice.
    let place: Int32
    // The words of the sprites.
    let empty: UInt32
    let full: UInt32
    /// The filled shares, 0...255, after each 1/64 of the pixel.
    let shares: UnsafeMutablePointer<UInt8>
  }

  /// Each slice's first pixel; `nil` if there are none.
  private let firsts: UnsafeMutablePointer<Int32>?
  private let pixels: UnsafeMutablePointer<Pixel>?

  static var none: PartialPixels { PartialPixels() }

  private init() { unsafe (firsts, pixels) = (nil, nil) }

  /// Stores a slice's pixels, `share` / 256 of which is filled.
  @inline(never) func store<Word: PixelWord>(
    _ slice: Int, _ share: UInt32, _ table: MixTable, _: Word.Type, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    guard let firsts = unsafe firsts, let pixels = unsafe pixels else { return }
    let (i, part) = (Int(share &>> 2), share & 3)
    for index in unsafe firsts[slice]..<firsts[slice &+ 1] {
      let pixel = unsafe pixels[Int(index)]
      let before = unsafe i == 0 ? 0 : UInt32(pixel.shares[i &- 1])
      let filled = unsafe (before &* (4 &- part) &+ UInt32(pixel.shares[i]) &* part) &* 256 / 1020
      let word = Word.mixed(Word(bits: pixel.empty), Word(bits: pixel.full), filled, table)
      unsafe (line + Int(pixel.place) &* step).storeBytes(of: word, as: Word.self)
    }
  }

  @inline(__always) var isEmpty: Bool { unsafe pixels == nil }
}

/// Collects partial pixels, in any order. A shape of very many edges may have more than there is room for; the rest are mixed like
/// other pixels.
struct PartialPixelBuilder {
  /// The most pixels for each pixel of a star's side.
  static var mostPerSide: Int { 16 }

  private let most: Int
  private var found: [(slice: Int32, place: Int32, empty: UInt32, full: UInt32, shares: [UInt8])] = []

  init(side: Int) { most = Self.mostPerSide * side }

  var hasRoom: Bool { found.count < most }

  mutating func add(slice: Int32, place: Int32, empty: UInt32, full: UInt32, shares: [UInt8]) {
    found.append((slice, place, empty, full, shares))
  }

  /// Returns the pixels of a star of `side` slices.
  func finished(side: Int, in memory: SpriteMemory) -> PartialPixels {
    if found.isEmpty { return .none }
    return PartialPixels(found, side: side, in: memory)
  }
}

extension PartialPixels {
  fileprivate init(
    _ found: [(slice: Int32, place: Int32, empty: UInt32, full: UInt32, shares: [UInt8])], side: Int,
    in memory: SpriteMemory
  ) {
    let firsts = unsafe memory.allocate(Int32.self, side + 1)
    let pixels = unsafe memory.allocate(Pixel.self, found.count)
    let sorted = found.sorted { ($0.slice, $0.place) < ($1.slice, $1.place) }
    var slice = 0
    for (i, pixel) in sorted.enumerated() {
      while slice <= Int(pixel.slice) {
        unsafe (firsts + slice).initialize(to: Int32(i))
        slice += 1
      }
      let shares = unsafe memory.allocate(UInt8.self, pixel.shares.count)
      for j in 0..<pixel.shares.count { unsafe (shares + j).initialize(to: pixel.shares[j]) }
      unsafe (pixels + i).initialize(
        to: Pixel(place: pixel.place, empty: pixel.empty, full: pixel.full, shares: shares))
    }
    for rest in slice...side { unsafe (firsts + rest).initialize(to: Int32(sorted.count)) }
    unsafe (self.firsts, self.pixels) = (firsts, pixels)
  }
}
