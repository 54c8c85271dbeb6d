import Geometry
import Raster

/// One star's three finished pictures: empty, half for whatever lies between, and full. A change of state stores the
/// pixels that differ between two whole pictures: a pair for each two states, from one end of its fill to the other.
final class TileTriple<Word: PixelWord> {
  private let all: Fixed
  private let emptyToHalf: TilePair<Word>
  private let halfToFull: TilePair<Word>
  private let emptyToFull: TilePair<Word>

  /// From three pictures as they lie on the scanout.
  init(empty: TileImage<Word>, half: TileImage<Word>, full: TileImage<Word>) {
    all = Fixed(Int32(empty.side))
    // Whole pictures are exchanged, so any direction will do; down keeps no second copy by columns.
    emptyToHalf = TilePair(empty: empty, full: half, direction: .down)
    halfToFull = TilePair(empty: half, full: full, direction: .down)
    emptyToFull = TilePair(empty: empty, full: full, direction: .down)
  }

  private func state(_ boundary: Fixed) -> FaceState {
    boundary <= .zero ? .empty : (boundary >= all ? .full : .half)
  }

  /// The pair of two states that differ, and its boundary at either.
  private func way(_ from: FaceState, _ to: FaceState) -> (pair: TilePair<Word>, from: Fixed, to: Fixed) {
    switch (from, to) {
    case (.empty, .half): (emptyToHalf, .zero, all)
    case (.half, .empty): (emptyToHalf, all, .zero)
    case (.half, .full): (halfToFull, .zero, all)
    case (.full, .half): (halfToFull, all, .zero)
    case (.full, _): (emptyToFull, all, .zero)
    default: (emptyToFull, .zero, all)
    }
  }

  func damage(atX x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    let (from, to) = (state(old), state(new))
    if from == to { return .empty }
    let way = way(from, to)
    return way.pair.damage(atX: x, y: y, from: way.from, to: way.to)
  }

  func paintChange(on surface: Surface, x: Int32, y: Int32, from old: Fixed, to new: Fixed) -> Rect<PhysicalSpace> {
    let (from, to) = (state(old), state(new))
    if from == to { return .empty }
    let way = way(from, to)
    return way.pair.paintChange(on: surface, x: x, y: y, from: way.from, to: way.to)
  }

  func paint(on surface: Surface, x: Int32, y: Int32, boundary: Fixed) {
    switch state(boundary) {
    case .empty: emptyToFull.paint(on: surface, x: x, y: y, boundary: .zero)
    case .half: emptyToHalf.paint(on: surface, x: x, y: y, boundary: all)
    case .full: emptyToFull.paint(on: surface, x: x, y: y, boundary: all)
    }
  }
}
