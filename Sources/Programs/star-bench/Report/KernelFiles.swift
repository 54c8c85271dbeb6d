import CLinux
import System

// Small helpers for the kernel's text files.

/// The number after a word that begins a line.
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

/// The first whole number of a text; `nil` where it has none.
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

/// A small file's content without the blanks at its end; `nil` where it cannot be read.
func line(of path: String) -> String? {
  guard let bytes = try? readFile(path, limit: 1 << 20), !bytes.isEmpty else { return nil }
  return trimmed(bytes)
}

/// A small file's first number.
func number(of path: String) -> Int64? { (try? readFile(path, limit: 1 << 20)).flatMap { firstNumber($0) } }

func processID() -> Int32 { getpid() }
func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
func remove(_ path: String) { _ = unlink(path) }

/// Sleeps: nanosleep(2).
func sleep(nanoseconds: Int64) {
  var time = timespec(tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  _ = nanosleep(&time, nil)
}

func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
