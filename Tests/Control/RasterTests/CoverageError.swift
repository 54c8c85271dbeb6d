import StarSlider
import TestSupport

/// How far coverage is from the exact area, over many pictures.
struct CoverageError {
  /// Of 255.
  private(set) var greatest = 0.0
  /// Over pixels that are neither empty nor full, of 255.
  var mean: Double { pixels == 0 ? 0 : sum / Double(pixels) }
  private(set) var pixels = 0
  private var sum = 0.0

  /// Adds one picture and returns its own greatest error.
  @discardableResult
  mutating func add(_ path: Path, rule: FillRule = .nonZero, width: Int32, height: Int32) -> Double {
    let exact = ExactCoverage(path, rule: rule, width: Int(width), height: Int(height))
    return add(CoverageGrid(path, rule: rule, width: width, height: height), exact)
  }

  @discardableResult
  mutating func add(_ grid: CoverageGrid, _ exact: ExactCoverage) -> Double {
    var worst = 0.0
    for i in 0..<grid.coverage.count {
      let error = abs(Double(grid.coverage[i]) - exact.area[i] * 255)
      worst = max(worst, error)
      if exact.area[i] > 1e-9 && exact.area[i] < 1 - 1e-9 {
        sum += error
        pixels += 1
      }
    }
    greatest = max(greatest, worst)
    return worst
  }
}
