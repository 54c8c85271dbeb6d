import TestSupport
import Testing

@testable import Voice

/// What the lines of star-voice's input mean: see `VoiceCommand`.
@Suite struct VoiceCommandTests {
  private func parsed(_ text: String) -> VoiceCommand? { VoiceCommand(Array(text.utf8)) }

  @Test func everyCommandIsRead() {
    #expect(parsed("say de Wie war es?") == .say(language: "de", text: "Wie war es?"))
    #expect(parsed("say zh-Hant-TW 你好") == .say(language: "zh-Hant-TW", text: "你好"))
    #expect(parsed("say ar  كيف ") == .say(language: "ar", text: " كيف "))
    #expect(parsed("stop") == .stop)
    #expect(parsed("rate 50") == .rate(50))
    #expect(parsed("rate 300") == .rate(300))
    #expect(parsed("volume 0") == .volume(0))
    #expect(parsed("volume 100") == .volume(100))
    #expect(parsed("tone 50 10") == .tone(hertz: 50, milliseconds: 10))
    #expect(parsed("tone 5000 500") == .tone(hertz: 5000, milliseconds: 500))
  }

  @Test func otherLinesAreMalformed() {
    for line in [
      "", " ", "say", "say de", "say de ", "say de   ", "say  text", "say d/e text", "say ../de text",
      "say \(String(repeating: "x", count: 36)) text", "Stop", "stop now", "stop  ", "rate", "rate 49", "rate 301",
      "rate 1e2", "rate +100", "rate -100", "rate 100 1", "rate 999999999999999999999", "volume 101", "volume",
      "tone 440", "tone 49 100", "tone 5001 100", "tone 440 9", "tone 440 501", "tone 440 100 1", "hush",
    ] {
      #expect(parsed(line) == nil, "\(line)")
    }
  }

  /// espeak-ng takes U+0001 for the beginning of a command.
  @Test func controlCharactersBecomeSpaces() {
    #expect(parsed("say en a\u{1}9v b\tc\u{7f}\u{85}d") == .say(language: "en", text: "a 9v b c  d"))
    #expect(parsed("say en \u{1}\t\u{0}") == nil)
  }

  @Test func randomBytesAreReadOrRefused() {
    var random = SplitMix64(seed: 41)
    let pieces = ["say ", "de ", "stop", "rate ", "volume ", "tone ", "100", " ", "9", "\u{1}", "é", "你"].map {
      Array($0.utf8)
    }
    func number(below limit: Int) -> Int { Int(random.int32(in: 0...Int32(limit - 1))) }
    var known = 0
    for _ in 0..<100_000 {
      var line: [UInt8] = []
      for _ in 0..<number(below: 6) {
        line += random.oneIn(4) ? [UInt8(number(below: 256))] : random.element(of: pieces)
      }
      switch VoiceCommand(line) {
      case .say(let language, let text):
        #expect((1...35).contains(language.utf8.count) && language.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
        #expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7f } && text.utf8.count <= 3 * line.count)
      case .rate(let percent): #expect(VoiceCommand.rates.contains(percent))
      case .volume(let percent): #expect(VoiceCommand.volumes.contains(percent))
      case .tone(let hertz, let milliseconds):
        #expect(VoiceCommand.frequencies.contains(hertz) && VoiceCommand.durations.contains(milliseconds))
      case .stop: break
      case nil: continue
      }
      known += 1
    }
    #expect(known > 1_000)
  }
}

@Suite struct LineReaderTests {
  /// Returns the lines of a stream.
  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var reader = LineReader()
    return bytes.compactMap { reader.add($0) }
  }

  @Test func linesEndWithALineFeed() {
    #expect(lines(Array("one\n\ntwo\nrest".utf8)) == [Array("one".utf8), [], Array("two".utf8)])
  }

  @Test func aLongLineIsCutAtACharacter() {
    for (text, width) in [("a", 1), ("é", 2), ("你", 3), ("🌟", 4)] {
      for shift in 0..<4 {
        let line = String(repeating: "x", count: shift) + String(repeating: text, count: 2000)
        let found = lines(Array((line + "\nnext\n").utf8))
        #expect(found.count == 2 && found[1] == Array("next".utf8))
        #expect(found[0].count == shift + (1024 - shift) / width * width)
        #expect(line.utf8.starts(with: found[0]) && String(validating: found[0], as: UTF8.self) != nil)
      }
    }
  }

  @Test func aLineOfTheMaximumLengthIsWhole() {
    let line = [UInt8](repeating: 0x61, count: 1022) + Array("é".utf8)
    #expect(lines(line + [10]) == [line])
  }

  @Test func noBytesMakeALongerLine() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<50 {
      let bytes = (0..<5000).map { _ in UInt8(random.int32(in: 0x80...0xff)) } + [10]
      let found = lines(bytes)
      #expect(found.count == 1 && (1021...1024).contains(found[0].count) && bytes.starts(with: found[0]))
    }
  }
}
