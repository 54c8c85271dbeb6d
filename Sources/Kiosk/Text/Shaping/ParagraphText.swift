/// The characters of a paragraph: the text between two line ends.
struct ParagraphText {
  /// The index of the paragraph's first scalar in the whole text.
  let start: Int
  var scalars: [UInt32] = []
  /// Whether a grapheme cluster (UAX #29) begins at a scalar.
  var clusterStarts: [Bool] = []

  /// Splits a text into paragraphs. A line end terminates a paragraph; after the last line end no empty paragraph follows.
  static func paragraphs(of text: String) -> [ParagraphText] {
    var paragraphs: [ParagraphText] = []
    var current = ParagraphText(start: 0)
    var next = 0
    for character in text {
      let scalars = character.unicodeScalars
      next += scalars.count
      if isLineEnd(scalars.first!.value) {
        paragraphs.append(current)
        current = ParagraphText(start: next)
        continue
      }
      for (i, scalar) in scalars.enumerated() {
        current.scalars.append(isControl(scalar.value) ? 0x20 : scalar.value)
        current.clusterStarts.append(i == 0)
      }
    }
    if !current.scalars.isEmpty { paragraphs.append(current) }
    return paragraphs
  }

  /// The clusters as ranges of scalars.
  var clusters: [Range<Int>] {
    var clusters: [Range<Int>] = []
    var start = 0
    for i in scalars.indices where i > 0 && clusterStarts[i] {
      clusters.append(start..<i)
      start = i
    }
    if !scalars.isEmpty { clusters.append(start..<scalars.count) }
    return clusters
  }

  /// Returns the index of each scalar's font; -1 if no font has it. All scalars of a cluster have the same font. If the fonts for headings
  /// lack a part of a heading, the whole heading uses the other fonts, because two weights in a line look like a mistake.
  func fonts(language: String, isHeading: Bool = false, in collection: FontCollection) -> [Int] {
    var chosen: [Int] = []
    chosen.reserveCapacity(scalars.count)
    for cluster in clusters {
      let content = Array(scalars[cluster])
      // An ignorable cluster uses the font of the cluster before it, so that both stay in one run.
      let isVisible = !content.allSatisfy(isIgnorable)
      let font =
        isVisible ? collection.font(for: content, language: language, isHeading: isHeading) ?? -1 : chosen.last ?? 0
      if isHeading && isVisible && !collection.isForHeadings(font) {
        return fonts(language: language, in: collection)
      }
      for _ in cluster { chosen.append(font) }
    }
    return chosen
  }

  /// Adds the characters that no font has to `missing`, each once. If each character of a cluster is in some font but no font has all of
  /// them, all of them are missing.
  func addMissing(_ chosen: [Int], _ fonts: [Font], to missing: inout [Unicode.Scalar]) {
    for cluster in clusters where chosen[cluster.lowerBound] < 0 {
      let visible = scalars[cluster].filter { !isIgnorable($0) }
      let unknown = visible.filter { scalar in !fonts.contains { $0.has(scalar) } }
      for value in unknown.isEmpty ? visible : unknown {
        guard let scalar = Unicode.Scalar(value), !missing.contains(scalar) else { continue }
        missing.append(scalar)
      }
    }
  }

  /// Whether a character ends a line: line feed, vertical tab, form feed, carriage return (CR LF is one cluster), next line, line and
  /// paragraph separator.
  private static func isLineEnd(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xa...0xd, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || (0x7f...0x9f).contains(scalar) }
}

/// Whether a character is dropped at the end of a line: Unicode's White_Space except for no-break spaces.
func isSpace(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x205f, 0x3000: true
  default: false
  }
}

/// Whether a character only controls the Bidirectional Algorithm: marks, embeddings, overrides and isolates.
func isBidiControl(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
  default: false
  }
}

/// The soft hyphen, which allows a line break and is drawn as a hyphen if the line ends there.
let softHyphen: UInt32 = 0xad
let hyphen: UInt32 = 0x2d
