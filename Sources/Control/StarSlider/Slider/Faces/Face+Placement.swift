extension Face {
  /// The position of a face in a square cell: that of a shape's unit box or of a fitted image, in pixels from the top left corner.
  package struct Placement: Hashable, Sendable {
    let left: Fixed
    let top: Fixed
    let width: Fixed
    let height: Fixed
    let lineWidth: Fixed
    /// The distance of the face from the side of the cell where the fill begins.
    let inset: Fixed
    /// The length of the face along the fill; the filled part is a share of it.
    let side: Fixed
  }

  /// Returns the position of the face in a cell of `side` pixels. `direction` is the direction of its fill, as the viewer sees it.
  func placement(inCellOf side: Int32, along direction: FillDirection) -> Placement {
    guard let images else { return shapePlacement(inCellOf: side) }
    let place = images.full.place(inSquareOf: side)
    let inset =
      switch direction {
      case .right: place.minX
      case .left: side - place.maxX
      case .down: place.minY
      case .up: side - place.maxY
      }
    return Placement(
      left: Fixed(place.minX), top: Fixed(place.minY), width: Fixed(place.width), height: Fixed(place.height),
      lineWidth: .zero, inset: Fixed(inset), side: Fixed(direction.isAlongRows ? place.width : place.height))
  }

  package func placement(inCellOf side: Int32) -> Placement { placement(inCellOf: side, along: .right) }

  /// Returns the fill edge of a shape that is filled to `share`, 0...1 of its width, in pixels from the left of its cell.
  package func fillX(_ share: Fixed, at placement: Placement) -> Fixed {
    share > .zero ? placement.inset + placement.side.scaled(by: share.raw, over: Fixed.one.raw) : .zero
  }

  /// Returns the place of a shape in the middle of a square of `room` pixels. On each side, the shape is larger by `growth` than in a cell
  /// of `side` pixels, or smaller if `growth` is negative.
  func placement(inCellOf side: Int32, grownBy growth: Fixed, in room: Int32) -> Placement {
    let place = placement(inCellOf: side)
    func grown(_ length: Fixed) -> Fixed {
      length.scaled(by: (Fixed(side) + growth * 2).raw, over: Fixed(side).raw)
    }
    let width = grown(place.width)
    let corner = (Fixed(room) - width) / 2
    return Placement(
      left: corner, top: corner, width: width, height: width, lineWidth: grown(place.lineWidth), inset: corner,
      side: width)
  }

  /// Returns the position of the unit box, inset on all sides so that the stroke stays inside the cell. If the stroke would cover more than
  /// half of the cell, it becomes thinner.
  private func shapePlacement(inCellOf side: Int32) -> Placement {
    let lineWidth = lineWidth(inCellOf: side)
    let wanted = shape.overhang(lineWidth: lineWidth, join: join)
    let most = Fixed(side) / 4
    let isThin = wanted <= most
    let inset = isThin ? wanted : most
    let box = Fixed(side) - inset * 2
    return Placement(
      left: inset, top: inset, width: box, height: box,
      lineWidth: isThin ? lineWidth : lineWidth.scaled(by: most.raw, over: wanted.raw), inset: inset, side: box)
  }
}
