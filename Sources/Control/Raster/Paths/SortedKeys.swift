/// Sorts keys of edges, ascending.
///
/// Insertion sort is the fastest for the few edges of a star. Curves have up to thousands, half of them in descending order, so larger gaps
/// come first: Shell sort, with the gaps of M. Ciura, "Best increments for the average case of Shellsort", 2001.
///
/// Unsafe: `keys` points to `count` keys.
func sortKeys(_ keys: UnsafeMutablePointer<Int64>, _ count: Int) {
  let gaps: InlineArray<8, Int> = [701, 301, 132, 57, 23, 10, 4, 1]
  for i in gaps.indices where gaps[i] == 1 || gaps[i] < count / 8 { unsafe insert(keys, count, apart: gaps[i]) }
}

/// Sorts the keys that are `gap` apart: insertion sort.
@inline(__always) private func insert(_ keys: UnsafeMutablePointer<Int64>, _ count: Int, apart gap: Int) {
  var i = gap
  while i < count {
    let key = unsafe keys[i]
    var place = i
    while unsafe place >= gap && keys[place &- gap] > key {
      unsafe keys[place] = keys[place &- gap]
      place &-= gap
    }
    unsafe keys[place] = key
    i &+= 1
  }
}
