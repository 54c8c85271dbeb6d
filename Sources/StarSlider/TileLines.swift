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

  /// Of two pictures of one size, which outlive them. `finder` has found the runs of their rows or of rows and columns.
  init(_ empty: TileImage<Word>, _ full: TileImage<Word>, _ finder: RunFinder) {
    let side = empty.side
    let runs = finder.runs
    let columnRuns = finder.runs(ofLine: side - 1).upperBound..<runs.count
    var columnWords = 0
    for i in columnRuns { columnWords += runs[i].packedCount }

    let runsAt = finder.lineCount * MemoryLayout<TileLine<Word>>.stride
    let wordsAt = runsAt + runs.count * MemoryLayout<Run>.stride
    memory = TileMemory(byteCount: wordsAt + 2 * columnWords * MemoryLayout<Word>.stride)
    rows = memory.start.bindMemory(to: TileLine<Word>.self, capacity: finder.lineCount)
    columns = finder.lineCount > side ? rows + side : rows
    let keptRuns = (memory.start + runsAt).bindMemory(to: Run.self, capacity: runs.count)
    keptRuns.initialize(from: runs, count: runs.count)
    for row in 0..<side {
      let (found, words) = (finder.runs(ofLine: row), row * side)
      (rows + row)
        .initialize(
          to: TileLine(empty.words + words, full.words + words, keptRuns + found.lowerBound, found.count))
    }

    // A column's words: those of the empty picture, then those of the full one.
    var words = (memory.start + wordsAt).bindMemory(to: Word.self, capacity: 2 * columnWords)
    for line in side..<finder.lineCount {
      let found = finder.runs(ofLine: line)
      var count = 0
      for i in found {
        keptRuns[i] = Run(runs[i], packedAt: count)
        count += runs[i].packedCount
      }
      let kept = TileLine(words, words + count, keptRuns + found.lowerBound, found.count)
      (rows + line).initialize(to: kept)
      for i in found {
        pack(runs[i], of: empty.words + (line - side), step: side, to: kept.empty + Int(keptRuns[i].first))
        pack(runs[i], of: full.words + (line - side), step: side, to: kept.full + Int(keptRuns[i].first))
      }
      words += 2 * count
    }
  }

  /// A line of pixels along the rows. `index` is in 0 ..< the pictures' side.
  @inline(__always)
  func row(_ index: Int) -> TileLine<Word> { rows[index] }

  /// A column; a row where no columns were wanted.
  @inline(__always)
  func slice(_ index: Int) -> TileLine<Word> { columns[index] }
}

/// Copies the words that a run of a column has when it is packed; the column's words are `step` apart.
private func pack<Word: PixelWord>(
  _ run: Run, of column: UnsafePointer<Word>, step: Int, to words: UnsafeMutablePointer<Word>
) {
  let first = column + Int(run.start) * step
  if run.typical < 0 {
    var from = first
    for i in 0..<run.count {
      (words + i).initialize(to: from.pointee)
      from += step
    }
    return
  }
  let last = first + (run.count - 4) * step
  for i in 0..<4 {
    (words + i).initialize(to: first[i * step])
    (words + (5 + i)).initialize(to: last[i * step])
  }
  (words + 4).initialize(to: column[Int(run.typical) * step])
}
