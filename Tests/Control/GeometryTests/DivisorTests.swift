import StarSlider
import TestSupport
import Testing

/// Quotients by a reciprocal against the processor's own.
@Suite struct DivisorTests {
  /// Every small divisor, with every numerator around its multiples.
  @Test func smallNumbers() {
    for value in Int64(1)...300 {
      let divisor = Divisor(value, numeratorsTo: 2000 + 150)
      for numerator in UInt64(0)...2000 {
        let (quotient, nearest) = (divisor.quotient(numerator), divisor.nearest(numerator))
        if quotient != numerator / UInt64(value) { Issue.record("\(numerator) / \(value) gives \(quotient)") }
        // Halves up, in whole numbers: twice the numerator and one divisor more, over twice the divisor.
        let expected = (2 * numerator + UInt64(value)) / (2 * UInt64(value))
        if nearest != expected { Issue.record("\(numerator) / \(value) is nearest to \(nearest)") }
      }
    }
  }

  /// Where the product with the reciprocal is least exact: beside multiples, up to the largest numerator.
  @Test func besideMultiples() {
    var random = SplitMix64(seed: 18)
    for _ in 0..<20_000 {
      let value = Int64.random(in: 1...(1 << Int64.random(in: 0...62)), using: &random)
      let greatest = .max / UInt64(value) - 1
      let divisor = Divisor(value, numeratorsTo: greatest)
      let multiple = UInt64(value) * UInt64.random(in: 0...(greatest / UInt64(value)), using: &random)
      let last = greatest &- (greatest + 1) % UInt64(value)
      for numerator in [multiple, multiple &- 1, multiple &+ 1, last, greatest / 2, greatest]
      where numerator <= greatest {
        let quotient = divisor.quotient(numerator)
        if quotient != numerator / UInt64(value) { Issue.record("\(numerator) / \(value) gives \(quotient)") }
      }
    }
  }
}
