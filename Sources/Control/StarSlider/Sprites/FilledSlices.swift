import Geometry
import Raster

/// The finished slices of a star's fills, computed from exact areas and mixed like the rest of the face.
///
/// Unsafe: the memory belongs to a `SpriteCache`, and each slice has a word for each of its pixels.
@safe struct FilledSlices {
  @safe fileprivate struct Slice {
    /// The slice's position and its full share, as in `SliceChange`.
    let place: Int32
    let share: UInt32
    let words: UnsafeMutableRawPointer
  }

  private let slices: UnsafeMutablePointer<Slice>?
  private let count: Int32

  static var none: FilledSlices { unsafe FilledSlices(slices: nil, count: 0) }

  private init(slices: UnsafeMutablePointer<Slice>?, count: Int32) {
    unsafe self.slices = slices
    self.count = count
  }

  /// Renders the slices in which fills of a star end. Each fill has a fraction.
  init(_ fills: [Fixed], of key: SpriteCache.Key, in memory: SpriteMemory) {
    let words = key.face.words(of: fills.map { FillCut($0, key.direction, side: key.side) }, key)
    let slices = unsafe memory.allocate(Slice.self, fills.count)
    let isReversed = key.direction.rotated(by: key.rotation).isReversed
    for (i, fillX) in fills.enumerated() {
      let slice = unsafe Slice(
        place: isReversed ? key.side - 1 - fillX.floor : fillX.floor, share: UInt32(fillX.fraction),
        words: memory.words(words[i], bytesPerPixel: key.format.bytesPerPixel))
      unsafe (slices + i).initialize(to: slice)
    }
    unsafe self.init(slices: slices, count: Int32(fills.count))
  }

  /// Returns the words of a slice; `nil` if it was not rendered.
  @inline(__always)
  func words<Word: PixelWord>(_: Word.Type, at place: Int32, share: UInt32) -> UnsafePointer<Word>? {
    for i in 0..<Int(count) {
      let slice = unsafe slices.unsafelyUnwrapped + i
      if unsafe slice.pointee.place == place && slice.pointee.share == share {
        return unsafe UnsafePointer(slice.pointee.words.assumingMemoryBound(to: Word.self))
      }
    }
    return nil
  }
}

extension Face {
  /// Returns the words of slices, in the order of the scanout.
  fileprivate func words(of cuts: [FillCut], _ key: SpriteCache.Key) -> [[UInt32]] {
    if images == nil {
      return painter(inCellOf: key.side, rotation: key.rotation, format: key.format)
        .slices(outlines(inCellOf: key.side), cuts, emptyStroke: emptyStroke ?? stroke)
    }
    var picture = ground(side: key.side)
    draw(.full, into: &picture)
    let lights = cuts.map { picture.lights(at: $0) }
    picture.clear()
    draw(.empty, into: &picture)
    return zip(cuts, lights).map { cut, lights in
      picture.slice(cut, filledWith: lights, in: key.format, rotatedBy: key.rotation)
    }
  }
}

extension FillCut {
  /// Creates the cut of a fill in a square of `side` pixels. `direction` is the one that the viewer sees.
  fileprivate init(_ fillX: Fixed, _ direction: FillDirection, side: Int32) {
    self.init(
      slice: direction.isReversed ? side - 1 - fillX.floor : fillX.floor,
      fraction: direction.isReversed ? 256 - fillX.fraction : fillX.fraction, isRow: !direction.isAlongRows,
      isReversed: direction.isReversed)
  }
}

extension SpriteMemory {
  /// Returns memory that holds words in a pixel's size.
  fileprivate func words(_ words: [UInt32], bytesPerPixel: Int32) -> UnsafeMutableRawPointer {
    func copy<Word: PixelWord>(_: Word.Type) -> UnsafeMutableRawPointer {
      let copy = unsafe allocate(Word.self, words.count)
      for i in 0..<words.count { unsafe (copy + i).initialize(to: Word(bits: words[i])) }
      return UnsafeMutableRawPointer(copy)
    }
    return switch bytesPerPixel {
    case 2: unsafe copy(UInt16.self)
    case 3: unsafe copy(Pixel24.self)
    default: unsafe copy(UInt32.self)
    }
  }
}
