/// What a list of batches says; picoseconds per operation.
struct Statistics {
  let minimum: Int64
  let median: Int64
  /// The 99th percentile by nearest rank: the longest one of fewer than 100.
  let p99: Int64
  /// The middle half of the batches over the median, thousandths: what the median may be wrong by, roughly.
  let spread: Int64

  /// `batches` is not empty.
  init(_ batches: [Int64]) {
    let sorted = batches.sorted()
    func rank(_ percent: Int) -> Int64 { sorted[max((sorted.count * percent + 99) / 100, 1) - 1] }
    minimum = sorted[0]
    median = rank(50)
    p99 = rank(99)
    spread = (rank(75) - rank(25)) * 1000 / max(median, 1)
  }
}
