import Testing

@testable import Voice

private let rate = 22_050
/// 5 ms.
private let fade = 110

/// Returns what the mixer makes of frames of speech.
private func mixed(_ mixer: inout Mixer, _ speech: [Int16]) -> [Int16] {
  var frames = speech
  mixer.mix(&frames)
  return frames
}

private func silence(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }

/// The largest step between neighbors: a click is a large one.
private func largestStep(_ frames: [Int16]) -> Int {
  zip(frames, frames.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

/// Returns the number of times the wave rises through zero.
private func waves(_ frames: [Int16]) -> Int { zip(frames, frames.dropFirst()).count { $0 < 0 && $1 >= 0 } }

@Suite struct MixerTests {
  @Test func speechPassesUnchanged() {
    var mixer = Mixer(framesPerSecond: rate, volume: 100)
    let speech: [Int16] = [0, 1, -1, 12_345, -12_345, .max, .min]
    #expect(mixed(&mixer, speech) == speech)
  }

  @Test func aToneHasItsFrequencyAndItsLength() {
    for hertz in [50, 261, 440, 1000, 3333, 5000] {
      var mixer = Mixer(framesPerSecond: rate, volume: 100)
      mixer.startTone(hertz: hertz, milliseconds: 500)
      let tone = mixed(&mixer, silence(rate))
      #expect(abs(waves(tone) - hertz / 2) <= 1, "\(hertz) Hz")
      #expect(tone[(rate / 2)...].allSatisfy { $0 == 0 })
      #expect(tone[rate / 4..<rate / 2 - fade].contains { abs($0) > 8_000 })
      #expect(!mixer.isSounding)
    }
  }

  @Test func soundsBeginAndEndSoftly() {
    var mixer = Mixer(framesPerSecond: rate, volume: 100)
    mixer.startTone(hertz: 100, milliseconds: 10)
    // The wave of 100 Hz itself rises by 233 per frame; its envelope by 75.
    #expect(largestStep(silence(1) + mixed(&mixer, silence(400))) < 400)
    mixer.startTone(hertz: 100, milliseconds: 500)
    var frames = mixed(&mixer, silence(1_000))
    mixer.startTone(hertz: 120, milliseconds: 20)
    frames += mixed(&mixer, silence(200))
    mixer.stop()
    frames += mixed(&mixer, silence(fade))
    #expect(largestStep(frames) < 450)
    #expect(abs(frames.last!) < 200 && !mixer.isSounding)
  }

  @Test func stopSilencesSpeechWithinFiveMilliseconds() {
    var mixer = Mixer(framesPerSecond: rate, volume: 100)
    let speech = [Int16](repeating: 20_000, count: 2 * fade)
    #expect(mixed(&mixer, speech) == speech)
    mixer.stop()
    let end = mixed(&mixer, speech)
    #expect(largestStep([20_000] + end) < 250)
    #expect(end[fade...].allSatisfy { $0 == 0 })
    mixer.startSpeech()
    #expect(mixed(&mixer, speech) == speech)
  }

  @Test func theVolumeIsAppliedToBothAtOnce() {
    let speech = [Int16](repeating: 20_000, count: 2 * fade)
    var quiet = Mixer(framesPerSecond: rate, volume: 50)
    #expect(mixed(&quiet, speech).allSatisfy { $0 == 10_000 })
    var mixer = Mixer(framesPerSecond: rate, volume: 100)
    mixer.setVolume(50)
    let half = mixed(&mixer, speech)
    #expect(largestStep([20_000] + half) < 250 && half[fade...].allSatisfy { $0 == 10_000 })
    mixer.setVolume(0)
    mixer.startTone(hertz: 1000, milliseconds: 500)
    #expect(mixed(&mixer, speech)[fade...].allSatisfy { $0 == 0 })
  }

  @Test func loudSpeechWithAToneSaturates() {
    for loudest in [Int16.max, .min] {
      var mixer = Mixer(framesPerSecond: rate, volume: 100)
      mixer.startTone(hertz: 50, milliseconds: 500)
      let frames = mixed(&mixer, [Int16](repeating: loudest, count: rate / 2))
      #expect(frames.contains(loudest))
      #expect(loudest > 0 ? frames.allSatisfy { $0 > 24_000 } : frames.allSatisfy { $0 < -24_000 })
    }
  }

  @Test func theSineIsOne() {
    #expect(SineTable.value(at: 0) == 0)
    #expect(SineTable.value(at: 1 << 30) >= 32_766)
    #expect(SineTable.value(at: 3 << 30) <= -32_766)
    for i in 0..<4_096 {
      // sin²x + cos²x = 1.
      let phase = UInt32(i) << 20 | UInt32(i)
      let (sine, cosine) = (Int64(SineTable.value(at: phase)), Int64(SineTable.value(at: phase &+ 1 << 30)))
      let radius = sine * sine + cosine * cosine
      #expect(abs(radius - 32_767 * 32_767) < 32_767 * 33)
    }
  }
}
