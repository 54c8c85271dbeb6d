import Settings

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// Whether a visitor who does not see the screen can hear it and answer, by keypad or by touch.
  private var isHeard: Bool { settings.speaks && (hasKeys || settings.allowsExploration) }

  /// 5.1.3: access without vision. Without speech, the clauses about it have nothing to apply to.
  var nonVisualAccess: [Conformance.Clause] { speechItself + speechControls }

  private var speechItself: [Conformance.Clause] {
    [
      Clause("5.1.3.1", "Everything on the screen is also available without vision", everything),
      Clause(
        "5.1.3.2", "Speech comes from the kiosk or a headset",
        ifHeard(
          .dependsOnStand(
            "Build a jack for headphones into the stand, or a loudspeaker, and connect it to the sound card."))
      ),
      Clause(
        "5.1.3.3", "Speech can be matched with the screen",
        ifHeard(
          .met(
            "What is said has the words of the screen, and what the keypad's focus is on is said when it moves.",
            shownBy: "SpokenScreenTests.everyScreenIsSaid", "SpeechLoopTests.wholeVisit"))),
      Clause(
        "5.1.3.4", "Speech can be interrupted and repeated",
        ifHeard(
          .met(
            "Every key interrupts it, and the speech key repeats the screen.",
            shownBy: "SpeechLoopTests.repeatedOnRequest"))),
      Clause(
        "5.1.3.5", "Speech stops at an action",
        ifHeard(
          .met(
            "A key or a touch silences what is being said before anything else is said.",
            shownBy: "SpeechLoopTests.randomKeysAreAnsweredOnce", "SpeechStateTests.theSpeechKeyStartsAndRepeats"))),
      Clause(
        "5.1.3.6", "Pictures have a spoken alternative",
        isHeard
          ? .met(
            "Stars are said as their value and its word, faces as their mood or the words at the ends, and tiles by their words.",
            shownBy: "SpokenScreenTests.everyScreenIsSaid", "SpokenScreenTests.halvesHaveTheLanguagesComma")
          : .notMet("The kiosk does not speak. Stars, faces and symbols have no alternative but their picture.")),
      Clause("5.1.3.7", "Video has a spoken alternative", .notApplicable("The kiosk shows no video.")),
      Clause(
        "5.1.3.8", "Masked entries are not spoken",
        ifHeard(
          .met(
            "Of the screen for the PIN, only the name is said.", shownBy: "SpokenScreenTests.operatorsScreensAreSilent")
        )),
      Clause(
        "5.1.3.9", "Personal data is spoken in private", ifHeard(.notApplicable("The kiosk knows no personal data."))),
      Clause(
        "5.1.3.10", "No other sound disturbs speech",
        ifHeard(.met("Tones last at most 250 ms.", shownBy: "SpeechLoopTests.wholeVisit"))),
    ]
  }

  private var speechControls: [Conformance.Clause] {
    [
      Clause(
        "5.1.3.11", "The volume of a headset can be set",
        ifHeard(
          .met(
            "Two keys set the volume in ten steps, and each step is said.",
            shownBy: "SpeechLoopTests.repeatedOnRequest",
            "SpeechStateTests.eachVisitorBeginsWithASafeVolume"))),
      Clause(
        "5.1.3.12", "The volume of a loudspeaker can be set",
        ifHeard(
          .dependsOnStand("If speech comes from a loudspeaker, set the sound card so that full volume reaches 65 dBA."))
      ),
      Clause(
        "5.1.3.13", "The volume is reset after each visitor",
        ifHeard(
          .met(
            "Each visitor begins at half of the volume.", shownBy: "SpeechStateTests.eachVisitorBeginsWithASafeVolume",
            "SpeechLoopTests.speechOnDemand"))),
      Clause(
        "5.1.3.14", "Speech has the language of the screen",
        ifHeard(
          .met(
            "Each text is said in its own language, and the visitor's choice of a language applies to both.",
            shownBy: "SpokenScreenTests.everyScreenIsSaid", "SpokenScreenTests.languagesAreSaidInThemselves"))),
      Clause(
        "5.1.3.15", "Errors of input are spoken",
        ifHeard(.notApplicable("No answer is an error. A key that does nothing has a tone."))),
      Clause(
        "5.1.3.16", "Receipts and tickets are spoken", .notApplicable("The kiosk issues no receipts and no tickets.")),
    ]
  }

  private func ifHeard(_ finding: Finding) -> Finding {
    isHeard ? finding : .notApplicable("It is about speech output, which this kiosk lacks: see 5.1.3.1.")
  }

  private var everything: Finding {
    if !settings.speaks {
      return .notMet(
        "The kiosk does not speak. A visitor who does not see the screen cannot answer. Set voice = on-demand in [voice], and build in "
          + "headphones and a keypad.")
    }
    if !isHeard {
      return .notMet(
        "The kiosk speaks, but keys = no in [touch] closes it to keypads, and the touchscreen requires vision unless voice = on-demand."
      )
    }
    if settings.hasThanksCode || settings.questions.contains(where: { $0.kind.showsCode }) {
      return .notMet("The address in the code of qr-url is not said. Remove qr-url and questions of the kind comment.")
    }
    return .met(
      "Every screen, question, answer, value, time limit and message is said, by star-voice, and "
        + (hasKeys ? "a keypad answers." : "a finger that explores answers."),
      shownBy: "SpokenScreenTests.everyScreenIsSaid", "SpeechLoopTests.timeLimitsAreSaidAndExtended",
      hasKeys ? "SpeechLoopTests.wholeVisit" : "SpokenTouchTests.wholeVisit")
  }

  /// 5.2: how speech is activated; `nil` without speech.
  var speechActivation: Finding? {
    if !isHeard { return nil }
    if settings.voice.mode == .always {
      return .met("The kiosk always speaks.", shownBy: "SpeechLoopTests.wholeVisit")
    }
    return .met(
      "Speech starts when headphones are plugged in, and with the speech key on every screen.",
      shownBy: "SpeechLoopTests.headphones", "SpeechLoopTests.speechOnDemand")
  }

  /// 5.6.1, if there are toggles and speech.
  var spokenState: Finding? {
    isHeard
      ? .met(
        "Whether a tile or more contrast is selected is said with it, and when it changes.",
        shownBy: "SpeechLoopTests.wholeVisit", "SpokenScreenTests.everyScreenIsSaid") : nil
  }

  /// 8.2.1 and 8.5, where the sound card and the stand decide.
  var speechHardware: (range: Finding, steps: Finding, start: Finding) {
    let silent = Finding.notApplicable("The kiosk has no speech output.")
    if !isHeard { return (silent, silent, silent) }
    return (
      .dependsOnStand(
        "The volume can be set from 10 to 100 %, which is 20 dB on a linear sound card. Check that yours has at least 18 dB.",
        shownBy: "SpeechStateTests.eachVisitorBeginsWithASafeVolume"),
      .dependsOnStand(
        "The volume has ten steps, and that of 40 % is 12 dB above the lowest on a linear sound card.",
        shownBy: "SpeechStateTests.eachVisitorBeginsWithASafeVolume"),
      .dependsOnStand("Mark the speech key, or the jack for headphones, so that it can be felt.")
    )
  }
}
