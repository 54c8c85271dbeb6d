/// Sorts keys of edges, ascending. Insertion sort is the fastest for the few edges of a star; curves have up to thousands, in ascending and
/// descending runs, which the standard library's sort merges.
///
/// Unsafe: `keys` points to `count` keys.
func sortKeys(_ keys: UnsafeMutablePointer<Int64>, _ count: Int) {
  if count > 64 {
    var all = unsafe UnsafeMutableBufferPointer(start: keys, count: count)
    return unsafe all.sort()
  }
  for i in stride(from: 1, to: count, by: 1) {
    let key = unsafe keys[i]
    var place = i
    while unsafe place > 0 && keys[place &- 1] > key {
      unsafe keys[place] = keys[place &- 1]
      place &-= 1
    }
    unsafe keys[place] = key
  }
}
