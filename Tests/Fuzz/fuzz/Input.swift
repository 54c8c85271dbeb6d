/// The fuzzer's bytes, read as values. Behind the last byte all values are zeros.
struct Input {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { next >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { next += 1 }
    return next < bytes.count ? bytes[next] : 0
  }

  mutating func flag() -> Bool { byte() & 1 != 0 }

  /// Little-endian, as all larger numbers.
  mutating func int16() -> Int16 { Int16(truncatingIfNeeded: Int32(byte()) | Int32(byte()) << 8) }
  mutating func int32() -> Int32 { Int32(truncatingIfNeeded: int64(bytes: 4)) }
  mutating func int64() -> Int64 { int64(bytes: 8) }

  private mutating func int64(bytes count: Int64) -> Int64 {
    (0..<count).reduce(0) { $0 | Int64(byte()) << ($1 * 8) }
  }

  /// Returns a number of a range that has fewer than 65,536.
  mutating func number(in range: ClosedRange<Int32>) -> Int32 {
    range.lowerBound + Int32(UInt16(bitPattern: int16())) % (range.upperBound - range.lowerBound + 1)
  }

  mutating func element<Element>(of list: [Element]) -> Element { list[Int(byte()) % list.count] }

  /// Returns up to 255 bytes, as many as the next byte says.
  mutating func piece() -> [UInt8] {
    let start = min(next + 1, bytes.count)
    let end = min(start + Int(byte()), bytes.count)
    next = end
    return Array(bytes[start..<end])
  }

  /// Returns a piece as text; invalid UTF-8 becomes U+FFFD.
  mutating func text() -> String { String(decoding: piece(), as: UTF8.self) }

  mutating func rest() -> [UInt8] {
    defer { next = bytes.count }
    return Array(bytes[min(next, bytes.count)...])
  }
}
