import TestSupport
import Testing

@testable import StarSlider

/// Faces: where they lie, what their pictures show, and who shares them.
@Suite struct FaceTests {
  static func image(_ width: Int32, _ height: Int32, _ color: Color) -> Image {
    var rgba: [UInt8] = []
    for _ in 0..<width * height { rgba += [color.red, color.green, color.blue, 255] }
    return Image(width: width, height: height, rgba: rgba)!
  }

  @Test func placementsOfImages() {
    let face = Face(empty: Self.image(4, 1, .white), full: Self.image(8, 3, .black))
    for (direction, inset, length) in [
      (FillDirection.right, 0, 21), (.left, 0, 21), (.down, 6, 8), (.up, 7, 8),
    ] as [(FillDirection, Int32, Int32)] {
      let placement = face.placement(inCellOf: 21, along: direction)
      #expect(placement.inset == Fixed(inset) && placement.side == Fixed(length), "\(direction)")
      #expect(placement.top == Fixed(6) && placement.height == Fixed(8) && placement.width == Fixed(21))
    }
    let star = Face().placement(inCellOf: 100)
    for direction in FillDirection.allCases { #expect(Face().placement(inCellOf: 100, along: direction) == star) }
    #expect(star.left == star.inset && star.width == star.side && star.inset * 2 + star.side == Fixed(100))
  }

  @Test func eachImageIsFittedByItself() {
    let face = Face(empty: Self.image(2, 1, .black), full: Self.image(1, 2, .yellow), background: .white)
    let empty = face.picture(.empty, side: 4, rotation: .none)
    let full = face.picture(.full, side: 4, rotation: .none)
    #expect(empty[0, 0] == .white && empty[0, 1] == .black && empty[3, 2] == .black && empty[3, 3] == .white)
    #expect(full[0, 0] == .white && full[1, 0] == .yellow && full[2, 3] == .yellow && full[3, 0] == .white)
  }

  /// The picture is the same on every scanout, only turned.
  @Test func rotatedPictures() {
    for face in Face.smileys + [Face(), Face(shape: .heart, lineWidth: Fixed(3), join: .round)] {
      let upright = face.picture(.full, side: 31, rotation: .none)
      for rotation in Rotation.allCases {
        #expect(face.picture(.full, side: 31, rotation: rotation).pixels == upright.rotated(by: rotation).pixels)
      }
    }
  }

  @Test func equalFacesShare() throws {
    let transform = ScreenTransform(physical: Size(width: 200, height: 40), rotation: .none)
    let cache = SpriteCache()
    func make(_ faces: [Face], stars: Int32 = 5, enabled: Bool = true) throws {
      var configuration = SliderConfiguration(scale: try Scale(starCount: stars))
      configuration.faces = faces
      configuration.isEnabled = enabled
      _ = try StarSlider(
        configuration, bounds: Rect(transform.layout), on: transform, format: .rgb565, cache: cache)
    }
    try make([Face()])
    #expect(cache.count == 1)
    try make([Face(), Face(fill: .yellow), Face()])
    #expect(cache.count == 1)
    try make(Face.smileys)
    #expect(cache.count == 6)
    try make([Face(), Face(shape: .heart), Face(), Face(shape: .heart)])
    #expect(cache.count == 7)
    try make([Face()], enabled: false)
    #expect(cache.count == 8)
    let images = Face(empty: Self.image(4, 4, .white), full: Self.image(4, 4, .black))
    try make([images, Face(empty: Self.image(4, 4, .white), full: Self.image(4, 4, .black))])
    #expect(cache.count == 9, "equal pixels are equal images")
  }

  @Test func facesOfStars() throws {
    var configuration = SliderConfiguration(scale: try Scale())
    let (heart, circle) = (Face(shape: .heart), Face(shape: .circle))
    configuration.faces = [heart, circle]
    #expect(configuration.face(ofStar: 0) == heart && configuration.face(ofStar: 4) == circle)
    configuration.face.lineWidth = .zero
    #expect(configuration.faces == [Face(shape: .heart, lineWidth: .zero)])
  }

  /// Every star's boundary lies within its own face.
  @Test func fillsFollowTheFace() throws {
    var configuration = SliderConfiguration(scale: try Scale(step: .half), spacing: 0)
    let narrow = Face(empty: Self.image(1, 2, .white), full: Self.image(1, 2, .black))
    configuration.faces = [Face(), narrow, Face(lineWidth: .zero)]
    let layout = try #require(
      SliderLayout(configuration, bounds: Rect(minX: 0, minY: 0, maxX: 200, maxY: 40)))
    #expect(layout.starSize == 40 && layout.span(ofStar: 1).inset == Fixed(10))
    for star in 0..<5 as Range<Int32> { #expect(layout.fillX(steps: 1, ofStar: star) == Fixed(20)) }
    #expect(layout.hit(Point(x: Fixed(raw: 60 * 256 - 1), y: Fixed(9))) == .value(3))
    #expect(layout.hit(Point(x: Fixed(60), y: Fixed(9))) == .value(4))
  }

  /// The half image shows for any value strictly between two whole ones, however near.
  @Test func halfImage() throws {
    let transform = ScreenTransform(physical: Size(width: 100, height: 20), rotation: .none)
    var configuration = SliderConfiguration(scale: try Scale(step: .continuous), spacing: 0)
    configuration.face = Face(
      empty: Self.image(1, 1, .white), half: Self.image(1, 1, .yellow), full: Self.image(1, 1, .black))
    let slider = try StarSlider(configuration, bounds: Rect(transform.layout), on: transform, format: .xrgb8888)
    let screen = GuardedScreen(size: transform.physical, format: .xrgb8888, pitch: 400)
    for (value, second) in [
      (1_000_000, Color.white), (1_000_001, .yellow), (1_500_000, .yellow), (1_999_999, .yellow), (2_000_000, .black),
      (1_000_001, .yellow), (1_000_000, .white), (2_000_000, .black), (0, .white),
    ] {
      slider.set(Int32(value))
      _ = slider.paint(into: screen.surface, age: 1)
      #expect(screen.surface.color(x: 20, y: 0) == second && screen.surface.color(x: 39, y: 19) == second, "\(value)")
    }
  }

  /// Paler than before, and full still differs from empty.
  @Test func disabledFaces() {
    for face in [Face(), Face.thanks, Face(shape: .heart, fill: .black)] + Face.smileys {
      let disabled = face.disabled
      #expect(disabled != face && disabled.background == face.background)
      #expect(disabled.fill.gray.red >= face.fill.gray.red && disabled.stroke.gray.red > face.stroke.gray.red)
      func distance(_ a: Color, _ b: Color) -> Int {
        abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green)) + abs(Int(a.blue) - Int(b.blue))
      }
      #expect(distance(disabled.fill, disabled.empty) >= 60)
    }
    let images = Face(empty: Self.image(1, 1, .white), half: Self.image(1, 1, .yellow), full: Self.image(1, 1, .black))
    #expect(images.disabled.images?.full.rgba == [0, 0, 0, 153])
    #expect(images.disabled.images?.half?.rgba.last == 153)
  }

  /// In linear light an edge pixel is brighter than in sRGB's numbers; where nothing is mixed, both are equal.
  @Test func blendingModes() {
    let linear = Face().picture(.full, side: 48, rotation: .none)
    let encoded = Face(blending: .encoded).picture(.full, side: 48, rotation: .none)
    var brighter = 0
    for (a, b) in zip(linear.pixels, encoded.pixels) {
      if a.red < b.red { Issue.record("\(a) is darker than \(b)") }
      if a.red > b.red { brighter += 1 }
    }
    #expect(brighter > 100)
  }
}
