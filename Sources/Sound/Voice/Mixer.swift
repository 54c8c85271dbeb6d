/// Adds a tone to speech and applies the volume, in integer arithmetic with saturation. The volume changes within 5 ms, so that it does not
/// click.
package struct Mixer {
  /// A factor that approaches its target by a step per frame. 1 is 32,768.
  private struct Factor {
    static var one: Int32 { 1 << 15 }
    let step: Int32
    var value: Int32 = one
    var target: Int32 = one

    mutating func next() -> Int32 {
      if value < target { value = min(value + step, target) } else { value = max(value - step, target) }
      return value
    }
  }

  private var volume: Factor
  private var speech: Factor
  private var tone: ToneGenerator

  package init(framesPerSecond: Int) {
    let step = Factor.one / Int32(fadeFrames(framesPerSecond)) + 1
    volume = Factor(step: step)
    speech = Factor(step: step)
    tone = ToneGenerator(framesPerSecond: framesPerSecond)
  }

  /// Whether a tone is audible.
  package var isSounding: Bool { tone.isSounding }

  /// Sets the volume, from 0 to 100: the percentage of the amplitude.
  package mutating func setVolume(_ percent: Int) { volume.target = Int32(percent) * Factor.one / 100 }

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
