import Basics
import Display
import StarSlider
import System

/// A logo of each size.
final class PathWorkload: PaintingWorkload {
  let name = "path"
  let help =
    "a logo of 200 curves, which are no star's, from its curves to its pixels; of the sizes of --sides"

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) {
    for side in options.scenes.sides {
      try body(PathScene(side: side, format: options.screen.pictureFormat, blending: options.scenes.blending))
    }
  }
}

/// A logo of 200 curves, from its curves to its pixels, filled black on white. Its eight petals overhang, so that no shortcut for stars
/// applies. `tools/peers.d/star.c` contains the same curves. The floor stores the logo's square.
final class PathScene: Scene {
  static var curves: Int { 200 }

  private let surface: Surface
  private let side: Int32
  private let memory: MemoryDisplay
  private let painter: ShapePainter
  private let flattening: Flattening
  /// Three points for each curve, followed by the first one again.
  private let points: [FinePoint]

  init(side: Int32, format: PixelFormat, blending: Blending) throws(ProgramError) {
    (memory, surface) = try Screen.square(side, format)
    self.side = side
    let colors = ShapeColors(background: .white, empty: .black, fill: .black, stroke: .black, blending: blending)
    painter = ShapePainter(colors, size: surface.size, rotation: .none, format: format)
    flattening = Flattening(side: side)
    points = Self.logo
  }

  /// The logo in the unit box. At the angle t its radius is 0.65 + 0.3 cos 8t, and it is moved along the circle by 0.07 sin 16t. Each curve
  /// has the ends and tangents of a 200th part. The computation uses integers, so that the peers' curves are the same.
  private static var logo: [FinePoint] {
    // Unit vectors at t, 8t and 16t, and their rotations from curve to curve, in 1/2^30.
    typealias Vector = (x: Int64, y: Int64)
    func product(_ a: Int64, _ b: Int64) -> Int64 { (a * b + 1 << 29) >> 30 }
    func turned(_ v: Vector, _ by: Vector) -> Vector {
      (product(v.x, by.x) - product(v.y, by.y), product(v.x, by.y) + product(v.y, by.x))
    }
    func place(_ v: Int64) -> Int64 { FinePoint.one / 2 + (v + 64) >> 7 }
    let one: Int64 = 1 << 30
    var (u, petal, hook): (Vector, Vector, Vector) = ((one, 0), (one, 0), (one, 0))
    // A third of a curve's share of the circle.
    let third: Int64 = 11_244_198
    var points: [FinePoint] = []
    for _ in 0...curves {
      let radius = one * 65 / 100 + petal.x * 3 / 10
      let shift = hook.y * 7 / 100
      // The derivatives of the radius and the shift.
      let (radiusStep, shiftStep) = (petal.y * -24 / 10, hook.x * 112 / 100)
      let (x, y) = (product(radius, u.x) - product(shift, u.y), product(radius, u.y) + product(shift, u.x))
      let (out, along) = (radiusStep - shift, radius + shiftStep)
      let dx = product(product(out, u.x) - product(along, u.y), third)
      let dy = product(product(out, u.y) + product(along, u.x), third)
      points.append(FinePoint(x: place(x - dx), y: place(y - dy)))
      points.append(FinePoint(x: place(x), y: place(y)))
      points.append(FinePoint(x: place(x + dx), y: place(y + dy)))
      u = turned(u, (1_073_211_997, 33_727_046))
      petal = turned(petal, (1_040_008_250, 267_028_733))
      hook = turned(hook, (940_927_133, 517_279_069))
    }
    return Array(points[1..<points.count - 1])
  }

  private func outline() -> Outline {
    var polygon: [FinePoint] = []
    for i in 0..<Self.curves {
      flattening.addCubic(points[3 * i], points[3 * i + 1], points[3 * i + 2], points[3 * i + 3], to: &polygon)
    }
    // In 1/4096 px, like shapes in cells of up to 512 px.
    let fineness: Int32 = side <= 512 ? 4 : 0
    let shift = 16 - Int64(fineness)
    func pixels(_ v: Int64) -> Fixed { Fixed(raw: Int32((v * Int64(side) + 1 << (shift - 1)) >> shift)) }
    var path = Path(capacity: polygon.count, fineness: fineness)
    path.addContour(count: polygon.count) { Point(x: pixels(polygon[$0].x), y: pixels(polygon[$0].y)) }
    return Outline(path)
  }

  func perform(_ count: Int) {
    for _ in 0..<count { painter.paint(ShapeOutlines(inside: outline()), on: surface, filledTo: Fixed(side)) }
  }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    perform(1)
    try pictures.add("path-\(side)", surface)
  }

  func subjects() -> [Subject] {
    let all = Rect<PhysicalSpace>(surface.size)
    let bytes = Floor.bytes(all, surface.format)
    let name = "path \(side)"
    let floor = Subject(name: name + " floor", unit: "logo", bytes: bytes) { count in
      timed { for _ in 0..<count { Floor.store(all, on: self.surface) } }
    }
    let outlines = ShapeOutlines(inside: outline())
    return [
      Subject(name: name, unit: "logo", bytes: bytes, floor: floor.name) { count in timed { self.perform(count) } },
      floor,
      Subject(name: name + " edges", unit: "logo") { count in
        timed { for _ in 0..<count { keep(self.outline().edgeCount) } }
      },
      Subject(name: name + " pixels", unit: "logo") { count in
        timed { for _ in 0..<count { self.painter.paint(outlines, on: self.surface, filledTo: Fixed(self.side)) } }
      },
    ]
  }
}
