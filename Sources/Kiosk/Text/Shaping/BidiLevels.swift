import CText

/// The embedding levels of a paragraph according to the Unicode Bidirectional Algorithm (UAX #9).
struct BidiLevels {
  /// The paragraph's level: 0 for left to right, 1 for right to left.
  let base: UInt8
  /// The level of each scalar. Even levels run from left to right.
  let levels: [UInt8]

  /// Applies all rules except those for lines.
  init(_ scalars: [UInt32], direction: TextDirection) throws(TextError) {
    let count = FriBidiStrIndex(scalars.count)
    if count == 0 {
      base = direction == .rightToLeft ? 1 : 0
      levels = []
      return
    }
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var found = [FriBidiLevel](repeating: 0, count: scalars.count)
    libraries.fribidi_get_bidi_types(scalars, count, &types)
    libraries.fribidi_get_bracket_types(scalars, count, types, &brackets)
    let isRightToLeft =
      switch direction {
      case .automatic: ct_is_right_to_left(libraries.fribidi_get_par_direction(types, count)) != 0
      case .leftToRight: false
      case .rightToLeft: true
      }
    var kind: FriBidiParType = isRightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR
    if libraries.fribidi_get_par_embedding_levels_ex(types, brackets, count, &kind, &found) == 0 {
      throw .outOfMemory("find the directions of text")
    }
    base = isRightToLeft ? 1 : 0
    levels = found.map { UInt8(bitPattern: $0) }
  }

  /// Returns the level runs of a line in visual order from left to right (rules L1 and L2). `line` must not end with white space.
  func runs(of line: Range<Int>) -> [(range: Range<Int>, level: UInt8)] {
    var runs: [(range: Range<Int>, level: UInt8)] = []
    for i in line {
      if let last = runs.last, last.level == levels[i] {
        runs[runs.count - 1].range = last.range.lowerBound..<(i + 1)
      } else {
        runs.append((i..<(i + 1), levels[i]))
      }
    }
    // L2: from the highest level down to 1, reverse every sequence of runs at that level or higher.
    var level = runs.reduce(0 as UInt8) { max($0, $1.level) }
    while level > 0 {
      var i = 0
      while i < runs.count {
        var end = i
        while end < runs.count && runs[end].level >= level { end += 1 }
        if end > i { runs[i..<end].reverse() }
        i = max(end, i + 1)
      }
      level -= 1
    }
    return runs
  }
}
