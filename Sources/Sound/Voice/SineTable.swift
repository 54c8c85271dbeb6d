/// The sine in integer arithmetic, with an error below 1/5,000.
enum SineTable {
  /// A quarter of a wave with the amplitude 32,767.
  private static let quarter: [Int32] = [
    0, 804, 1608, 2410, 3212, 4011, 4808, 5602, 6393, 7179, 7962, 8739, 9512, 10278, 11039, 11793, 12539, 13279, 14010,
    14732, 15446, 16151, 16846, 17530, 18204, 18868, 19519, 20159, 20787, 21403, 22005, 22594, 23170, 23731, 24279,
    24811, 25329, 25832, 26319, 26790, 27245, 27683, 28105, 28510, 28898, 29268, 29621, 29956, 30273, 30571, 30852,
    31113, 31356, 31580, 31785, 31971, 32137, 32285, 32412, 32521, 32609, 32678, 32728, 32757, 32767,
  ]

  /// Returns the sine of a phase; 2^32 is a whole wave. The result is from -32,767 to 32,767.
  static func value(at phase: UInt32) -> Int32 {
    // The second quarter of a half wave is the first one backwards.
    let position = phase & 1 << 30 == 0 ? phase & 0x3fff_ffff : 0x3fff_ffff - (phase & 0x3fff_ffff)
    let (index, fraction) = (Int(position >> 24), Int32((position >> 9) & 0x7fff))
    let value = quarter[index] + ((quarter[index + 1] - quarter[index]) * fraction) >> 15
    return phase < 1 << 31 ? value : -value
  }
}
