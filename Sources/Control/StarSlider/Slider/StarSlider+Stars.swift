// Functions for single stars, used by the motion of a row. They do not change the history of frames.
extension StarSlider {
  /// The number of stars that are full.
  package var fullStars: Int32 { (value ?? 0) / parts.layout.scale.step.perStar }

  /// The number of stars that are not empty.
  package var touchedStars: Int32 {
    let perStar = parts.layout.scale.step.perStar
    return ((value ?? 0) + perStar - 1) / perStar
  }

  /// Returns the star whose cell contains a point, or `nil`. Only the position along the row counts.
  package func star(at point: Point<LayoutSpace>) -> Int32? {
    let gap = (parts.layout.advance - parts.layout.starSize + 1) / 2
    return (0..<parts.layout.scale.starCount).first { star in
      let cell = parts.layout.star(star).inset(by: -gap)
      return isVertical
        ? (cell.minY..<cell.maxY).contains(point.y.floor) : (cell.minX..<cell.maxX).contains(point.x.floor)
    }
  }

  /// Whether all stars are equal and are shapes, which can be drawn in every size.
  package var hasEqualShapes: Bool {
    let faces = configuration.faces
    return faces[0].images == nil && faces.allSatisfy { $0 == faces[0] }
  }

  /// The color around the stars.
  package var background: Color { parts.backgrounds[0] }

  /// Paints a star in its current state.
  @export(interface) package func paintStar(_ star: Int32, on surface: Surface) {
    check(surface)
    let (shown, place) = (state, parts.places.place(ofStar: star))
    parts.sprites(ofStar: star, shown).paint(
      on: surface, x: place.x, y: place.y, fillX: shown.fill.fillX(ofStar: star, side: parts.layout.starSize))
  }

  /// Paints an empty or a full star of a style with a margin onto a whole surface.
  @export(interface) package func paintStar(isFull: Bool, margin: Int32, style: Int = 0, on surface: Surface) {
    let side = parts.layout.starSize
    precondition(surface.size.width == side + 2 * margin && surface.size.height == side + 2 * margin)
    surface.fill(surface.bounds, with: background)
    parts.sprites(ofStyle: style).paint(on: surface, x: margin, y: margin, fillX: isFull ? Fixed(side) : .zero)
  }

  /// Paints an empty or a full star onto a whole surface. On each side, it is larger by `growth` than its square, or smaller if `growth` is
  /// negative.
  @export(interface) package func paintStar(isFull: Bool = true, grownBy growth: Fixed, on surface: Surface) {
    let (side, room) = (parts.layout.starSize, surface.size.width)
    var face = configuration.shownFaces[0][0]
    if !isFull, let stroke = face.emptyStroke { face.stroke = stroke }
    face.painter(inCellOf: room, rotation: transform.rotation, format: surface.format)
      .paint(
        face.outlines(inCellOf: side, grownBy: growth, in: room), on: surface, filledTo: isFull ? Fixed(room) : .zero)
  }

  /// Stores a star in its current state, composed of pictures of an empty and a full star. On each side, they are larger by `growth`, or
  /// smaller if `growth` is negative.
  @export(interface) package func paintStar(
    _ star: Int32, empty: Surface, full: Surface, grownBy growth: Fixed, on surface: Surface
  ) {
    let (side, room, direction) = (parts.layout.starSize, surface.size.width, parts.sprites[0].direction)
    let fillX = state.fill.fillX(ofStar: star, side: side)
    if fillX <= .zero { return surface.copy(empty) }
    if fillX >= Fixed(side) { return surface.copy(full) }
    let edge = fillX.scaled(by: (Fixed(side) + growth * 2).raw, over: Fixed(side).raw) + Fixed(room - side) / 2 - growth
    func slices(_ start: Int32, _ end: Int32) -> Rect<PhysicalSpace> {
      let (start, end) = direction.isReversed ? (room - end, room - start) : (start, end)
      return direction.isAlongRows
        ? Rect(minX: start, minY: 0, maxX: end, maxY: room) : Rect(minX: 0, minY: start, maxX: room, maxY: end)
    }
    let whole = min(max(edge.floor, 0), room - 1)
    surface.copy(slices(0, whole), of: full)
    surface.copy(slices(whole + 1, room), of: empty)
    let mixed = slices(whole, whole + 1)
    surface.part(mixed).mix(empty.part(mixed), with: full.part(mixed), share: UInt16(edge.fraction))
  }
}
