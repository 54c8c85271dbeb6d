import StarSlider
import Touch

/// The keys that open the PIN screen at a kiosk with a keypad: up and down alternately, eight presses within four seconds.
struct ServiceKeys {
  private var count = 0
  private var last = KeypadKey.control(.enter)
  private var start: Int64 = 0

  /// Counts a key, pressed at `time` in nanoseconds. Returns whether it completes the sequence.
  mutating func isComplete(with key: KeypadKey, at time: Int64) -> Bool {
    let (up, down) = (KeypadKey.control(.up), KeypadKey.control(.down))
    let isNext = key == up && last == down || key == down && last == up
    last = key
    if !isNext || time - start > 4_000_000_000 { (count, start) = (0, time) }
    count = key == up || key == down ? count + 1 : 0
    if count < 8 { return false }
    count = 0
    return true
  }
}
