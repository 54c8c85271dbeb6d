import Testing

@testable import Voice

@Suite struct UtteranceQueueTests {
  private func texts(_ queue: inout UtteranceQueue) -> [String] {
    var texts: [String] = []
    while let utterance = queue.next() { texts.append(utterance.text) }
    return texts
  }

  @Test func utterancesKeepTheirOrderAndTheirRate() {
    var queue = UtteranceQueue()
    queue.add(language: "de", text: "a")
    queue.rate = 200
    queue.add(language: "en", text: "b")
    #expect(queue.next() == Utterance(number: 1, language: "de", text: "a", rate: 100))
    #expect(queue.next() == Utterance(number: 2, language: "en", text: "b", rate: 200))
    #expect(queue.next() == nil)
  }

  @Test func theOldestOfTooManyIsForgotten() {
    var queue = UtteranceQueue()
    for i in 1...20 { queue.add(language: "en", text: "\(i)") }
    #expect(texts(&queue) == (5...20).map { "\($0)" })
  }

  @Test func allAreForgotten() {
    var queue = UtteranceQueue()
    for i in 1...3 { queue.add(language: "en", text: "\(i)") }
    queue.removeAll()
    queue.add(language: "en", text: "new")
    #expect(texts(&queue) == ["new"])
  }
}

@Suite struct VoiceNameTests {
  @Test func aLanguageIsFoundUnderShorterNames() {
    #expect(VoiceNames.candidates(for: "de") == ["de"])
    #expect(VoiceNames.candidates(for: "pt-BR") == ["pt-br", "pt"])
    #expect(VoiceNames.candidates(for: "zh-Hant-TW") == ["zh-hant-tw", "zh-hant", "zh", "cmn"])
    #expect(VoiceNames.candidates(for: "no") == ["no", "nb"])
    #expect(VoiceNames.candidates(for: "-") == ["-"])
  }
}

@Suite struct LineLimitTests {
  @Test func aRepeatedLineIsLoggedAFewTimesAMinute() {
    var limit = LineLimit()
    var logged: [Int64] = []
    var dropped = 0
    for second in Int64(0)..<150 {
      let answer = limit.add(at: second * 1_000_000_000)
      if answer.isLogged { logged.append(second) }
      dropped += answer.dropped
    }
    #expect(logged == [0, 1, 2, 3, 4, 60, 61, 62, 63, 64, 120, 121, 122, 123, 124])
    #expect(dropped == 2 * 55)
  }
}

@Suite struct VoiceFaultTests {
  @Test func theMostImportantFaultIsTheLine() {
    var faults = VoiceFaults()
    #expect(faults.line == "ready")
    let steps: [(VoiceFaults.Kind, String, Bool, String)] = [
      (.language, "no voice", true, "no voice"), (.language, "no voice", false, "no voice"),
      (.language, "no voices", true, "no voices"), (.sound, "failed", true, "failed"),
      (.sound, "no card", false, "no card"), (.speech, "no data", true, "no card"), (.sound, "", true, "no data"),
      (.sound, "", false, "no data"), (.speech, "", true, "no voices"), (.language, "", true, "ready"),
    ]
    for (kind, message, isLogged, line) in steps {
      #expect(faults.set(kind, message) == isLogged)
      #expect(faults.line == line)
    }
  }
}
