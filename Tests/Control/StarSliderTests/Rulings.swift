@testable import StarSlider

/// The contract's rulings on touch, stated a second time: in the viewer's own coordinates, by comparing with every cell and
/// every strip of a star, in whole numbers. Nothing here is counted from a leading edge or divided.
struct Rulings {
  let layout: SliderLayout
  let arrangement: Arrangement
  let zeroZone: Fixed
  let touchOutset: Int32

  private var scale: Scale { layout.scale }

  /// A star's extent along the row, 1/256 px.
  private func star(_ index: Int32) -> (low: Int64, high: Int64) {
    let (low, high) = arrangement.along(layout.star(index))
    return (Int64(low) * 256, Int64(high) * 256)
  }

  /// "A star's hit cell is the star and half of each gap beside it, half-open `[left, right)`"; `nil` outside all cells.
  private func cell(at place: Int64) -> Int32? {
    let halfGap = Int64(layout.advance - layout.starSize) * 128
    for index in 0..<scale.starCount {
      let (low, high) = star(index)
      if place >= low - halfGap && place < high + halfGap { return index }
    }
    return nil
  }

  private func isBeforeFirstStar(_ place: Int64) -> Bool {
    arrangement.growsWithCoordinate ? place < star(0).low : place >= star(0).high
  }

  /// The value that a place along the row gives, as far as the rulings decide it: all of a range.
  func values(at place: Int64) -> ClosedRange<Int32> {
    if scale.minimum == 0 && isBeforeFirstStar(place) { return 0...0 }
    // "Dragging past either end clamps": there, the first star's least value or the last one's greatest.
    let index = cell(at: place) ?? (isBeforeFirstStar(place) ? 0 : scale.starCount - 1)
    let inStar = scale.step.isContinuous ? fraction(of: index, at: place) : step(of: index, at: place)
    let base = index * scale.step.perStar
    func given(_ value: Int32) -> Int32 { min(max(base + value, scale.minimum), scale.maximum) }
    return given(inStar.lowerBound)...given(inStar.upperBound)
  }

  /// The unit box of a star, whose width is what a fill is a share of.
  private func box(_ index: Int32) -> (low: Int64, high: Int64) {
    let (low, high) = star(index)
    return (low + Int64(layout.span(ofStar: 0).inset.raw), high - Int64(layout.span(ofStar: 0).inset.raw))
  }

  /// "The step under the finger, counting the one it is in": the first strip of the star that ends beyond the place.
  private func step(of index: Int32, at place: Int64) -> ClosedRange<Int32> {
    let box = box(index)
    let (side, count) = (box.high - box.low, Int64(scale.step.perStar))
    for j in 1..<max(count, 2) {
      let isWithin =
        arrangement.growsWithCoordinate
        ? place * count < box.low * count + side * j : place * count >= box.high * count - side * j
      if isWithin { return Int32(j)...Int32(j) }
    }
    return Int32(count)...Int32(count)
  }

  /// "`continuous` gives the exact fraction": either neighbor of it where it lies half way between two.
  private func fraction(of index: Int32, at place: Int64) -> ClosedRange<Int32> {
    let box = box(index)
    let side = box.high - box.low
    let within = arrangement.growsWithCoordinate ? place - box.low : box.high - place
    let exact = min(max(within, 0), side) * Int64(scale.step.perStar)
    let (below, rest) = exact.quotientAndRemainder(dividingBy: side)
    let low = 2 * rest > side ? below + 1 : below
    return Int32(low)...Int32(2 * rest == side ? low + 1 : low)
  }

  /// Whether a touch begins at a place along the row: within the bounds and their outset; where a touch can give 0, not
  /// before the zone of zero.
  func begins(at place: Int64) -> Bool {
    let (low, high) = arrangement.along(layout.bounds)
    if place < Int64(low - touchOutset) * 256 || place >= Int64(high + touchOutset) * 256 { return false }
    if scale.minimum > 0 { return true }
    let zone = Int64(layout.starSize) * Int64(zeroZone.raw)
    return arrangement.growsWithCoordinate ? place >= star(0).low - zone : place < star(0).high + zone
  }
}
