import Basics
import Display
import StarSlider
import System

/// A star of each size.
final class RasterWorkload: PaintingWorkload {
  let name = "raster"
  let help = "one star from its corners to its pixels, fill 0.6, 2 px outline"

  var options: [CommandOption<Options>] {
    [
      .value("sides", "N[,N...]", "The sizes of raster's stars in pixels, default 16,64,128,512.") {
        Options.setNumbers(&$0.scenes.sides, $1, 4...4096)
      }
    ]
  }

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) {
    for side in options.scenes.sides {
      try body(RasterScene(side: side, format: options.screen.pictureFormat, blending: options.scenes.blending))
    }
  }
}

/// Paints one star from its corners to its pixels: background, fill up to 0.6 of the width, 2 px stroke. The whole star and its stages are
/// measured separately. A slider's sprites are measured, too: the empty and the full image, painted together. The floor stores the star's
/// square.
final class RasterScene: Scene {
  /// The filled share of the star: 0.6, in 24.8.
  static var share: Fixed { Fixed(3, over: 5) }

  private let side: Int32
  private let surface: Surface
  private let empty: Surface
  private let memory: [MemoryDisplay]
  private let face: Face
  private let painter: ShapePainter
  private let placement: Face.Placement
  private let fillX: Fixed

  init(side: Int32, format: PixelFormat, blending: Blending) throws(ProgramError) {
    let (first, second) = (try Screen.square(side, format), try Screen.square(side, format))
    (memory, surface, empty) = ([first.0, second.0], first.1, second.1)
    self.side = side
    // The peers draw a stroke of this width at every size. The default stroke would be thinner below 24 px.
    face = Face(lineWidth: Fixed(2), blending: blending)
    painter = face.painter(inCellOf: side, rotation: .none, format: format)
    placement = face.placement(inCellOf: side)
    fillX = face.fillX(Self.share, at: placement)
  }

  func perform(_ count: Int) {
    for _ in 0..<count { painter.paint(face.outlines(inCellOf: side, at: placement), on: surface, filledTo: fillX) }
  }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    perform(1)
    try pictures.add("raster-\(side)", surface)
    paintCoverage(stroke: false)
    try pictures.add("inside-\(side)", surface)
    paintCoverage(stroke: true)
    try pictures.add("outline-\(side)", surface)
  }

  /// Paints the coverage of the star's inside or stroke as a gray value from black to white.
  private func paintCoverage(stroke: Bool) {
    let colors = ShapeColors(background: .black, empty: .white, fill: .white, stroke: .white, blending: .encoded)
    let gray = ShapePainter(colors, size: surface.size, rotation: .none, format: surface.format)
    let outlines = face.outlines(inCellOf: side, at: placement)
    gray.paint(
      ShapeOutlines(inside: stroke ? outlines.stroke ?? outlines.inside : outlines.inside), on: surface, filledTo: .zero
    )
  }

  func subjects() -> [Subject] {
    let all = Rect<PhysicalSpace>(surface.size)
    let bytes = Floor.bytes(all, surface.format)
    let name = "raster \(side)"
    let floor = Subject(name: name + " floor", unit: "star", bytes: bytes) { count in
      timed { for _ in 0..<count { Floor.store(all, on: self.surface) } }
    }
    return [
      Subject(name: name, unit: "star", bytes: bytes, floor: floor.name) { count in timed { self.perform(count) } },
      floor,
      Subject(name: name + " sprites", unit: "star") { self.sprites($0) },
      Subject(name: name + " edges", unit: "star") { self.edges($0) },
      Subject(name: name + " cells and sweep", unit: "star") { self.coverage($0) },
      Subject(name: name + " pixels", unit: "star") { self.pixels($0) },
    ]
  }

  /// Measures both images, from the corners to the pixels.
  private func sprites(_ count: Int) -> Int64 {
    timed {
      for _ in 0..<count { painter.paint(face.outlines(inCellOf: side, at: placement), empty: empty, filled: surface) }
    }
  }

  /// Measures the computation of the corners and the stroke, and the check for crossing edges.
  private func edges(_ count: Int) -> Int64 {
    timed { for _ in 0..<count { keep(face.outlines(inCellOf: side, at: placement).inside.edgeCount) } }
  }

  /// Measures the coverage of inside and stroke, without painting.
  private func coverage(_ count: Int) -> Int64 {
    let outlines = face.outlines(inCellOf: side, at: placement)
    return timed { for _ in 0..<count { keep(Int(painter.coverage(of: outlines)[0, 0].inside)) } }
  }

  /// Measures everything except the edges. The difference from `cells and sweep` is the time for mixing and storing.
  private func pixels(_ count: Int) -> Int64 {
    let outlines = face.outlines(inCellOf: side, at: placement)
    return timed { for _ in 0..<count { painter.paint(outlines, on: surface, filledTo: fillX) } }
  }
}

/// Keeps the optimizer from removing the computation of a value.
@inline(never) func keep(_ value: Int) { Kept.value = value }

private enum Kept {
  /// Only the program's single thread stores here.
  nonisolated(unsafe) static var value = 0
}
