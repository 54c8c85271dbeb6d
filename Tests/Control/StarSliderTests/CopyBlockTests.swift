import Testing

@testable import StarSlider

/// Blocks of every length at any address are copied, and nothing beside them is touched.
@Suite struct CopyBlockTests {
  @Test func everyLength() {
    let (fromPitch, toPitch, room) = (331, 317, 317 * 5)
    let from = (0..<fromPitch * 5).map { UInt8(truncatingIfNeeded: 1 + $0 * 7 % 251) }
    for bytes in 0...300 {
      for rows in 0...3 {
        for (fromOffset, toOffset) in [(0, 0), (1, 3), (8, 5)] {
          var to = [UInt8](repeating: 0, count: room)
          from.withUnsafeBytes { from in
            to.withUnsafeMutableBytes { to in
              copyBlock(
                from.baseAddress! + fromOffset, fromPitch, to: to.baseAddress! + toOffset, toPitch, bytes: bytes,
                rows: rows)
            }
          }
          var wanted = [UInt8](repeating: 0, count: room)
          for row in 0..<rows {
            for i in 0..<bytes { wanted[toOffset + row * toPitch + i] = from[fromOffset + row * fromPitch + i] }
          }
          #expect(to == wanted, "\(rows) lines of \(bytes) bytes, \(fromOffset) -> \(toOffset)")
        }
      }
    }
  }
}
