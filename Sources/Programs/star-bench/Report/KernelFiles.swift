import System

/// Returns the first number after a word that begins a line.
func number(after word: StaticString, in text: [UInt8]) -> Int64? {
  let count = word.utf8CodeUnitCount
  let bytes = UnsafeBufferPointer(start: word.utf8Start, count: count)
  var start = 0
  while start + count <= text.count {
    if text[start..<(start + count)].elementsEqual(bytes) { return firstNumber(Array(text[(start + count)...])) }
    while start < text.count && text[start] != 10 { start += 1 }
    start += 1
  }
  return nil
}

/// Returns the first whole number in a text, or `nil`.
func firstNumber(_ text: [UInt8]) -> Int64? {
  var (value, found): (Int64, Bool) = (0, false)
  for byte in text {
    if byte >= 48 && byte <= 57 {
      (value, found) = (value &* 10 &+ Int64(byte - 48), true)
    } else if found {
      break
    }
  }
  return found ? value : nil
}
