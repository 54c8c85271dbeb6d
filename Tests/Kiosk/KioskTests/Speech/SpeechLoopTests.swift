import Foundation
import Survey
import TestSupport
import Testing
import Touch

@testable import Kiosk

/// What star-voice reads while a visitor answers by keypad.
@Suite(.serialized) struct SpeechLoopTests {
  /// A short survey in English and German.
  static let survey = {
    let machines = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Machines")
    let text = try? String(contentsOf: machines.appending(path: "spoken.conf"), encoding: .utf8)
    return text?.components(separatedBy: "[text ar]")[0] ?? ""
  }()
  private static let always = "[voice]\nvoice = always\n" + survey
  private static let onDemand = "[voice]\nvoice = on-demand\n" + survey
  private static let touch = "say en Or slide a finger over the screen, and tap twice to choose"
  private static let keys = "say en Choose with the arrow keys, then press Enter"

  @Test func wholeVisit() throws {
    let visit = try SpokenKiosk(Self.always)
    #expect(
      visit.pass(milliseconds: 1) == [
        "volume 50", "rate 100", "say en How was our service?", "say en Press Enter to begin",
      ])
    #expect(
      visit.press(.enter) == [
        "stop", "say en Question 1 of 2", "say en How was our service?", "say en Stars, 1 to 5", "say en Not rated",
        Self.keys,
      ])
    #expect(visit.press(.right) == ["stop", "say en 1 of 5", "say en Very poor"])
    #expect(visit.press(.right) == ["stop", "say en 2 of 5", "say en Poor"])
    #expect(
      visit.press(.enter) == [
        "stop", "say en What went wrong?", "say en 2 answers", "say en Several answers are possible",
        "say en The waiting time", "say en Not selected", "say en 1 of 2", Self.keys,
      ])
    #expect(visit.press(.enter) == ["stop", "say en Selected"])
    #expect(visit.press(.enter) == ["stop", "say en Not selected"])
    #expect(visit.press(.next) == ["stop", "say en The staff", "say en Not selected", "say en 2 of 2"])
    // This key does nothing here: a tone, and no word twice.
    #expect(visit.press(.control(.home)) == ["stop", "tone 220 60"])
    #expect(visit.press(.control(.home)) == ["tone 220 60"])
    #expect(visit.press(.enter) == ["say en Selected"])
    #expect(visit.press(.next) == ["stop", "say en Done", "say en 1 of 2"])
    #expect(
      visit.press(.enter) == [
        "stop", "say en Question 2 of 2", "say en What did you use?", "say en 2 answers",
        "say en Several answers are possible", "say en The bus", "say en Not selected", "say en 1 of 2", Self.keys,
      ])
    #expect(visit.press(.enter) == ["stop", "say en Selected"])
    #expect(visit.press(.previous, .previous).suffix(2) == ["say en Done", "say en 1 of 2"])
    #expect(visit.press(.enter) == ["tone 880 250", "stop", "say en Thank you!"])
    // The thanks are heard to their end, and the next visitor's screen is said after them.
    #expect(visit.pass(milliseconds: 3000) == ["say en How was our service?", "say en Press Enter to begin"])
    #expect(visit.kiosk.machine.visits == 1 && visit.pass(milliseconds: 100_000).isEmpty)
    #expect(visit.status.faults.names.isEmpty)
  }

  @Test func visitWithFourKeysInGerman() throws {
    let visit = try SpokenKiosk(Self.always)
    visit.press(.enter)
    // The last place of the screen is the button of the other language.
    #expect(visit.press(.previous) == ["stop", "say de Deutsch"])
    #expect(
      visit.press(.enter) == [
        "stop", "say de Frage 1 von 2", "say de Wie war unser Service?", "say de Sterne, 1 bis 5",
        "say de Nicht bewertet", "say de Mit den Pfeiltasten wählen, dann Eingabe drücken",
      ])
    var said: [String] = []
    for _ in 0..<5 { said += visit.press(.next) }
    #expect(said.suffix(3) == ["stop", "say de 5 von 5", "say de Sehr gut"])
    #expect(visit.press(.enter).contains("say de Was haben Sie benutzt?"))
    // Back asks first.
    #expect(
      visit.press(.back) == [
        "stop", "say de Von vorn", "say de Noch einmal Eingabe drücken, um von vorn zu beginnen", "say de 2 von 2",
      ])
    #expect(visit.press(.next, .next).suffix(3) == ["say de Der Zug", "say de Nicht ausgewählt", "say de 2 von 2"])
    #expect(visit.press(.enter) == ["stop", "say de Ausgewählt"])
    #expect(visit.press(.next).contains("say de Fertig"))
    #expect(visit.press(.enter) == ["tone 880 250", "stop", "say de Vielen Dank!"])
    #expect(visit.kiosk.machine.visits == 1)
  }

  @Test func backDiscardsOnlyWhenPressedTwice() throws {
    let visit = try SpokenKiosk(Self.always)
    visit.press(.enter, .right, .right, .right, .enter)
    #expect(visit.kiosk.machine.screen == .question(1))
    #expect(
      visit.press(.back) == ["stop", "say en Start over", "say en Press Enter again to start over", "say en 2 of 2"])
    #expect(visit.kiosk.machine.screen == .question(1))
    #expect(visit.press(.back).contains("say en Press Enter to begin"))
    #expect(visit.kiosk.machine.screen == .attract && visit.kiosk.machine.visits == 0)
  }

  @Test func repeatedOnRequest() throws {
    let visit = try SpokenKiosk(Self.always)
    visit.press(.enter, .right, .right)
    #expect(
      visit.press(.speech) == [
        "stop", "say en Question 1 of 2", "say en How was our service?", "say en Stars, 1 to 5", "say en 2 of 5",
        "say en Poor", Self.keys,
      ])
    #expect(visit.press(.louder) == ["stop", "volume 60", "say en Volume 60 percent"])
    #expect(visit.press(.slower) == ["stop", "rate 75", "say en Speed 75 percent"])
    visit.press(.speech)
    // A key for speech is activity, too.
    #expect(visit.kiosk.machine.lastActivity == visit.kiosk.clock.now)
    #expect(visit.kiosk.machine.screen == .question(0))
  }

  /// With `on-demand`, nothing is said and no pipe is opened before a visitor asks for it.
  @Test func speechOnDemand() throws {
    let visit = try SpokenKiosk(Self.onDemand, hasPipe: false)
    visit.press(.enter, .right, .louder)
    #expect(visit.status.faults.names.isEmpty)
    visit.makePipe()
    visit.startReading()
    #expect(
      visit.press(.speech) == [
        "volume 50", "rate 100", "say en Question 1 of 2", "say en How was our service?", "say en Stars, 1 to 5",
        "say en 1 of 5", "say en Very poor", Self.keys, Self.touch,
      ])
    visit.press(.louder)
    // The visit is given up: speech ends with it, and begins at the safe volume.
    #expect(visit.pass(milliseconds: 100_000) == ["say en 20 seconds left. Press any key to go on"])
    #expect(visit.kiosk.machine.screen == .attract && visit.press(.right).isEmpty)
    #expect(visit.press(.speech).prefix(3) == ["volume 50", "rate 100", "say en How was our service?"])
  }

  @Test func headphones() throws {
    let visit = try SpokenKiosk(Self.onDemand)
    visit.pass(milliseconds: 1)
    visit.keypad.hasHeadphones = true
    #expect(visit.pass(milliseconds: 200).isEmpty)
    #expect(
      visit.pass(milliseconds: 200) == [
        "volume 50", "rate 100", "say en How was our service?", "say en Press Enter to begin", Self.touch,
      ])
    #expect(visit.press(.enter).contains("say en Question 1 of 2"))
    visit.keypad.hasHeadphones = false
    #expect(visit.pass(milliseconds: 500) == ["stop"])
    // The visit goes on without speech.
    #expect(visit.press(.right, .right, .right, .enter).isEmpty && visit.kiosk.machine.screen == .question(1))
  }

  /// A switch that changes all the time neither ends a visit nor holds it.
  @Test func flickeringHeadphonesDoNotHoldAVisit() throws {
    let visit = try SpokenKiosk(Self.onDemand)
    visit.press(.enter, .right)
    let last = visit.kiosk.machine.lastActivity
    for _ in 0..<220 {
      visit.keypad.hasHeadphones.toggle()
      #expect(visit.pass(milliseconds: 200).isEmpty)
      #expect(visit.kiosk.machine.screen == .question(0) && visit.kiosk.machine.lastActivity == last)
    }
    for _ in 0..<20 {
      visit.keypad.hasHeadphones.toggle()
      visit.pass(milliseconds: 200)
    }
    #expect(visit.kiosk.machine.screen == .attract)
  }

  /// The warning comes once, 20 s before the end, which comes twice as late as for a visitor who reads. Any key goes on.
  @Test func timeLimitsAreSaidAndExtended() throws {
    let visit = try SpokenKiosk(Self.always)
    visit.press(.enter)
    #expect(visit.pass(milliseconds: 69_000).isEmpty)
    #expect(visit.pass(milliseconds: 20_000) == ["say en 20 seconds left. Press any key to go on"])
    #expect(visit.kiosk.machine.countdown == 1)
    #expect(
      visit.press(.right) == ["stop", "say en 1 of 5", "say en Very poor"] && visit.kiosk.machine.countdown == nil)
    #expect(visit.pass(milliseconds: 69_000).isEmpty)
    #expect(visit.press(.speech).count == 7)
    #expect(visit.pass(milliseconds: 69_000).isEmpty)
    #expect(
      visit.pass(milliseconds: 22_000).suffix(2) == ["say en How was our service?", "say en Press Enter to begin"])
  }

  /// Whatever keys are pressed, each screen is announced once, and nothing is said twice.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func randomKeysAreAnsweredOnce(seed: UInt64) throws {
    // Questions of every kind, or few enough for whole visits.
    let isShort = seed > 2
    let visit = try SpokenKiosk(isShort ? Self.always : "[voice]\nvoice = always\n" + SpokenKiosk.survey)
    visit.pass(milliseconds: 1)
    var random = SplitMix64(seed: seed)
    let keys: [KeypadKey] = [
      .enter, .enter, .left, .right, .up, .down, .previous, .next, .next, .back, .control(.home), .control(.end),
    ]
    var shown = 0
    for _ in 0..<400 {
      visit.pass(milliseconds: 150)
      let (screen, before) = (visit.kiosk.presenter.screen, visit.kiosk.presenter.screen.focused)
      let visitNumber = visit.kiosk.machine.visitNumber
      var said = visit.pressAtOnce(random.element(of: keys))
      if said.first == "tone 880 250" { said.removeFirst() }
      if said.first == "stop" { said.removeFirst() }
      #expect(!said.contains("stop"))
      if visit.kiosk.presenter.screen !== screen || visit.kiosk.machine.visitNumber != visitNumber {
        shown += 1
        #expect(said == visit.announcement)
      } else if visit.kiosk.presenter.screen.focused == before {
        #expect(said == ["tone 220 60"])
      } else {
        #expect((1...4).contains(said.count) && Set(said).count == said.count && !said.contains("tone 220 60"))
      }
    }
    #expect(shown > 20 && (visit.kiosk.machine.visits > 0 || !isShort))
  }

  /// Touches are silent in a kiosk that neither speaks nor sounds; with sounds, they and the thanks have a tone.
  @Test func tonesWithoutSpeech() throws {
    let visit = try SpokenKiosk("[voice]\nsounds = yes\n" + Self.survey)
    visit.press(.enter, .right, .right, .right, .enter, .next, .next)
    #expect(visit.press(.enter) == ["tone 880 250"])
    visit.kiosk.presenter.speech?.touchBegan(onTarget: false, at: 0)
    #expect(visit.lines().isEmpty)
    visit.kiosk.presenter.speech?.touchBegan(onTarget: true, at: 0)
    #expect(visit.lines() == ["tone 1200 30"])
  }
}
