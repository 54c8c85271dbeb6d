import StarSlider

/// The parts that are the same on two screens, compared in squares. Squares are of one part if pixels of it touch at their border. A part counts
/// only if all of it is the same: otherwise the inside of a star would stay while its outline fades.
struct EqualParts {
  /// The side of a square, in pixels.
  private static var side: Int32 { 8 }

  private let (old, new, ground): (Surface, Surface, Surface)
  private let (columns, rows): (Int, Int)
  /// Whether each square is the same on both screens and not only background, row by row.
  private var isEqual: [Bool]

  /// Compares two screens of one size. `ground` is the background of both.
  init(_ old: Surface, _ new: Surface, on ground: Surface) {
    (self.old, self.new, self.ground) = (old, new, ground)
    columns = Int((old.size.width + Self.side - 1) / Self.side)
    rows = Int((old.size.height + Self.side - 1) / Self.side)
    isEqual = [Bool](repeating: false, count: columns * rows)
    var found: [Int] = []
    for i in isEqual.indices {
      let square = square(i)
      // Most squares are background, for which one comparison suffices.
      if old.equals(ground, in: square) || !old.equals(new, in: square) { continue }
      isEqual[i] = true
      found.append(i)
    }
    dropPieces(found)
  }

  /// Drops the squares that continue in a square that differs, and then all that continue in those.
  private mutating func dropPieces(_ found: [Int]) {
    var dropped = found.filter { isPiece($0) }
    for i in dropped { isEqual[i] = false }
    while let i = dropped.popLast() {
      let around = around(i)
      for row in around.rows {
        for neighbor in row * columns + around.first...row * columns + around.last
        where isEqual[neighbor] && continues(i, in: neighbor) {
          isEqual[neighbor] = false
          dropped.append(neighbor)
        }
      }
    }
  }

  /// Whether a square continues in one that differs.
  private func isPiece(_ i: Int) -> Bool {
    let around = around(i)
    for row in around.rows {
      for neighbor in row * columns + around.first...row * columns + around.last
      where !isEqual[neighbor] && !old.equals(new, in: square(neighbor)) && continues(i, in: neighbor) {
        return true
      }
    }
    return false
  }

  /// Returns the rows and columns of a square and those around it.
  private func around(_ i: Int) -> (rows: ClosedRange<Int>, first: Int, last: Int) {
    let (row, column) = (i / columns, i % columns)
    return (max(row - 1, 0)...min(row + 1, rows - 1), max(column - 1, 0), min(column + 1, columns - 1))
  }

  /// Whether pixels that are not background touch at the border of two squares.
  private func continues(_ i: Int, in neighbor: Int) -> Bool {
    let other = square(neighbor)
    return hasInk(square(i).intersection(other.inset(by: -1))) { x, y in
      let around = Rect<PhysicalSpace>(minX: x - 1, minY: y - 1, maxX: x + 2, maxY: y + 2)
      return hasInk(around.intersection(other)) { _, _ in true }
    }
  }

  /// Whether some pixel of an area is not background on one of the screens and meets a condition.
  private func hasInk(_ area: Rect<PhysicalSpace>, where condition: (_ x: Int32, _ y: Int32) -> Bool) -> Bool {
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let background = ground.pixel(x: x, y: y)
        let isInk = old.pixel(x: x, y: y) != background || new.pixel(x: x, y: y) != background
        if isInk && condition(x, y) { return true }
      }
    }
    return false
  }

  private func square(_ i: Int) -> Rect<PhysicalSpace> { place(i, count: 1) }

  /// Returns the place of squares in one row.
  private func place(_ first: Int, count: Int) -> Rect<PhysicalSpace> {
    let (x, y) = (Int32(first % columns) * Self.side, Int32(first / columns) * Self.side)
    return Rect(
      minX: x, minY: y, maxX: min(x + Int32(count) * Self.side, old.size.width),
      maxY: min(y + Self.side, old.size.height))
  }

  /// The places of the equal squares, joined along rows.
  var places: [Rect<PhysicalSpace>] {
    var places: [Rect<PhysicalSpace>] = []
    for row in 0..<rows {
      var first: Int?
      for i in row * columns...(row + 1) * columns {
        if i < (row + 1) * columns && isEqual[i] {
          first = first ?? i
        } else if let start = first {
          places.append(place(start, count: i - start))
          first = nil
        }
      }
    }
    return places
  }
}
