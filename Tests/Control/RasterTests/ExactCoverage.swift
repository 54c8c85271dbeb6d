import StarSlider

/// The area of every pixel that a path covers, computed slowly and directly, with nothing of the rasterizer's ideas in it.
///
/// Each row of pixels is cut at every height where something happens: a vertex, a crossing of two edges, an edge that
/// passes from one column to the next. Between two such heights every edge stays in one column and edges keep their
/// order, so all overlaps are linear in y: their value half-way down times the slab's height is exact.
struct ExactCoverage {
  let width: Int
  let height: Int
  /// Row by row, 0...1.
  private(set) var area: [Double]

  private struct Line {
    let x0: Double
    let y0: Double
    let x1: Double
    let y1: Double
    let winding: Int

    func x(at y: Double) -> Double { x0 + (x1 - x0) * ((y - y0) / (y1 - y0)) }
  }

  init(_ path: Path, rule: FillRule, width: Int, height: Int) {
    var contours: [[(x: Double, y: Double)]] = []
    for contour in 0..<path.contourCount {
      contours.append(
        path.points[path.range(ofContour: contour)].map { (Double($0.x.raw) / 256, Double($0.y.raw) / 256) })
    }
    self.init(contours, rule: rule, width: width, height: height)
  }

  init(_ contours: [[(x: Double, y: Double)]], rule: FillRule, width: Int, height: Int) {
    self.width = width
    self.height = height
    area = [Double](repeating: 0, count: width * height)
    let lines = Self.lines(contours)
    let heights = Self.heights(lines, width: width, height: height)
    for row in 0..<height {
      for i in 1..<max(heights[row].count, 1) {
        addSlab(lines, rule, row: row, top: heights[row][i - 1], bottom: heights[row][i])
      }
    }
  }

  subscript(x: Int, y: Int) -> Double { area[y * width + x] }

  /// Edges that are not level, downwards, with their direction as a winding.
  private static func lines(_ contours: [[(x: Double, y: Double)]]) -> [Line] {
    var lines: [Line] = []
    for contour in contours {
      guard var last = contour.last else { continue }
      for point in contour {
        if point.y > last.y {
          lines.append(Line(x0: last.x, y0: last.y, x1: point.x, y1: point.y, winding: 1))
        } else if point.y < last.y {
          lines.append(Line(x0: point.x, y0: point.y, x1: last.x, y1: last.y, winding: -1))
        }
        last = point
      }
    }
    return lines
  }

  /// For each row, ascending, all heights at which something happens.
  private static func heights(_ lines: [Line], width: Int, height: Int) -> [[Double]] {
    var heights = [[Double]](repeating: [], count: height)
    func add(_ y: Double) {
      if y < 0 || y > Double(height) { return }
      let row = min(Int(y), height - 1)
      heights[row].append(y)
    }
    for row in 0..<height {
      heights[row].append(Double(row))
      heights[row].append(Double(row + 1))
    }
    for (i, a) in lines.enumerated() {
      add(a.y0)
      add(a.y1)
      for column in columns(a, width) where a.x0 != a.x1 {
        add(a.y0 + (a.y1 - a.y0) * ((Double(column) - a.x0) / (a.x1 - a.x0)))
      }
      for b in lines[(i + 1)...] {
        let (top, bottom) = (max(a.y0, b.y0), min(a.y1, b.y1))
        if top >= bottom { continue }
        let (atTop, atBottom) = (a.x(at: top) - b.x(at: top), a.x(at: bottom) - b.x(at: bottom))
        if (atTop < 0) != (atBottom < 0) { add(top + (bottom - top) * (atTop / (atTop - atBottom))) }
      }
    }
    for row in 0..<height { heights[row].sort() }
    return heights
  }

  /// The column borders 0...width that an edge passes.
  private static func columns(_ line: Line, _ width: Int) -> ClosedRange<Int> {
    let first = max(min(line.x0, line.x1).rounded(.up), 0)
    let last = min(max(line.x0, line.x1).rounded(.down), Double(width))
    // Never empty: one border too many does no harm.
    return Int(min(first, Double(width)))...Int(max(last, min(first, Double(width))))
  }

  private mutating func addSlab(_ lines: [Line], _ rule: FillRule, row: Int, top: Double, bottom: Double) {
    if bottom <= top { return }
    let middle = (top + bottom) / 2
    var crossings: [(x: Double, winding: Int)] = []
    for line in lines where line.y0 < middle && line.y1 > middle {
      crossings.append((line.x(at: middle), line.winding))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for i in 1..<max(crossings.count, 1) {
      winding += crossings[i - 1].winding
      let isInside = rule == .nonZero ? winding != 0 : winding % 2 != 0
      if isInside { addSpan(row, crossings[i - 1].x, crossings[i].x, bottom - top) }
    }
  }

  private mutating func addSpan(_ row: Int, _ from: Double, _ to: Double, _ height: Double) {
    let (left, right) = (max(from, 0), min(to, Double(width)))
    if left >= right { return }
    for x in Int(left)...min(Int(right), width - 1) {
      let overlap = min(right, Double(x + 1)) - max(left, Double(x))
      if overlap > 0 { area[row * width + x] += overlap * height }
    }
  }
}
