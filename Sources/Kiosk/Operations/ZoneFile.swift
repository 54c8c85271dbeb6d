/// The parts of a TZif file (RFC 8536) that say what local clocks show. Names and the flags of how rules were written are
/// passed over.
struct ZoneFile {
  private(set) var moments: [Int64] = []
  private(set) var offsets: [Int32] = []
  private(set) var first: Int32 = 0
  private(set) var rule: ZoneRule?

  init?(_ bytes: [UInt8]) {
    guard let small = Header(bytes, at: 0) else { return nil }
    if small.version == 0 {
      guard read(bytes, small, timeSize: 4) else { return nil }
      return
    }
    // The first block is for readers that know 32 bits only; a second one follows, and the rule for ever after.
    guard let large = Header(bytes, at: small.end(timeSize: 4)), read(bytes, large, timeSize: 8),
      readRule(bytes, at: large.end(timeSize: 8))
    else { return nil }
  }

  /// The counts at a block's head.
  private struct Header {
    static let length = 44

    let start: Int
    let version: UInt8
    let universalFlags, standardFlags, leapSeconds, moments, kinds, characters: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard bytes.count - start >= Self.length, number(bytes, at: start, size: 4) == 0x545A_6966 else { return nil }
      self.start = start
      version = bytes[start + 4]
      var counts: [Int] = []
      for i in 0..<6 {
        let count = number(bytes, at: start + 20 + 4 * i, size: 4)
        // No zone comes near; sums of such counts cannot overflow.
        guard (0...0xFFFF).contains(count) else { return nil }
        counts.append(Int(count))
      }
      (universalFlags, standardFlags, leapSeconds) = (counts[0], counts[1], counts[2])
      (moments, kinds, characters) = (counts[3], counts[4], counts[5])
    }

    /// Where the block ends; `timeSize` is that of its moments, in bytes.
    func end(timeSize: Int) -> Int {
      start + Self.length + moments * (timeSize + 1) + kinds * 6 + characters + leapSeconds * (timeSize + 4)
        + standardFlags + universalFlags
    }
  }

  private mutating func read(_ bytes: [UInt8], _ header: Header, timeSize: Int) -> Bool {
    guard bytes.count >= header.end(timeSize: timeSize), header.kinds > 0, header.leapSeconds == 0 else { return false }
    let momentsAt = header.start + Header.length
    let indicesAt = momentsAt + header.moments * timeSize
    let kindsAt = indicesAt + header.moments
    // A day and an hour west to a day and two hours east, as RFC 8536 has it.
    func offset(of kind: Int) -> Int32? {
      let seconds = number(bytes, at: kindsAt + 6 * kind, size: 4)
      return (-89_999...93_599).contains(seconds) ? Int32(seconds) : nil
    }
    for i in 0..<header.moments {
      let moment = number(bytes, at: momentsAt + i * timeSize, size: timeSize)
      let kind = Int(bytes[indicesAt + i])
      guard kind < header.kinds, let offset = offset(of: kind) else { return false }
      if let before = moments.last, before >= moment { return false }
      moments.append(moment)
      offsets.append(offset)
    }
    guard let offset = offset(of: 0) else { return false }
    first = offset
    return true
  }

  /// The rule lies between two line ends; it may be empty.
  private mutating func readRule(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start < bytes.count, bytes[start] == 10, let end = bytes[(start + 1)...].firstIndex(of: 10) else {
      return false
    }
    if end == start + 1 { return true }
    guard let rule = ZoneRule(Array(bytes[(start + 1)..<end])) else { return false }
    self.rule = rule
    // The rule goes on from what the last moment began.
    guard let moment = moments.last, let offset = offsets.last else { return true }
    return rule.offset(at: moment).offset == offset
  }
}

/// A big-endian, two's complement number of 4 or 8 bytes.
private func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
  var word: UInt64 = 0
  for i in start..<(start + size) { word = word << 8 | UInt64(bytes[i]) }
  return size == 4 ? Int64(Int32(truncatingIfNeeded: word)) : Int64(bitPattern: word)
}
