import StarSlider

/// The hash of the pixels of a frame that stands still. It is computed a few rows at a time, because reading the memory of a screen is slow
/// and a touch must not wait for it.
struct FrameHash {
  /// The number of bytes that are read at once.
  private static var slice: Int32 { 16 << 10 }

  private var next: Int32 = 0
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325
  /// Whether the frame that is shown has no hash yet.
  private(set) var isDue = false

  /// Begins with a new frame.
  mutating func begin() { (next, sum, isDue) = (0, 0xcbf2_9ce4_8422_2325, true) }

  /// Reads some rows. Returns the hash after the last one.
  mutating func advance(_ surface: Surface) -> UInt64? {
    let row = max(surface.size.width * surface.format.bytesPerPixel, 1)
    let end = min(surface.size.height, next + max(Self.slice / row, 1))
    while next < end {
      add(surface.address(x: 0, y: next), Int(row))
      next += 1
    }
    if end < surface.size.height { return nil }
    isDue = false
    return sum
  }

  private mutating func add(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
    var (place, sum) = (0, sum)
    while place + 8 <= count {
      sum =
        (sum ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 29
      place += 8
    }
    while place < count {
      sum = (sum ^ UInt64(bytes.load(fromByteOffset: place, as: UInt8.self))) &* 0x0100_0000_01b3
      place += 1
    }
    self.sum = sum
  }

  /// Returns the hash of a whole frame.
  static func of(_ surface: Surface) -> UInt64 {
    var hash = FrameHash()
    hash.begin()
    while true { if let sum = hash.advance(surface) { return sum } }
  }
}
