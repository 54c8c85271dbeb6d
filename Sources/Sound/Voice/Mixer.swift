/// Adds a tone to speech and applies the volume, in integer arithmetic with saturation. The volume changes within 5 ms, so that it does not
/// click.
package struct Mixer {
  /// A factor that approaches its target by a step per frame. 1 is 32,768.
  private struct Factor {
    static var one: Int32 { 1 << 15 }
    let step: Int32
    var value: Int32
    var target: Int32

    init(step: Int32, percent: Int = 100) {
      self.step = step
      value = Self.of(percent)
      target = value
    }

    static func of(_ percent: Int) -> Int32 { Int32(percent) * one / 100 }

    mutating func next() -> Int32 {
      if value < target { value = min(value + step, target) } else { value = max(value - step, target) }
      return value
    }
  }

  private var volume: Factor
  private var speech: Factor
  private var tone: ToneGenerator

  /// - Parameter volume: The percentage of the amplitude at first, from 0 to 100.
  package init(framesPerSecond: Int, volume percent: Int) {
    let step = Factor.one / Int32(fadeFrames(framesPerSecond)) + 1
    volume = Factor(step: step, percent: percent)
    speech = Factor(step: step)
    tone = ToneGenerator(framesPerSecond: framesPerSecond)
  }

  /// Whether a tone is audible.
  package var isSounding: Bool { tone.isSounding }

  /// Sets the volume, from 0 to 100: the percentage of the amplitude.
  package mutating func setVolume(_ percent: Int) { volume.target = Factor.of(percent) }

  package mutating func startTone(hertz: Int, milliseconds: Int) {
    tone.start(hertz: hertz, milliseconds: milliseconds)
  }

  /// Ends speech and tone softly. Speech is silent after 5 ms, until `startSpeech()`.
  package mutating func stop() {
    speech.target = 0
    tone.stop()
  }

  package mutating func startSpeech() { (speech.value, speech.target) = (Factor.one, Factor.one) }

  /// Replaces frames of speech by frames for the sound card.
  package mutating func mix(_ frames: inout [Int16]) {
    for i in frames.indices {
      let sum = (Int32(frames[i]) * speech.next()) >> 15 + tone.next()
      frames[i] = Int16(clamping: (sum * volume.next()) >> 15)
    }
  }
}
