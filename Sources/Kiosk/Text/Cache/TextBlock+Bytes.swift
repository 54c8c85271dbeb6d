import StarSlider

extension TextBlock {
  func write(to bytes: inout ByteWriter) {
    for number in [x, y, size, height, middle, isComplete ? 1 : 0, hasBrokenWords ? 1 : 0] { bytes.add(number) }
    bytes.add(Int64(lines.count))
    for line in lines {
      bytes.add(Int64(line.start))
      bytes.add(Int64(line.end))
      bytes.add(line.baseline)
      bytes.add(line.width)
      bytes.add(Int32(line.isRightToLeft ? 1 : 0))
    }
    bytes.add(Int64(missing.count))
    for scalar in missing { bytes.add(Int64(scalar.value)) }
    bytes.add(coverage.width)
    bytes.add(coverage.height)
    bytes.add(coverage.bytes)
  }

  /// Reads a block; `nil` if the bytes do not contain a block that was set in `box`.
  init?(_ bytes: inout ByteReader, in box: TextBox) {
    let (most, highest) = (Int(box.width), Int(box.height))
    guard let x = bytes.count(atMost: most), let y = bytes.count(atMost: highest),
      let size = bytes.count(atMost: Int(Typesetter.limit)), let height = bytes.count(atMost: highest),
      let middle = bytes.coordinate(), let isComplete = bytes.number(), let hasBrokenWords = bytes.number(),
      let lineCount = bytes.number()
    else { return nil }
    var (lines, missing): ([TextLine], [Unicode.Scalar]) = ([], [])
    // If the count is wrong, reading fails at the end of the bytes.
    while lines.count < lineCount {
      guard let line = TextLine(&bytes) else { return nil }
      lines.append(line)
    }
    guard let missingCount = bytes.number() else { return nil }
    while missing.count < missingCount {
      guard let value = bytes.number().flatMap({ UInt32(exactly: $0) }), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      missing.append(scalar)
    }
    guard let width = bytes.count(atMost: most - x), let rows = bytes.count(atMost: highest - y),
      let coverage = bytes.string(), coverage.count == width * rows
    else { return nil }
    self.init(
      coverage: CoveragePicture(width: Int32(width), height: Int32(rows), bytes: Array(coverage)),
      x: Int32(x), y: Int32(y), size: Int32(size), lines: lines, height: Int32(height), middle: middle,
      isComplete: isComplete == 1, hasBrokenWords: hasBrokenWords == 1, missing: missing)
  }
}

extension TextLine {
  fileprivate init?(_ bytes: inout ByteReader) {
    guard let start = bytes.number(), let end = bytes.number(), let baseline = bytes.coordinate(),
      let width = bytes.coordinate(), let isRightToLeft = bytes.number()
    else { return nil }
    self.init(
      start: Int(truncatingIfNeeded: start), end: Int(truncatingIfNeeded: end), baseline: baseline, width: width,
      isRightToLeft: isRightToLeft == 1)
  }
}
