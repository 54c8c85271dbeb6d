import Foundation
import Testing

@testable import Kiosk

/// star-voice is missing, does not read, or ends again and again: the visit goes on, and there is one fault.
@Suite(.serialized) struct VoicePipeTests {
  private static let survey = "[voice]\nvoice = always\n" + SpeechLoopTests.survey

  /// Answers both questions.
  private func answer(_ visit: SpokenKiosk) {
    visit.press(.enter, .right, .right, .right, .enter, .enter, .next, .next, .enter)
    visit.pass(milliseconds: 3000)
  }

  @Test func missingPipeIsOneFault() throws {
    let visit = try SpokenKiosk(Self.survey, hasPipe: false)
    #expect(visit.status.faults.names.isEmpty)
    answer(visit)
    #expect(visit.kiosk.machine.visits == 1 && visit.status.faults.names == ["voice_silent"])
    // The pipe exists, and no program reads it.
    visit.makePipe()
    answer(visit)
    #expect(visit.kiosk.machine.visits == 2 && visit.status.faults.names == ["voice_silent"])
    visit.startReading()
    #expect(visit.press(.enter).contains("say en Question 1 of 2"))
    visit.pass(milliseconds: 5000)
    visit.press(.right)
    #expect(visit.status.faults.names.isEmpty)
  }

  @Test func readerThatEndsAgainAndAgain() throws {
    let visit = try SpokenKiosk(Self.survey)
    visit.press(.enter)
    for round in 0..<20 {
      visit.stopReading()
      visit.press(round % 2 == 0 ? .right : .left)
      #expect(visit.status.faults.names == ["voice_silent"])
      visit.startReading()
      #expect(visit.press(round % 2 == 0 ? .left : .right).last?.hasPrefix("say en ") == true)
      #expect(visit.status.faults.names == ["voice_silent"])
    }
    #expect(visit.kiosk.machine.screen == .question(0))
    visit.press(.control(.end), .enter, .enter, .next, .next, .enter)
    #expect(visit.kiosk.machine.visits == 1)
    visit.pass(milliseconds: 6000)
    visit.press(.enter)
    #expect(visit.status.faults.names.isEmpty)
  }

  /// A reader that is replaced between two keys is no fault.
  @Test func replacedReaderReadsOn() throws {
    let visit = try SpokenKiosk(Self.survey)
    visit.press(.enter)
    for _ in 0..<20 {
      visit.stopReading()
      visit.startReading()
      #expect(!visit.press(.speech).isEmpty)
    }
    #expect(visit.status.faults.names.isEmpty)
  }

  @Test func fullPipeLosesLines() throws {
    let visit = try SpokenKiosk(Self.survey)
    visit.press(.enter)
    for _ in 0..<2000 {
      visit.keypad.pressed = [.speech]
      visit.kiosk.handleKeys()
    }
    #expect(visit.status.faults.names == ["voice_silent"])
    // Only whole lines were written.
    let lines = visit.lines()
    #expect(lines.count > 1000 && lines.allSatisfy { $0 == "stop" || $0.hasPrefix("say en ") })
    answer(visit)
    #expect(visit.kiosk.machine.visits == 1)
    visit.pass(milliseconds: 5000)
    visit.press(.speech)
    #expect(visit.status.faults.names.isEmpty)
  }

  @Test(arguments: ["no sound card: connect one", "no voice for en: install espeak-ng"])
  func stateOfStarVoiceIsAFault(state: String) throws {
    let visit = try SpokenKiosk(Self.survey)
    try visit.write(state: state)
    #expect(visit.press(.enter).contains("say en Question 1 of 2"))
    #expect(visit.status.faults.names == ["voice_silent"])
    #expect(VoicePipe.problem(in: visit.folder) == "star-voice: " + state)
    try visit.write(state: "ready")
    visit.pass(milliseconds: 5000)
    visit.press(.right)
    #expect(visit.status.faults.names.isEmpty && VoicePipe.problem(in: visit.folder) == nil)
  }

  /// What another user may have put there is not followed, not waited for, and not written to.
  @Test func onlyAPipeIsWrittenTo() throws {
    let visit = try SpokenKiosk(Self.survey, hasPipe: false)
    let path = visit.folder + "/" + VoicePipe.name
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    visit.press(.enter)
    #expect(visit.status.faults.names == ["voice_silent"] && VoicePipe.problem(in: visit.folder) != nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    visit.removePipe()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: visit.folder + "/other")
    visit.press(.right)
    #expect(!FileManager.default.fileExists(atPath: visit.folder + "/other"))
  }

  @Test func linesAreShortAndWhole() {
    let text = String(repeating: "ü", count: 600)
    let line = VoicePipe.line(saying: "de", text)
    #expect(line.count <= 1024 && line.count >= 1022 && line.last == 10)
    let said = String(decoding: line.dropLast(), as: UTF8.self)
    #expect(said == "say de " + String(repeating: "ü", count: (line.count - 8) / 2))
    #expect(String(decoding: VoicePipe.line(saying: "en", "a\nb\u{1b}c"), as: UTF8.self) == "say en a b c\n")
  }
}
