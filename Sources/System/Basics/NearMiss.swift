/// Finds the known word that a misspelt one was probably meant to be.
package enum NearMiss {
  /// Returns the word of `words` that is nearest to `word`, or `nil` if none is near. Near words differ by at most two letters that are
  /// wrong, missing, additional or swapped with a neighbor, and by fewer than half of the letters of `word`.
  @export(interface) package static func nearest(to word: String, among words: [String]) -> String? {
    var best: String?
    var least = min(3, (word.utf8.count + 1) / 2)
    for candidate in words {
      let distance = distance([UInt8](word.utf8), [UInt8](candidate.utf8))
      if distance < least { (best, least) = (candidate, distance) }
    }
    return best
  }

  /// Returns the optimal string alignment distance: Levenshtein's distance, with a swap of two neighbors counted as one.
  package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    // An unknown key may be as long as a line. If the lengths differ by more than two, the words are not near.
    if abs(a.count - b.count) > 2 { return 3 }
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var next = [i + 1]
      for j in 0..<b.count {
        var least = min(row[j] + (a[i] == b[j] ? 0 : 1), min(row[j + 1], next[j]) + 1)
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
