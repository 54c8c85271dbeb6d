import Display
import Foundation
import Pictures
import StarSlider
import TestSupport
import Testing

/// The code of the documentation's articles compiles, since it stands here word for word, does what its comments say, and draws their
/// pictures.
@Suite struct ArticleTests {
  /// Memory for a surface, which is never freed: the tests' process ends soon.
  private static func surface(_ width: Int32, _ height: Int32, _ format: PixelFormat = .xrgb8888) -> Surface {
    let bytes = Int(width * height * format.bytesPerPixel)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    let pitch = Int(width * format.bytesPerPixel)
    let surface = Surface(base: memory, pitch: pitch, size: Size(width: width, height: height), format: format)
    surface.fill(surface.bounds, with: .white)
    return surface
  }

  // MARK: Getting started

  private static func gettingStarted(
    save: (Double?) -> Void, send: (Rect<PhysicalSpace>) -> Void
  ) throws -> (StarSlider, Surface) {
    // GettingStarted begins
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1600 * 100, alignment: 64)
    let surface = Surface(base: memory, pitch: 1600, size: Size(width: 400, height: 100), format: .xrgb8888)
    surface.fill(surface.bounds, with: .white)
    let screen = ScreenTransform(physical: surface.size, rotation: .none)
    let scale = try Scale(starCount: 5, step: .half)
    let bounds = Rect<LayoutSpace>(minX: 10, minY: 10, maxX: 390, maxY: 90)
    let slider = try StarSlider(SliderConfiguration(scale: scale), bounds: bounds, on: screen, format: surface.format)

    let fingertip = Point<LayoutSpace>(x: Fixed(210), y: Fixed(50))
    if let event = slider.handle(TouchEvent(.began, contact: 1, at: fingertip)) {
      switch event.kind {
      case .editing: break  // shown, but not confirmed
      case .committed: save(event.stars)  // such as 3.5; nil is unrated, which is not 0
      case .cancelled: break  // the previous value is back
      }
    }

    let damage = slider.paint(into: surface, age: 0)
    for i in 0..<damage.count { send(damage[i]) }
    // GettingStarted ends
    return (slider, surface)
  }

  @Test func gettingStarted() throws {
    var sent = Region<PhysicalSpace>()
    let (slider, surface) = try Self.gettingStarted(
      save: { _ in Issue.record("not committed") }, send: { sent.add($0) })
    #expect(slider.stars == 3 && sent.bounds == Rect(minX: 10, minY: 10, maxX: 390, maxY: 90))
    try Self.expectPicture("getting-started", surface)
    try Self.expectText("GettingStarted", blocks: 3)
  }

  // MARK: Values and steps

  private static func valuesAndSteps(
    _ surface: Surface, _ screen: ScreenTransform, _ bounds: Rect<LayoutSpace>,
    then check: (StarSlider, RatingEvent?) -> Void
  ) throws {
    // ValuesAndSteps begins
    let scale = try Scale(starCount: 5, step: .half, minimum: 1)
    let thirds = try Step(perStar: 3)
    var configuration = SliderConfiguration(scale: scale)
    let slider = try StarSlider(configuration, bounds: bounds, on: screen, format: surface.format)

    slider.set(stars: 3.6)  // 3.5
    let steps = slider.value  // 7
    let stars = slider.stars  // 3.5

    // ValuesAndSteps pauses
    #expect(steps == 7 && stars == 3.5 && thirds.perStar == 3)
    _ = slider.paint(into: surface, age: 0)
    // ValuesAndSteps continues
    let spoken = slider.accessibilityValue.text  // "3.5 of 5"
    let digits = slider.accessibilityValue.number(decimalSeparator: ",")  // "3,5"
    let event = slider.adjust(by: 1)  // increment: committed, 4 stars

    // ValuesAndSteps pauses
    #expect(spoken == "3.5 of 5" && digits == "3,5" && event?.kind == .committed && event?.stars == 4)
    _ = slider.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(100), y: Fixed(35))))
    // ValuesAndSteps continues
    configuration.scale = try Scale(starCount: 5, step: .continuous)
    configuration.isInteractive = false
    let cancelled = try slider.configure(configuration)
    slider.set(stars: 3.249)
    // ValuesAndSteps ends
    check(slider, cancelled)
  }

  @Test func valuesAndSteps() throws {
    let surface = Self.surface(400, 140)
    let screen = ScreenTransform(physical: surface.size, rotation: .none)
    try Self.valuesAndSteps(surface, screen, Rect(minX: 25, minY: 0, maxX: 375, maxY: 70)) { slider, cancelled in
      #expect(slider.stars == 3.249 && cancelled?.kind == .cancelled)
      var configuration = slider.configuration
      configuration.face.fill = Color(rgb: 0xff_b000)
      let lower = try? StarSlider(
        configuration, bounds: Rect(minX: 25, minY: 70, maxX: 375, maxY: 140), on: screen, format: surface.format)
      #expect(lower?.set(stars: 3.249) == true)
      _ = lower?.paint(into: surface, age: 0)
    }
    try Self.expectPicture("values-and-steps", surface)
    try Self.expectText("ValuesAndSteps", blocks: 4)
  }

  // MARK: Faces and shapes

  @Test func facesAndShapes() throws {
    let surface = Self.surface(400, 280)
    let screen = ScreenTransform(physical: surface.size, rotation: .none)
    // FacesAndShapes begins
    let hearts = Face(shape: .heart, fill: Color(rgb: 0xd6_2839))
    let seven = try Shape.star(points: 7, innerRadius: 560, cornerRadius: 140)
    let soft = Face(
      shape: seven, fill: Color(rgb: 0xff_b000), empty: Color(rgb: 0xf0_ede4), stroke: Color(rgb: 0x80_6000))

    let moods: [UInt32] = [0xd7_3027, 0xfc_8d59, 0xfe_e08b, 0x91_cf60, 0x1a_9850]
    let smileys = zip(Shape.smileys, moods).map { Face(shape: $0, fill: Color(rgb: $1)) }

    let diamond = try Shape(outline: [(x: 50, y: 0), (x: 100, y: 50), (x: 50, y: 100), (x: 0, y: 50)], in: 100)
    let diamonds = Face(shape: diamond, fill: Color(rgb: 0x2f_80ed), stroke: Color(rgb: 0x1b_4f9c), lineWidth: 3)

    for (row, faces) in [[hearts], [soft], smileys, [diamonds]].enumerated() {
      var configuration = SliderConfiguration(scale: try Scale(starCount: 5, step: .half), margin: 10)
      configuration.faces = faces
      let top = Int32(row) * 70
      let bounds = Rect<LayoutSpace>(minX: 0, minY: top, maxX: 400, maxY: top + 70)
      let slider = try StarSlider(configuration, bounds: bounds, on: screen, format: surface.format)
      slider.set(stars: 3.5)
      _ = slider.paint(into: surface, age: 0)
    }
    // FacesAndShapes ends
    try Self.expectPicture("faces-and-shapes", surface)
    try Self.expectText("FacesAndShapes", blocks: 4)
  }

  // MARK: Drawing and damage

  @Test func drawingAndDamage() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256 * 400, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xff, count: 256 * 400)
    var sent: [Rect<PhysicalSpace>] = []
    func send(_ rectangle: Rect<PhysicalSpace>) { sent.append(rectangle) }
    // DrawingAndDamage begins
    let surface = Surface(base: memory, pitch: 256, size: Size(width: 100, height: 400), format: .rgb565)
    let screen = ScreenTransform(physical: surface.size, rotation: .quarter)
    let slider = try StarSlider(
      SliderConfiguration(scale: Scale(starCount: 5, step: .half)), bounds: Rect(screen.layout), on: screen,
      format: surface.format)

    _ = slider.paint(into: surface, age: 0)
    slider.set(stars: 3.5)
    let damage = slider.paint(into: surface, age: 1)

    for i in 0..<damage.count {
      let rectangle = damage[i]  // of the scanout; half-open
      send(rectangle)
    }
    // DrawingAndDamage ends
    #expect(!sent.isEmpty && sent.count <= 8 && damage.bounds.height < 300 && !slider.needsPaint)
    try Self.expectPicture("drawing-and-damage", surface)
    try Self.expectText("DrawingAndDamage", blocks: 3)
  }

  // MARK: Writing a display

  // WritingADisplay begins
  struct TwoBuffers {
    let buffers: [Surface]
    var count = 0  // the frames that were shown
    var lastShown = [0, 0]  // for each buffer the frame that it holds, or 0

    mutating func show(_ slider: StarSlider, flip: (Surface, Region<PhysicalSpace>) -> Void) {
      if !slider.needsPaint { return }
      let back = count % 2
      let age = lastShown[back] == 0 ? 0 : count + 1 - lastShown[back]
      let damage = slider.paint(into: buffers[back], age: age)
      count += 1
      lastShown[back] = count
      flip(buffers[back], damage)
    }
  }

  // WritingADisplay pauses
  @Test func writingADisplay() throws {
    let (one, other, fresh) = (Self.surface(400, 80), Self.surface(400, 80), Self.surface(400, 80))
    let screen = ScreenTransform(physical: one.size, rotation: .none)
    let configuration = SliderConfiguration(scale: try Scale(starCount: 5, step: .half))
    let slider = try StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: one.format)
    var front: [Surface] = []
    func flip(_ surface: Surface, _ damage: Region<PhysicalSpace>) {
      front.append(surface)
      let whole = try? StarSlider(configuration, bounds: Rect(screen.layout), on: screen, format: one.format)
      whole?.set(slider.value)
      _ = whole?.paint(into: fresh, age: 0)
      #expect(surface.ppm == fresh.ppm, "frame \(front.count)")
    }
    let xs = [30, 200, 390, 100, 340] as [Int32]
    let events = xs.map { x in
      TouchEvent<LayoutSpace>(x == 30 ? .began : .moved, contact: 1, at: Point(x: Fixed(x), y: Fixed(40)))
    }
    // WritingADisplay continues
    var display = TwoBuffers(buffers: [one, other])
    display.show(slider, flip: flip)
    for event in events {
      _ = slider.handle(event)
      display.show(slider, flip: flip)
    }
    // WritingADisplay ends
    #expect(front.count == 6 && display.count == 6)
    try Self.expectPicture("writing-a-display", try #require(front.last))
    try Self.expectText("WritingADisplay", blocks: 2)
  }

  // MARK: Files

  /// Compares a surface with an article's picture. If they differ, the new one is in .build/articles: look at it, and copy it.
  private static func expectPicture(_ name: String, _ surface: Surface) throws {
    let root = Sources.root
    let file = root.appendingPathComponent("Sources/Control/StarSlider/StarSlider.docc/\(name).png")
    let drawn = try PNG.encode(surface)
    if let data = FileManager.default.contents(atPath: file.path),
      try pixels(ofPNG: [UInt8](data)).0 == pixels(ofPNG: drawn).0
    {
      return
    }
    let folder = root.appendingPathComponent(".build/articles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(drawn).write(to: folder.appendingPathComponent("\(name).png"))
    Issue.record("\(file.path) shows something else than .build/articles/\(name).png")
  }

  /// Compares an article's code with that of this file, and checks that its picture is in it.
  private static func expectText(_ name: String, blocks count: Int) throws {
    let path = "Sources/Control/StarSlider/StarSlider.docc/\(name).md"
    let article = try String(contentsOf: Sources.root.appendingPathComponent(path), encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
    let shown = try blocks.flatMap { try Sources.lines("```swift\n" + $0, from: "```swift\n", to: "```") }
    var code = try Sources.between("// \(name) begins\n", "// \(name) ends", in: Sources.text(#filePath))
    while let pause = code.range(of: "// \(name) pauses\n"), let end = code.range(of: "// \(name) continues\n") {
      code.removeSubrange(pause.lowerBound..<end.upperBound)
    }
    #expect(shown == Sources.lines(code))
    #expect(blocks.count == count && article.contains(".png)"))
  }
}
