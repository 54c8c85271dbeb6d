import Geometry
import Raster

/// Pixels `start ..< end` of a line, one or more.
struct Run: Equatable {
  let start: Int32
  /// Exclusive.
  let end: Int32
  /// Of these, the longest part in which either picture shows one word only: what is inside and away from edges.
  let solid: Range<Int32>

  /// What is shorter is not worth telling apart.
  static var leastSolid: Int { 8 }

  /// Whether four pixels at either end hold all that is not solid: so it is wherever a line crosses two edges.
  @inline(__always)
  var isFramed: Bool { solid.lowerBound &- start <= 4 && end &- solid.upperBound <= 4 && end &- start >= 8 }
}

/// One finished picture of a star, `side` * `side` words, line after line.
final class TileImage<Word: PixelWord> {
  let side: Int
  let words: UnsafeMutablePointer<Word>

  /// From a square picture.
  convenience init(_ picture: Picture, in format: PixelFormat) {
    self.init(side: Int(picture.size.width)) { take in picture.encode(in: format, take) }
  }

  /// From rows that `give` hands over, each with its number, from 0, and its `side` words.
  init(side: Int, _ give: ((Int, UnsafePointer<UInt32>) -> Void) -> Void) {
    let words = UnsafeMutablePointer<Word>.allocate(capacity: side * side)
    give { row, line in
      let first = words + row * side
      for x in 0..<side { (first + x).initialize(to: Word(bits: line[x])) }
    }
    (self.side, self.words) = (side, words)
  }

  /// Another picture's rows as columns.
  init(transposing other: TileImage) {
    side = other.side
    words = .allocate(capacity: side * side)
    var to = words
    for column in 0..<side {
      var from = other.words + column
      for _ in 0..<side {
        to.initialize(to: from.pointee)
        to += 1
        from += side
      }
    }
  }

  deinit { words.deallocate() }
}

/// Two pictures of one star, empty and full, line after line, and where in each line they differ. Lines are rows or
/// columns of the scanout; what is equal in both is never stored.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  let side: Int
  /// `side` words a line.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  /// Whose memory that is.
  private let images: (TileImage<Word>, TileImage<Word>)
  /// All lines' runs, one after the other.
  private let runs: UnsafeMutablePointer<Run>
  /// `side + 1` indices into `runs`: a line's first run, and the next line's.
  private let firstRun: UnsafeMutablePointer<Int32>

  /// From two pictures of one size.
  init(empty emptyImage: TileImage<Word>, full fullImage: TileImage<Word>) {
    side = emptyImage.side
    images = (emptyImage, fullImage)
    empty = emptyImage.words
    full = fullImage.words
    firstRun = .allocate(capacity: side + 1)
    var found: [Run] = []
    for line in 0..<side {
      firstRun[line] = Int32(found.count)
      Self.addRuns(empty + line * side, full + line * side, side, to: &found)
    }
    firstRun[side] = Int32(found.count)
    runs = .allocate(capacity: max(found.count, 1))
    for (i, run) in found.enumerated() { (runs + i).initialize(to: run) }
  }

  /// The stretches of one line in which its pictures differ.
  private static func addRuns(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ side: Int, to found: inout [Run]
  ) {
    var i = 0
    while true {
      while i < side && empty[i] == full[i] { i += 1 }
      if i == side { return }
      let start = i
      var (solidStart, solid) = (i, i..<i)
      repeat {
        if empty[i] != empty[solidStart] || full[i] != full[solidStart] {
          if i - solidStart > solid.count { solid = solidStart..<i }
          solidStart = i
        }
        i += 1
      } while i < side && empty[i] != full[i]
      if i - solidStart > solid.count { solid = solidStart..<i }
      if solid.count < Run.leastSolid { solid = start..<start }
      found.append(
        Run(start: Int32(start), end: Int32(i), solid: Int32(solid.lowerBound)..<Int32(solid.upperBound)))
    }
  }

  deinit {
    runs.deallocate()
    firstRun.deallocate()
  }

  /// The runs of a line in which the pictures differ, ascending, apart from each other.
  @inline(__always)
  func runs(ofLine line: Int) -> UnsafeBufferPointer<Run> {
    let first = Int(firstRun[line])
    return UnsafeBufferPointer(start: runs + first, count: Int(firstRun[line + 1]) - first)
  }
}
