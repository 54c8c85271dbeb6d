/// Writes numbers and byte strings for `ByteReader`. A number has eight bytes, the lowest first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int64) {
    for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * Int64(i)))) }
  }

  mutating func add(_ number: Int32) { add(Int64(number)) }

  /// Adds a byte string after its length, and zeros up to a multiple of eight bytes.
  mutating func add(_ string: some Collection<UInt8>) {
    add(Int64(string.count))
    bytes += string
    while bytes.count % 8 != 0 { bytes.append(0) }
  }
}

/// Reads what a `ByteWriter` wrote. Each function returns `nil` if the bytes do not contain such a value.
struct ByteReader {
  private let bytes: [UInt8]
  /// The offset of the next value.
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int64? {
    if bytes.count - position < 8 { return nil }
    var number: UInt64 = 0
    for i in 0..<8 { number |= UInt64(bytes[position + i]) << UInt64(8 * i) }
    position += 8
    return Int64(bitPattern: number)
  }

  /// Reads a number from 0 to `most`.
  mutating func count(atMost most: Int) -> Int? { number().flatMap { 0...Int64(most) ~= $0 ? Int($0) : nil } }

  mutating func coordinate() -> Int32? { number().flatMap { Int32(exactly: $0) } }

  /// Reads a byte string and returns its offsets.
  mutating func range() -> Range<Int>? {
    guard let count = count(atMost: bytes.count - position - 8) else { return nil }
    let range = position..<position + count
    let padded = (count + 7) / 8 * 8
    if padded > bytes.count - position { return nil }
    position += padded
    return range
  }

  mutating func string() -> ArraySlice<UInt8>? { range().map { bytes[$0] } }
}

/// Returns a checksum that detects a file that was not written completely. It is FNV-1a over words of eight bytes instead of single bytes.
func checksum(_ bytes: ArraySlice<UInt8>) -> Int64 {
  bytes.withUnsafeBytes { bytes in
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for offset in stride(from: 0, to: bytes.count & ~7, by: 8) {
      sum = (sum ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian) &* 0x100_0000_01b3
      // Multiplication moves bits only upward, so the upper half is mixed into the lower half.
      sum ^= sum >> 32
    }
    return Int64(bitPattern: sum)
  }
}
