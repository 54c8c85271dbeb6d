import Geometry
import Raster

// Functions for single stars, used by the motion of a row. They do not change the history of frames.
extension StarSlider {
  /// The number of stars that are full.
  package var fullStars: Int32 { (value ?? 0) / parts.layout.scale.step.perStar }

  /// The number of stars that are not empty.
  package var touchedStars: Int32 {
    let perStar = parts.layout.scale.step.perStar
    return ((value ?? 0) + perStar - 1) / perStar
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
    let (shown, place) = (state, parts.places.place(ofStar: star))
    parts.sprites(ofStar: star, shown).paint(
      on: surface, x: place.x, y: place.y, fillX: shown.fill.fillX(ofStar: star, side: parts.layout.starSize))
  }

  /// Paints an empty or a full star with a margin onto a whole surface.
  @export(interface) package func paintStar(isFull: Bool, margin: Int32, on surface: Surface) {
    let side = parts.layout.starSize
    precondition(surface.size.width == side + 2 * margin && surface.size.height == side + 2 * margin)
    surface.fill(surface.bounds, with: background)
    parts.sprites[0].paint(on: surface, x: margin, y: margin, fillX: isFull ? Fixed(side) : .zero)
  }

  /// Paints a full star onto a whole surface, enlarged by `growth` on each side.
  @export(interface) package func paintStar(grownBy growth: Fixed, on surface: Surface) {
    let (face, side, room) = (configuration.shownFaces[0], parts.layout.starSize, surface.size.width)
    let still = face.placement(inCellOf: side)
    func grown(_ length: Fixed) -> Fixed {
      length.scaled(by: (Fixed(side) + growth * 2).raw, over: Fixed(side).raw)
    }
    let width = grown(still.width)
    let corner = (Fixed(room) - width) / 2
    let place = Face.Placement(
      left: corner, top: corner, width: width, height: width, lineWidth: grown(still.lineWidth), inset: corner,
      side: width)
    face.painter(inCellOf: room, rotation: transform.rotation, format: surface.format)
      .paint(face.outlines(inCellOf: side, at: place), on: surface, filledTo: Fixed(room))
  }
}
