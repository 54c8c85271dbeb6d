import Geometry
import Raster
import TestSupport
import Testing

@testable import StarSlider

/// What tiles are made of: the pictures of an empty and a full star, and where they differ.
@Suite struct TilePictureTests {
  /// Both colourings of one coverage are what painting each star by itself gives, whatever the face, format and rotation.
  @Test(arguments: Rotation.allCases)
  func oneCoverageGivesBothPictures(rotation: Rotation) {
    // One with ink; curves take long.
    let faces: [Face] = [
      Face(), Face(lineWidth: .zero), Face(blending: .encoded), Face.smileys[0],
      Face(fill: Color(rgb: 0xd6_2839), background: Color(rgb: 0x20_3040), lineWidth: Fixed(3), join: .round),
    ]
    for face in faces {
      for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
        // Eight bytes are looked at together: sides around multiples of eight, and a pixel. The full picture is packed where
        // rows have more than 128 bytes.
        for side in [1, 9, 16, 70] as [Int32] {
          for direction in [FillDirection.right, .up] {
            let tiles = face.tiles(side: side, rotation: rotation, direction: direction, format: format)
            let empty = face.picture(.empty, side: side, rotation: rotation).words(in: format)
            let full = face.picture(.full, side: side, rotation: rotation).words(in: format)
            let isAlongRows = direction.turned(by: rotation).isAlongRows
            switch tiles {
            case .twoBytes(let pictures): check(pictures, empty, full, isAlongRows)
            case .threeBytes(let pictures): check(pictures, empty, full, isAlongRows)
            case .fourBytes(let pictures): check(pictures, empty, full, isAlongRows)
            }
          }
        }
      }
    }
  }

  /// A star's tiles against the words of an empty and a full star.
  private func check<Word: PixelWord>(
    _ pictures: StarPictures<Word>, _ empty: [UInt32], _ full: [UInt32], _ isAlongRows: Bool
  ) {
    guard case .pair(let made) = pictures else {
      Issue.record("a shape is a pair")
      return
    }
    let pair = made.takeRetainedValue()
    let (image, other) = pair.images
    let side = image.side
    #expect(empty == (0..<side * side).map { image.words[$0].bits })
    #expect(other.isPacked == (side * MemoryLayout<Word>.stride > 128))
    if !other.isPacked { #expect(full == (0..<side * side).map { other.words[$0].bits }) }
    var composed = empty
    pair.lines.forEachRun(full: true) { row, pixels, words in
      for x in pixels { composed[row * side + x] = words[x].bits }
    }
    #expect(composed == full)
    for index in 0..<side {
      check(pair.lines.slice(index), side) {
        let place = isAlongRows ? $0 * side + index : index * side + $0
        return (Word(bits: empty[place]), Word(bits: full[place]))
      }
    }
  }

  /// Pictures of few words, so that every kind of run is there, and more of them than there is room for at first.
  @Test func runsAreWhereThePicturesDiffer() {
    let side = 37
    var seed: UInt32 = 1
    func image(_ words: UInt32) -> TileImage<UInt16> {
      let image = TileImage<UInt16>(side: side)
      for row in 0..<side {
        var line: [UInt32] = []
        for x in 0..<side {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          // Some rows mostly of one word, and columns 5...7 equal in both.
          line.append((5...7).contains(x) || row % 3 == 0 && x > 9 ? UInt32(row % 2) * words : (seed >> 16) % words)
        }
        image.store(line, row: row)
      }
      return image
    }
    let (empty, full) = (image(2), image(3))
    let rows = RowRuns(rowsOf: empty, full)
    let (byRows, byColumns) = (
      TileLines(empty, full, rows: rows, withColumns: false), TileLines(empty, full, rows: rows, withColumns: true)
    )
    for index in 0..<side {
      check(byRows.slice(index), side) { (empty.words[index * side + $0], full.words[index * side + $0]) }
      check(byColumns.slice(index), side) { (empty.words[$0 * side + index], full.words[$0 * side + index]) }
    }
  }

  /// A line against its pixels, looked at one by one.
  private func check<Word: PixelWord>(_ line: TileLine<Word>, _ side: Int, _ pixel: (Int) -> (Word, Word)) {
    var differs = [Bool](repeating: false, count: side)
    var last = -1
    for run in line.runs {
      let (start, end) = (Int(run.start), Int(run.end))
      #expect(start > last && end > start)
      last = end
      for i in start..<end {
        differs[i] = true
        let place =
          if !run.isFramed || i < start + 4 {
            Int(run.first) + i - start
          } else if i < end - 4 {
            Int(run.first) + 4
          } else {
            Int(run.last) + i - (end - 4)
          }
        #expect(line.empty[place] == pixel(i).0 && line.full[place] == pixel(i).1)
      }
    }
    #expect(differs == (0..<side).map { pixel($0).0 != pixel($0).1 })
  }
}
