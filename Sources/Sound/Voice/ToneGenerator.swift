/// A tone that begins and ends softly. A new tone replaces the old one without a click, because the wave continues at its phase.
struct ToneGenerator {
  /// A quarter of the full amplitude, so that speech remains audible.
  private static var amplitude: Int32 { 8192 }
  private static var fullLevel: Int32 { 1 << 15 }

  /// The change of the level per frame.
  private let slope: Int32
  private let framesPerSecond: Int
  private var level: Int32 = 0
  private var phase: UInt32 = 0
  private var step: UInt32 = 0
  /// The number of frames until the end.
  private var left = 0

  init(framesPerSecond: Int) {
    self.framesPerSecond = framesPerSecond
    slope = Self.fullLevel / Int32(fadeFrames(framesPerSecond)) + 1
  }

  var isSounding: Bool { left > 0 }

  mutating func start(hertz: Int, milliseconds: Int) {
    step = UInt32(truncatingIfNeeded: UInt64(hertz) << 32 / UInt64(framesPerSecond))
    left = milliseconds * framesPerSecond / 1000
  }

  /// Ends the tone softly.
  mutating func stop() { left = min(left, fadeFrames(framesPerSecond)) }

  mutating func next() -> Int32 {
    if left == 0 { return 0 }
    level = min(level + slope, Self.fullLevel)
    if left <= fadeFrames(framesPerSecond) { level = min(level, Int32(left) * slope) }
    left -= 1
    let wave = (SineTable.value(at: phase) * Self.amplitude) >> 15
    let value = (wave * level) >> 15
    phase &+= step
    if left == 0 { (level, phase) = (0, 0) }
    return value
  }
}

/// Returns the number of frames in which sounds begin and end: 5 ms.
func fadeFrames(_ framesPerSecond: Int) -> Int { framesPerSecond / 200 }
