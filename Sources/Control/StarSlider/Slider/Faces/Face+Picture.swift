/// The state of a star that an image shows.
enum FaceState: Sendable {
  case empty
  case half
  case full
}

extension Face {
  /// Returns the background on which a star's images are drawn.
  func ground(side: Int32) -> Picture {
    Picture(size: Size(width: side, height: side), background: background, blending: blending)
  }

  /// Draws one of the face's images, in the viewer's orientation, onto a square, cleared picture.
  func draw(_ state: FaceState, into picture: inout Picture) {
    guard let images else { return }
    let image =
      switch state {
      case .empty: images.empty
      case .half: images.half ?? images.empty
      case .full: images.full
      }
    picture.draw(image, in: image.place(inSquareOf: picture.size.width))
  }

  /// Returns the shape's outlines in a cell of `side` pixels, in the viewer's orientation.
  @export(interface) package func outlines(inCellOf side: Int32) -> ShapeOutlines {
    outlines(inCellOf: side, at: placement(inCellOf: side))
  }

  /// Returns the outlines of a shape in the middle of a square of `room` pixels. On each side, the shape is larger by `growth` than in a
  /// cell of `side` pixels, or smaller if `growth` is negative.
  package func outlines(inCellOf side: Int32, grownBy growth: Fixed, in room: Int32) -> ShapeOutlines {
    outlines(inCellOf: side, at: placement(inCellOf: side, grownBy: growth, in: room))
  }

  /// Returns the outlines of a shape at its position in a cell of `side` pixels.
  @export(interface) package func outlines(inCellOf side: Int32, at placement: Placement) -> ShapeOutlines {
    func path(_ contours: [[Shape.UnitPoint]]) -> Path {
      Shape.path(
        contours, left: placement.left, top: placement.top, side: placement.width,
        fineness: Shape.fineness(inCellOf: side))
    }
    let shape = shape.detailed(forSide: side)
    let inside = path(shape.contours)
    return ShapeOutlines(
      inside: Outline(inside, rule: shape.rule),
      stroke: placement.lineWidth > .zero ? Outline(inside.stroked(width: placement.lineWidth, join: join)) : nil,
      ink: shape.ink.isEmpty ? nil : Outline(path(shape.ink)))
  }

  /// Whether an empty and a full star of `side` pixels are distinguishable: the stroke leaves at least half a pixel of the inside visible.
  /// Images always are.
  @export(interface) package func showsValue(inCellOf side: Int32) -> Bool {
    if images != nil || showsMiddle(inCellOf: side) { return true }
    var probe = self
    (probe.background, probe.empty, probe.stroke) = (.black, .black, .black)
    (probe.fill, probe.blending) = (.white, .encoded)
    let size = Size<PhysicalSpace>(width: side, height: side)
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(side) * Int(side))
    defer { unsafe words.deallocate() }
    let surface = unsafe Surface(base: words, pitch: Int(side) * 4, size: size, format: .xrgb8888)
    probe.painter(inCellOf: side, rotation: .none, format: .xrgb8888)
      .paint(probe.outlines(inCellOf: side), on: surface, filledTo: Fixed(side))
    return unsafe UnsafeBufferPointer(start: words, count: Int(side) * Int(side)).contains { $0 & 255 >= 128 }
  }

  /// Whether the stroke is sure to leave the middle of the cell visible. This holds if the middle lies on the inner side of every edge, at
  /// least 1.5 px farther from the edge's line than the stroke reaches. Painting a large star to find out would take a tenth of the startup
  /// time.
  private func showsMiddle(inCellOf side: Int32) -> Bool {
    let placement = placement(inCellOf: side)
    let contours = shape.detailed(forSide: side).contours
    // With lengths in 1/16 px, the square of an area fits in 64 bits.
    if side > 1024 || contours.count != 1 || !shape.ink.isEmpty { return false }
    let path = Shape.path(contours, left: placement.left, top: placement.top, side: placement.width)
    let (middle, reach) = (Int64(side) * 8, Int64(placement.lineWidth.raw) / 32 + 24)
    var direction: Int64 = 0
    guard var last = path.points.last else { return false }
    for point in path.points {
      let (x, y) = (Int64(last.x.raw) / 16, Int64(last.y.raw) / 16)
      let (across, down) = (Int64(point.x.raw) / 16 - x, Int64(point.y.raw) / 16 - y)
      let area = across * (middle - y) - down * (middle - x)
      if direction == 0 { direction = area.signum() }
      if area.signum() != direction || area * area < reach * reach * (across * across + down * down) { return false }
      last = point
    }
    return direction != 0
  }

  /// Returns the warning for a face that does not show its value.
  @export(interface) package static func hiddenFill(side: Int32) -> String {
    "the outline hides the fill of stars of \(side) px: full and empty ones look alike; use a smaller line-width"
  }

  /// Returns the painter of full stars, and of empty ones if their stroke has the same color.
  package func painter(inCellOf side: Int32, rotation: Rotation, format: PixelFormat) -> ShapePainter {
    ShapePainter(
      ShapeColors(background: background, empty: empty, fill: fill, stroke: stroke, blending: blending),
      size: Size(width: side, height: side), rotation: rotation, format: format)
  }
}
