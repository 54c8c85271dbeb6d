/// How long to wait before the next try: longer each time, and never in step with other terminals that lost the same broker.
///
/// The n-th wait is a random moment between 2^n and 2^(n+1) seconds, and beyond that between 150 and 300 seconds: never less
/// than a second, never more than five minutes, and at most twice what it was before.
struct BackOff {
  /// Nanoseconds.
  static let longest: Int64 = 300 * second

  private var tries: Int64 = 0
  private var random: UInt64

  /// `seed` is what makes terminals differ.
  init(seed: UInt64) { random = seed }

  /// The next wait, in nanoseconds.
  mutating func next() -> Int64 {
    let ceiling = min((2 << min(tries, 16)) * second, Self.longest)
    tries += 1
    let floor = ceiling / 2
    return floor + Int64(draw() % UInt64(floor + 1))
  }

  /// All is well: the next wait is a short one again.
  mutating func reset() { tries = 0 }

  /// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
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
