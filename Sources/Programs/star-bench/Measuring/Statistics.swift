/// The statistics of a list of batches, in picoseconds per operation.
struct Statistics {
  let minimum: Int64
  let median: Int64
  /// The 99th percentile by nearest rank; the maximum of fewer than 100 batches.
  let p99: Int64
  /// The interquartile range over the median, in thousandths: roughly the uncertainty of the median.
  let spread: Int64

  /// - Parameter batches: Not empty.
  init(_ batches: [Int64]) {
    let sorted = batches.sorted()
    func rank(_ percent: Int) -> Int64 { sorted[max((sorted.count * percent + 99) / 100, 1) - 1] }
    minimum = sorted[0]
    median = rank(50)
    p99 = rank(99)
    spread = (rank(75) - rank(25)) * 1000 / max(median, 1)
  }
}
