/// A seeded random number generator with the same sequence on every machine, so that failures can be reproduced: Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Returns a number in a closed range. The standard library's reduction may change.
  package mutating func int32(in range: ClosedRange<Int32>) -> Int32 {
    let span = UInt64(Int64(range.upperBound) - Int64(range.lowerBound) + 1)
    return Int32(Int64(range.lowerBound) + Int64(next() % span))
  }

  /// Returns true once in `n` calls, on average.
  package mutating func oneIn(_ n: UInt64) -> Bool { next() % n == 0 }

  package mutating func element<T>(of array: [T]) -> T { array[Int(next() % UInt64(array.count))] }
}
