/// The delays between attempts. They grow, and they are random: kiosks that lost the same broker do not all return at once.
///
/// Delay n, counted from 0, is random between 2^n and 2^(n+1) seconds, and between 150 and 300 seconds from n = 8 on.
package struct BackOff {
  /// Nanoseconds.
  static let longest: Int64 = 300 * second

  private var tries: Int64 = 0
  private var random: UInt64

  /// Different seeds yield different delays.
  package init(seed: UInt64) { random = seed }

  /// Returns the next delay in nanoseconds.
  package mutating func next() -> Int64 {
    let ceiling = min((2 << min(tries, 16)) * second, Self.longest)
    tries += 1
    let floor = ceiling / 2
    return floor + Int64(draw() % UInt64(floor + 1))
  }

  /// Starts again with the shortest delay.
  package mutating func reset() { tries = 0 }

  /// Returns the next number of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
  private mutating func draw() -> UInt64 {
    random &+= 0x9e37_79b9_7f4a_7c15
    var mixed = random
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// Nanoseconds.
let second: Int64 = 1_000_000_000
