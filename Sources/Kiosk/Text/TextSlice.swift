/// A paragraph's characters: what stands between two line ends.
struct TextSlice {
  /// The number of its first scalar in the text.
  let start: Int
  var scalars: [UInt32] = []
  /// Whether a cluster (UAX #29), what a reader takes for one character, begins with a scalar.
  var clusterStarts: [Bool] = []

  /// A text's paragraphs. A line end ends one: after the last there is nothing.
  static func paragraphs(of text: String) -> [TextSlice] {
    var slices: [TextSlice] = []
    var current = TextSlice(start: 0)
    var next = 0
    for character in text {
      let scalars = character.unicodeScalars
      let count = scalars.count
      next += count
      if isLineEnd(scalars.first!.value) {
        slices.append(current)
        current = TextSlice(start: next)
        continue
      }
      for (i, scalar) in scalars.enumerated() {
        current.scalars.append(isControl(scalar.value) ? 0x20 : scalar.value)
        current.clusterStarts.append(i == 0)
      }
    }
    if !current.scalars.isEmpty { slices.append(current) }
    return slices
  }

  /// The clusters, as ranges of scalars.
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

  /// Each scalar's font, a cluster's all the same; -1 where none has it.
  func fonts(language: String, book: FontCollection) -> [Int] {
    var chosen: [Int] = []
    chosen.reserveCapacity(scalars.count)
    for cluster in clusters {
      let content = Array(scalars[cluster])
      let font: Int
      if content.allSatisfy(isIgnorable) {
        // Marks between letters must not tear them apart.
        font = chosen.last ?? 0
      } else {
        font = book.font(for: content, language: language) ?? -1
      }
      for _ in cluster { chosen.append(font) }
    }
    return chosen
  }

  /// Adds the characters of clusters without a font that `missing` does not have yet. Where each of a cluster's is in some
  /// font, but no font has them all, all of them are missing.
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

  /// Line feed, vertical tab, form feed, carriage return (and both together, which are one cluster), next line, line and
  /// paragraph separators.
  private static func isLineEnd(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xa...0xd, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || (0x7f...0x9f).contains(scalar) }
}

/// White space at a line's end takes no room: Unicode's White_Space but for those that do not break.
func isSpace(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x205f, 0x3000: true
  default: false
  }
}

/// Marks, embeddings and isolates: what only directs the Bidirectional Algorithm.
func isDirection(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
  default: false
  }
}

/// Shows where a word may be cut, and a hyphen where it is.
let softHyphen: UInt32 = 0xad
let hyphen: UInt32 = 0x2d
