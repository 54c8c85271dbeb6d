import Pictures
import StarSlider
import Testing

@testable import Settings

/// The slider that settings describe.
@Suite struct FaceTests {
  func slider(_ text: String, files: [String: [UInt8]] = [:], name: String = "kiosk.conf") throws -> SliderConfiguration
  {
    try #require(settings(text, files: files, name: name).sliderConfiguration())
  }

  @Test func defaultsEqualTheSlidersDefaults() throws {
    let slider = try slider("")
    #expect(slider.face == Face())
    let plain = SliderConfiguration(scale: try Scale())
    #expect(slider.spacing == plain.spacing && slider.margin == plain.margin && slider.scale == plain.scale)
    #expect(slider.minimumStarSize == plain.minimumStarSize && slider.zeroZone == plain.zeroZone)
    #expect(slider.isInteractive && slider.isEnabled && !slider.clearsOnRepeatedTap)
    #expect(!slider.isVertical && slider.layoutDirection == .leftToRight)
  }

  @Test func everySettingOfTheSlider() throws {
    let slider = try slider(
      """
      [slider]
      stars = 7
      step = 1/3
      minimum = 4/3
      direction = rtl
      axis = vertical
      spacing = 9
      margin = 11
      minimum-star-size = 20
      zero-zone = 0.25
      clears-on-repeated-tap = yes
      interactive = no
      enabled = no
      """)
    #expect(slider.scale == (try Scale(starCount: 7, step: Step(perStar: 3), minimum: 4)))
    #expect(slider.layoutDirection == .rightToLeft && slider.isVertical)
    #expect(slider.spacing == 9 && slider.margin == 11 && slider.minimumStarSize == 20)
    #expect(slider.zeroZone == Fixed(raw: 64))
    #expect(slider.clearsOnRepeatedTap && !slider.isInteractive && !slider.isEnabled)
  }

  @Test func everyShapeIsParsed() throws {
    #expect(try slider("[face]\nshape = heart").face.shape == .heart)
    #expect(try slider("[face]\nshape = circle").face.shape == .circle)
    #expect(try slider("[face]\nshape = smiley:bad").face.shape == .smiley(.bad))
    #expect(
      try slider("[face]\nshape = star:7\ninner-radius = 0.5\ncorner-radius = 0.1").face.shape
        == (try Shape.star(points: 7, innerRadius: 500, cornerRadius: 100)))
    let points = try slider("[face]\nshape = points\npoints = 0,0 1,0\npoints = 1,1\npoints = 0,0.5").face.shape
    #expect(
      points
        == Shape([
          Shape.UnitPoint(x: 0, y: 0), Shape.UnitPoint(x: 65536, y: 0), Shape.UnitPoint(x: 65536, y: 65536),
          Shape.UnitPoint(x: 0, y: 32768),
        ]))
  }

  @Test func smileysAreSpreadOverTheRow() throws {
    let five = try slider("[face]\nshape = smileys")
    #expect(five.faces == Face.smileys)
    let three = try slider("[slider]\nstars = 3\n[face]\nshape = smileys")
    #expect(three.faces == [Face.smileys[0], Face.smileys[2], Face.smileys[4]])
    #expect(try slider("[slider]\nstars = 1\n[face]\nshape = smileys").faces == [Face.smileys[4]])
    // Every star has the nearest of the evenly spread moods, or the happier of two.
    for count in 2...10 {
      let moods = (0..<count).map { star in
        (0..<5).min { a, b in
          let (x, y) = (abs(4 * star - a * (count - 1)), abs(4 * star - b * (count - 1)))
          return x < y || x == y && a > b
        }!
      }
      let faces = try slider("[slider]\nstars = \(count)\n[face]\nshape = smileys").faces
      #expect(faces == moods.map { Face.smileys[$0] }, "\(count)")
    }
    let gray = try slider("[face]\nshape = smileys\nfill = #808080")
    #expect(gray.faces.allSatisfy { $0.fill == Color(rgb: 0x80_8080) })
  }

  /// The stars of the thank-you screen have the same geometry and background.
  @Test func thanksDifferInColorOnly() throws {
    let made = try settings(
      "[face]\nshape = heart\nline-width = 7\njoin = round\nbackground = #102030\nempty = #405060\nfill = #ff0000")
    let face = try #require(made.sliderConfiguration()).face
    #expect(made.thanks.shape == face.shape && made.thanks.lineWidth == face.lineWidth && made.thanks.join == face.join)
    #expect(made.thanks.background == face.background && made.thanks.empty == face.empty)
    #expect(made.thanks.fill == Face.thanks.fill)
    let blue = try settings("[theme]\nthanks = #0000ff\n[face]\nstroke = #ffffff").thanks
    #expect(blue.fill == Color(rgb: 0x00_00ff) && blue.stroke == Color(rgb: 0x5a_5aff))
    let bright = try settings("[theme]\nbase = contrast").thanks
    #expect(bright.fill != Face.thanks.fill)
  }

  @Test func singleStarsInheritFromFace() throws {
    // The order of the sections does not matter.
    let slider = try slider(
      """
      [face 2]
      fill = #ff0000
      [face]
      shape = heart
      line-width = 3
      fill = #00ff00
      [face 4]
      shape = circle
      [face 2]
      stroke = #0000ff
      """)
    #expect(slider.faces.map { $0.shape } == [.heart, .heart, .heart, .circle, .heart])
    let (green, red) = (Color(rgb: 0x00_ff00), Color(rgb: 0xff_0000))
    #expect(slider.faces.map { $0.fill } == [green, red, green, green, green])
    #expect(slider.faces.allSatisfy { $0.lineWidth == Fixed(3) })
    #expect(slider.faces[1].stroke == Color(rgb: 0x00_00ff) && slider.faces[0].stroke == .black)
  }

  @Test func pointsOfASingleStarAreNotAppended() throws {
    let slider = try slider("[face]\nshape = points\npoints = 0,0 1,0 1,1\n[face 3]\npoints = 0,0 1,0 0,1 0,0.5")
    #expect(slider.faces[1].shape.contours[0].count == 3 && slider.faces[2].shape.contours[0].count == 4)
  }

  @Test func imagePathsAreRelativeToTheFile() throws {
    let files = try ["/etc/k/e.png": png(), "/etc/k/art/h.png": png(width: 9), "/full.png": png(width: 10)]
    let text = "[face]\nimage-empty = e.png\nimage-full = /full.png\n[face 2]\nimage-half = art/h.png\n"
    let slider = try slider(text, files: files, name: "/etc/k/kiosk.conf")
    let first = try #require(slider.faces[0].images)
    #expect(first.empty.width == 8 && first.full.width == 10 && first.half == nil)
    #expect(slider.faces[1].images?.half?.width == 9)
    #expect(slider.faces[2] == slider.faces[0])
  }

  @Test func everyImageFileIsReadOnce() throws {
    var builder = SettingsBuilder()
    builder.read(Array("[face]\nimage-empty = a.png\nimage-full = a.png\n[face 3]\nimage-half = a.png".utf8), name: "k")
    var reads = 0
    let picture = try png()
    _ = try builder.build(decoding: decodePicture) { (_) throws(Diagnostic) in
      reads += 1
      return picture
    }
    #expect(reads == 1)
  }

  @Test func theSizeOfAllImagesIsLimited() throws {
    let large = try png(width: 4096, height: 2048)
    var files: [String: [UInt8]] = [:]
    for name in ["a", "b", "c"] { files[name] = large }
    let text = "[face]\nimage-empty = a\nimage-full = b\nimage-half = c"
    #expect(
      mistakes(text, files: files) == [
        "kiosk.conf:4: [face] image-half = c: images too large: at most 16777216 pixels in all are allowed; scale them down"
      ])
  }

  /// Every broken image is reported with its line and its path.
  @Test func brokenImagesAreReported() throws {
    let good = try png(width: 30, height: 30)
    var wide = good
    // Another width in the header, without a matching checksum.
    wide.replaceSubrange(16..<20, with: [0, 1, 0x86, 0xa0])
    let broken: [(String, [UInt8])] = [
      ("truncated.png", Array(good.dropLast(20))), ("empty.png", []), ("text.png", Array("no picture".utf8)),
      ("wide.png", wide), ("head.png", Array(good.prefix(40))), ("large.png", try png(width: 4097, height: 1)),
    ]
    for (name, bytes) in broken {
      let lines = mistakes(
        "[face]\nimage-empty = good.png\nimage-full = \(name)", files: ["good.png": good, name: bytes])
      #expect(lines.count == 1, "\(name)")
      #expect(
        lines.first?.hasPrefix("kiosk.conf:3: [face] image-full = \(name): cannot decode the PNG picture: ") == true,
        "\(lines)")
    }
  }

  @Test func optionsOverrideTheFile() throws {
    let text =
      "[slider]\nstars = 3\n[face]\nshape = points\npoints = 0,0 1,0 1,1\nimage-empty = nope.png\nimage-full = x"
    let files = try ["e.png": png(), "f.png": png()]
    let made = try settings(
      text, options: [("stars", "4"), ("face", "heart"), ("image-empty", "e.png"), ("image-full", "f.png")],
      files: files,
      name: "/elsewhere/kiosk.conf")
    #expect(made.slider.stars == 4 && made.face.form == .heart && made.face.imageEmpty == "e.png")
    #expect(made.images.map { $0.path }.sorted() == ["e.png", "f.png"])
    // An option may leave fewer stars than the file has faces.
    #expect(mistakes("[face 5]\nfill = #ff0000", options: [("stars", "3")]) == [])
    // The last option counts.
    #expect(try settings("", options: [("stars", "4"), ("stars", "6")]).slider.stars == 6)
    // The value of an option is clamped.
    #expect(mistakes("[slider]\nvalue = 3", options: [("value", "8")]) == [])
    let clamped = try settings("", options: [("value", "8")])
    #expect(clamped.slider.initialValue(on: try #require(clamped.slider.scale)) == 5)
  }

  @Test func averagesAreRoundedToTheScale() throws {
    let exact = try settings("[slider]\nvalue = 3.249\nstep = continuous")
    #expect(exact.slider.initialValue(on: try #require(exact.slider.scale)) == 3_249_000)
    let half = try settings("[slider]\nvalue = 3.25\nstep = half")
    #expect(half.slider.initialValue(on: try #require(half.slider.scale)) == 7)
    #expect(try settings("").slider.initialValue(on: Scale()) == nil)
  }

  @Test func pathsAreRelativeToTheFile() throws {
    let text = "[touch]\ndevice = replay:visit.evemu\n[journal]\npath = data/j.sqlite\n[screen]\ndisplay = fb:./fb0"
    let made = try settings(text, name: "conf/kiosk.conf")
    #expect(made.touch.device == .replay(path: "conf/visit.evemu") && made.journal == "conf/data/j.sqlite")
    #expect(made.screen.display == .framebuffer(path: "conf/./fb0"))
  }
}
