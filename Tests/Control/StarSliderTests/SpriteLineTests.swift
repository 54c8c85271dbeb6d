import TestSupport
import Testing

@testable import StarSlider

/// The sprites of an empty and a full star, and where they differ.
@Suite struct SpriteLineTests {
  /// Both sprites, made from one coverage, are what painting each star by itself gives, whatever the face, format and rotation.
  @Test(arguments: Rotation.allCases)
  func oneCoverageGivesBothSprites(rotation: Rotation) {
    // One with ink; curves take long.
    let faces: [Face] = [
      Face(), Face(lineWidth: .zero), Face(blending: .encoded), Face.smileys[0],
      Face(fill: Color(rgb: 0xd6_2839), background: Color(rgb: 0x20_3040), lineWidth: Fixed(3), join: .round),
    ]
    for face in faces {
      for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
        // Eight bytes are compared together: sides around multiples of eight, and a pixel.
        for side in [1, 9, 16, 70] as [Int32] {
          for direction in [FillDirection.right, .up] {
            let memory = SpriteMemory()
            defer { withExtendedLifetime(memory) {} }
            let sprites = SpriteCache.Key(
              face: face, side: side, rotation: rotation, direction: direction, format: format
            ).sprites(in: memory)
            let empty = face.picture(.empty, side: side, rotation: rotation).words(in: format)
            let full = face.picture(.full, side: side, rotation: rotation).words(in: format)
            switch format.bytesPerPixel {
            case 2: check(sprites, UInt16.self, empty, full)
            case 3: check(sprites, Pixel24.self, empty, full)
            default: check(sprites, UInt32.self, empty, full)
            }
          }
        }
      }
    }
  }

  /// Compares a star's sprites with the words of an empty and a full star.
  private func check<Word: PixelWord>(_ sprites: StarSprites, _: Word.Type, _ empty: [UInt32], _ full: [UInt32]) {
    let side = Int(sprites.side)
    let image = sprites.empty.assumingMemoryBound(to: Word.self)
    #expect(empty == (0..<side * side).map { image[$0].bits })
    for index in 0..<side {
      check(sprites.rows[index], side) { (Word(bits: empty[index * side + $0]), Word(bits: full[index * side + $0])) }
      check(sprites.slices[index], side) {
        let place = sprites.direction.isAlongRows ? $0 * side + index : index * side + $0
        return (Word(bits: empty[place]), Word(bits: full[place]))
      }
    }
  }

  /// Images of few words, so that every kind of run occurs, and more of them than there is room for at first.
  @Test func runsAreWhereTheImagesDiffer() {
    let side = 37
    var seed: UInt32 = 1
    func image(_ words: UInt32) -> [UInt16] {
      (0..<side * side).map {
        let (row, x) = ($0 / side, $0 % side)
        seed = seed &* 1_664_525 &+ 1_013_904_223
        // Some rows mostly of one word, and columns 5...7 equal in both.
        return UInt16((5...7).contains(x) || row % 3 == 0 && x > 9 ? UInt32(row % 2) * words : (seed >> 16) % words)
      }
    }
    let memory = SpriteMemory()
    defer { withExtendedLifetime(memory) {} }
    var (empty, full) = (image(2), image(3))
    empty.withUnsafeMutableBufferPointer { empty in
      full.withUnsafeMutableBufferPointer { full in
        for direction in [FillDirection.down, .right] {
          let sprites = StarSprites(
            comparing: empty.baseAddress!, full.baseAddress!, side: side, direction: direction, .linear, in: memory)
          for index in 0..<side {
            check(sprites.rows[index], side) { (empty[index * side + $0], full[index * side + $0]) }
            check(sprites.slices[index], side) {
              let place = direction.isAlongRows ? $0 * side + index : index * side + $0
              return (empty[place], full[place])
            }
          }
        }
      }
    }
  }

  /// Compares a line with its pixels, one by one.
  private func check<Word: PixelWord>(_ line: SpriteLine, _ side: Int, _ pixel: (Int) -> (Word, Word)) {
    let (empty, full) = (line.words(Word.self, full: false), line.words(Word.self, full: true))
    var differs = [Bool](repeating: false, count: side)
    var last = -1
    for run in (0..<line.runCount).map(line.run) {
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
        #expect(empty[place] == pixel(i).0 && full[place] == pixel(i).1)
      }
    }
    #expect(differs == (0..<side).map { pixel($0).0 != pixel($0).1 })
  }
}
