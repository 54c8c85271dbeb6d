import Voice

/// Any bytes on star-voice's input are lines of bounded length; each is a command within its limits, or nothing. What is said stays in order,
/// and what is played keeps its length.
func fuzzVoice(_ bytes: [UInt8]) {
  var reader = LineReader()
  var queue = UtteranceQueue()
  var mixer = Mixer(framesPerSecond: 22_050, volume: 100)
  var frames = [Int16](repeating: .min, count: 220)
  for byte in bytes {
    guard let line = reader.add(byte) else { continue }
    require(line.count <= LineReader.limit, "a line of \(line.count) bytes")
    switch VoiceCommand(line) {
    case .say(let language, let text):
      require(!text.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "a control character for espeak-ng")
      require(!VoiceNames.candidates(for: language).isEmpty, "a language without a name")
      queue.add(language: language, text: text)
    case .stop:
      queue.removeAll()
      mixer.stop()
    case .rate(let percent): queue.rate = percent
    case .volume(let percent): mixer.setVolume(percent)
    case .tone(let hertz, let milliseconds): mixer.startTone(hertz: hertz, milliseconds: milliseconds)
    case nil: break
    }
    mixer.mix(&frames)
  }
  var (last, count) = (0, 0)
  while let utterance = queue.next() {
    require(utterance.number > last && (50...300).contains(utterance.rate), "an utterance out of order")
    (last, count) = (utterance.number, count + 1)
  }
  require(count <= UtteranceQueue.capacity, "\(count) utterances wait")
}
