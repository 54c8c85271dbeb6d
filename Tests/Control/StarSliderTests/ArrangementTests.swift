import Testing

@testable import StarSlider

/// Right to left and upwards, turned in every way: the same promises as a row from left to right.
@Suite struct ArrangementTests {
  /// A repaint of what differs is a repaint of everything, damage covers it, and nothing else is stored.
  @Test(arguments: Arrangement.all, Rotation.allCases)
  func partialRepaintsAreWholeOnes(arrangement: Arrangement, rotation: Rotation) throws {
    for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
      for (i, step) in try [Step.half, .continuous, Step(perStar: 3)].enumerated() {
        let walk = try Walk(
          format: format, rotation: rotation, step: step, seed: UInt64(61 + i), arrangement: arrangement)
        for buffers in 1...4 { try walk.go(frames: 24, buffers: buffers) }
        if let fault = walk.fault {
          Issue.record("\(format.name) \(step.perStar) a star: \(fault)")
        }
        #expect(Double(walk.stored) <= 1.05 * Double(walk.differing), "\(format.name), \(step.perStar) a star")
        // Where the pictures differ by a shade only, a mixed slice rounds to the word that was there: stored, not seen.
        #expect(Double(walk.damaged) <= 1.2 * Double(walk.boxes), "\(format.name), \(step.perStar) a star")
      }
    }
  }

  /// Right to left is the mirror of left to right, and upwards goes from the bottom to the top.
  @Test(arguments: Arrangement.all) func starPlaces(arrangement: Arrangement) throws {
    var configuration = SliderConfiguration(scale: try Scale(starCount: 4), spacing: 6, margin: 9)
    arrangement.apply(to: &configuration)
    let length: Int32 = 2 * 9 + 3 * 6 + 4 * 30
    let bounds = arrangement.rect(along: (50, 50 + length), across: (20, 64))
    let layout = try #require(SliderLayout(configuration, bounds: bounds))
    #expect(layout.starSize == 30 && layout.advance == 36)
    for index in 0..<4 as Range<Int32> {
      let place = arrangement.growsWithCoordinate ? index : 3 - index
      let low = 50 + 9 + place * 36
      #expect(layout.star(index) == arrangement.rect(along: (low, low + 30), across: (27, 57)))
    }
    #expect(layout.row == arrangement.rect(along: (59, 50 + length - 9), across: (27, 57)))
  }

  /// The order in which properties are set never matters: equal configurations, equal layouts.
  @Test func configurationOrderDoesNotMatter() throws {
    let quarters = try Scale(starCount: 7, step: .quarter)
    let changes: [(inout SliderConfiguration) -> Void] = [
      { $0.isVertical = true }, { $0.layoutDirection = .rightToLeft }, { $0.spacing = 11 }, { $0.margin = 4 },
      { $0.minimumStarSize = 9 }, { $0.zeroZone = .one }, { $0.scale = quarters },
      { $0.face.lineWidth = Fixed(3) },
    ]
    let bounds = Rect<LayoutSpace>(minX: 3, minY: 4, maxX: 60, maxY: 300)
    var layouts: Set<SliderLayout> = []
    for first in changes.indices {
      var configuration = SliderConfiguration(scale: try Scale())
      for i in changes.indices { changes[(first + i * 3) % changes.count](&configuration) }
      layouts.insert(try #require(SliderLayout(configuration, bounds: bounds)))
    }
    #expect(layouts.count == 1)
  }
}
