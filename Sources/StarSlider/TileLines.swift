import Geometry
import Raster

/// A line of a star's square: where its two pictures differ, and what they show there.
struct TileLine<Word: PixelWord> {
  /// The words that runs speak of: of the empty and of the full picture.
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  private let firstRun: UnsafeMutablePointer<Run>
  private let runCount: Int

  fileprivate init(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ firstRun: UnsafeMutablePointer<Run>,
    _ runCount: Int
  ) {
    (self.empty, self.full) = (empty, full)
    (self.firstRun, self.runCount) = (firstRun, runCount)
  }

  /// The runs in which the pictures differ, ascending, apart from each other.
  @inline(__always)
  var runs: UnsafeBufferPointer<Run> { UnsafeBufferPointer(start: firstRun, count: runCount) }
}

/// Where in each line two pictures of one star differ, empty and full; what is equal in both is never stored. Lines are the
/// rows of the scanout and, where they are wanted, its columns.
///
/// Made once; painting only reads it. A class, so that it is made and freed once and shared by all equal stars.
final class TileLines<Word: PixelWord> {
  private let rows: UnsafeMutablePointer<TileLine<Word>>
  /// Behind the rows. The rows themselves, where no columns were wanted.
  private let columns: UnsafeMutablePointer<TileLine<Word>>
  /// Of lines, their runs, and what columns show; what rows show is in the pictures.
  private let memory: TileMemory

  /// Of two pictures of one size, which outlive them. `rows` says where their rows differ.
  init(_ empty: TileImage<Word>, _ full: TileImage<Word>, rows found: LineRuns, withColumns: Bool) {
    let side = empty.side
    let foundColumns = withColumns ? LineRuns(columnsOf: found) : LineRuns(lines: 0)
    let (lineCount, runCount) = (side + foundColumns.lineCount, found.runCount + foundColumns.runCount)
    let runsAt = lineCount * MemoryLayout<TileLine<Word>>.stride
    let wordsAt = runsAt + runCount * MemoryLayout<Run>.stride
    // Room for all pixels of all columns' runs. Framed ones need little of it; the rest is never touched.
    let wordCount = 2 * foundColumns.pixelCount
    memory = TileMemory(byteCount: wordsAt + wordCount * MemoryLayout<Word>.stride)
    rows = memory.start.bindMemory(to: TileLine<Word>.self, capacity: lineCount)
    columns = withColumns ? rows + side : rows
    var nextRun = (memory.start + runsAt).bindMemory(to: Run.self, capacity: runCount)
    var nextWord = (memory.start + wordsAt).bindMemory(to: Word.self, capacity: wordCount)

    for row in 0..<side {
      let line = LinePair(empty.words + row * side, full.words + row * side, step: 1)
      let firstRun = nextRun
      found.forEachRun(ofLine: row) { pixels in
        // Rows are mixed only where they are slices.
        let isFramed = !withColumns && line.isFramed(pixels)
        nextRun.initialize(to: Run(pixels, first: pixels.lowerBound, isFramed: isFramed, isPacked: false))
        nextRun += 1
      }
      (rows + row).initialize(to: TileLine(line.empty, line.full, firstRun, nextRun - firstRun))
    }
    for column in 0..<foundColumns.lineCount {
      let line = LinePair(empty.words + column, full.words + column, step: side)
      let (firstRun, emptyWords) = (nextRun, nextWord)
      foundColumns.forEachRun(ofLine: column) { pixels in
        let run = Run(pixels, first: nextWord - emptyWords, isFramed: line.isFramed(pixels), isPacked: true)
        nextRun.initialize(to: run)
        nextRun += 1
        nextWord = line.pack(line.empty, run, to: nextWord)
      }
      let fullWords = nextWord
      for run in UnsafeBufferPointer(start: firstRun, count: nextRun - firstRun) {
        nextWord = line.pack(line.full, run, to: nextWord)
      }
      (columns + column).initialize(to: TileLine(emptyWords, fullWords, firstRun, nextRun - firstRun))
    }
  }

  /// A line of pixels along the rows. `index` is in 0 ..< the pictures' side.
  @inline(__always)
  func row(_ index: Int) -> TileLine<Word> { rows[index] }

  /// A column; a row where no columns were wanted.
  @inline(__always)
  func slice(_ index: Int) -> TileLine<Word> { columns[index] }
}

/// A line of both pictures, whose pixels are `step` words apart.
private struct LinePair<Word: PixelWord> {
  let empty: UnsafeMutablePointer<Word>
  let full: UnsafeMutablePointer<Word>
  let step: Int

  init(_ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, step: Int) {
    (self.empty, self.full, self.step) = (empty, full, step)
  }

  /// Whether a run's pixels all show the same but for four at either end, and it is worth telling.
  func isFramed(_ pixels: Range<Int>) -> Bool {
    if !Run.isLong(pixels) { return false }
    var i = (pixels.lowerBound + 4) * step
    let last = (pixels.upperBound - 5) * step
    let (emptyWord, fullWord) = (empty[i], full[i])
    while i < last {
      i += step
      if empty[i] != emptyWord || full[i] != fullWord { return false }
    }
    return true
  }

  /// Stores a run's words in one of the pictures, with none twice, and returns the place after them.
  func pack(
    _ picture: UnsafeMutablePointer<Word>, _ run: Run, to words: UnsafeMutablePointer<Word>
  ) -> UnsafeMutablePointer<Word> {
    var next = words
    func copy(_ count: Int, from pixel: Int32) {
      var from = picture + Int(pixel) * step
      for _ in 0..<count {
        next.initialize(to: from.pointee)
        next += 1
        from += step
      }
    }
    if run.isFramed {
      copy(5, from: run.start)
      copy(4, from: run.end - 4)
    } else {
      copy(run.count, from: run.start)
    }
    return next
  }
}
