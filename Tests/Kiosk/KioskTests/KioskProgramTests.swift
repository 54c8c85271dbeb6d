import Foundation
import Testing

/// The kiosk with words, as a whole program.
@Suite struct KioskProgramTests {
  /// The sample that `tools/run` shows.
  static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/kiosk/kiosk.conf").path

  /// Two visitors, in English and in Arabic: a poor answer with two reasons, a good one.
  @Test func demoVisitsAllScreens() throws {
    let program = try Program()
    defer { program.remove() }
    // The filmstrip neither replaces a file nor follows a link: its folder is everybody's.
    let (target, link) = (program.path("target"), program.path("star-kiosk-filmstrip.png"))
    try "mine".write(toFile: target, atomically: true, encoding: .utf8)
    #expect(symlink(target, link) == 0)
    let outcome = try program.run([
      "--config", Self.sample, "--phrases", Program.phrases, "--journal", "j.sqlite",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answers = try answers(in: outcome.output)
    #expect(answers.map { $0["language"] as? String } == ["en", "en", "ar", "ar"])
    #expect(
      answers.map { $0["question"] as? String } == ["service", "cleanliness", "service", "cleanliness"])
    #expect(answers.map { $0["stars"] as? Int } == [2, 5, 2, 5])
    #expect(answers.map { $0["reasons"] as? [String] } == [["waiting", "prices"], [], ["waiting", "prices"], []])
    #expect(answers.allSatisfy { $0["kiosk"] as? String == "entrance-2" })
    let visits = answers.compactMap { $0["visit"] as? String }
    #expect(visits[0] == visits[1] && visits[2] == visits[3] && visits[0] != visits[2])
    #expect(Set(answers.compactMap { $0["uuid"] as? String }).count == 4)
    #expect(FileManager.default.fileExists(atPath: program.path("star-kiosk-filmstrip-2.png")))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  /// Without a start screen there is one demo visit for each language, too.
  @Test(arguments: [1, 2]) func demoWithoutStartScreen(languages: Int) throws {
    let program = try Program()
    defer { program.remove() }
    var text = "[kiosk]\nattract = no\n[question a]\n[question b]\n"
    for tag in ["en", "de"].prefix(languages) {
      text += "[text \(tag)]\nname = \(tag)\nquestion a = A?\nquestion b = B?\n"
    }
    try program.configure(text)
    let visit = try program.start([
      "--config", "kiosk.conf", "--phrases", Program.phrases, "--journal", "j.sqlite",
    ])
    defer { visit.terminate() }
    try #require(program.wait(20) { !visit.isRunning })
    let said = try answers(in: program.outcome(of: visit).output)
    #expect(said.map { $0["question"] as? String } == Array(repeating: ["a", "b"], count: languages).flatMap { $0 })
    #expect(Set(said.map { $0["language"] as? String }).count == languages)
  }

  @Test func reloadAppliesConfiguration() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk(Program.configuration(start: "Begin"))
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try program.log().contains("drawing to") })
    let first = try program.picture(of: kiosk)
    // An invalid one is reported line by line and rejected.
    try program.configure("[slider]\nstars = many\nstep = seldom\n")
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try program.log().contains("the previous configuration stays in effect") })
    #expect(try program.log().contains("kiosk.conf:2:") && program.log().contains("kiosk.conf:3:"))
    #expect(try program.picture(of: kiosk) == first)
    // So is a kind of question that there is not.
    try program.configure("[question a]\nkind = nsp\n[text en]\nquestion a = How was it?\n")
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(
      try program.wait(10) {
        try program.log().contains(
          "kiosk.conf:2: [question a] kind = nsp: invalid value; did you mean nps? allowed: stars, faces")
      })
    #expect(try program.picture(of: kiosk) == first)
    // An icon that is no picture is a decoration: the rest of the configuration applies.
    func applied() throws -> Int {
      try program.log().split(separator: "\n").count { $0.contains("the new configuration is in effect") }
    }
    try program.configure("[question a]\nreasons = b\nicon b = kiosk.conf\n[text en]\nquestion a = A\nreason b = B\n")
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(
      try program.wait(10) {
        try program.log().contains(
          "kiosk.conf:3: warning: [question a] icon b = kiosk.conf: cannot decode the PNG picture: not a PNG file; save it "
            + "as PNG again; the kiosk runs without it")
      })
    #expect(try program.wait(10) { try applied() == 1 })
    try program.configure(Program.configuration(start: "Touch me"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try applied() == 2 })
    #expect(try program.picture(of: kiosk) != first)
    try program.configure(Program.configuration(start: "Begin"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try applied() == 3 })
    #expect(try program.picture(of: kiosk) == first)
  }

  /// The theme's colors apply to the stars, too, unless the stars have their own.
  @Test func themeColorsStars() throws {
    let faces = ["", "stroke = #ffffff\nempty = #000000\nbackground = #000000", "stroke = #ff0000", "empty = #ff0000"]
    let pictures = try faces.map { face in
      let program = try Program()
      defer { program.remove() }
      let kiosk = try program.startKiosk(
        Program.configuration(start: "Begin") + "[theme]\nbase = contrast\n[face]\n" + face + "\n")
      defer { kiosk.terminate() }
      #expect(try program.wait(20) { try program.log().contains("drawing to") })
      return try program.picture(of: kiosk)
    }
    #expect(pictures[0] == pictures[1] && Set(pictures).count == 3)
  }

  /// Without words, too: the stars go away, touches do nothing, and the stars come back by themselves.
  @Test(arguments: [Program.configuration(start: "Begin"), ""]) func cleaningBySignal(_ rest: String) throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk("[kiosk]\ncleaning = 5\n" + rest)
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try program.log().contains("drawing to") })
    let first = try program.picture(of: kiosk)
    kill(kiosk.processIdentifier, SIGUSR2)
    // On a busy machine both signals may wait at once, and the picture's goes first.
    #expect(try program.wait(4) { try program.picture(of: kiosk) != first })
    #expect(try program.wait(20) { try program.picture(of: kiosk) == first })
  }

  /// Returns the answers of visitors with these gestures as lines of JSON.
  private func given(_ configuration: String, _ gestures: Gestures, on size: String = "800x480") throws -> String {
    let program = try Program()
    defer { program.remove() }
    try program.configure(configuration)
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--config", "kiosk.conf", "--display", "memory:" + size, "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  private func answered(_ configuration: String, _ gestures: Gestures, on size: String = "800x480") throws -> [Double] {
    try stars(in: given(configuration, gestures, on: size))
  }

  /// The countdown appears without activity, even while a finger rests.
  @Test func countdownIsShown() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    gestures.stroke([(400, 394)], pause: 500)
    gestures.stroke(Array(repeating: (400, 20), count: 300))
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    var pictures: [Data] = []
    for warning in [0, 1, 9] {
      try program.configure(
        "[kiosk]\nidle = 10\nidle-warning = \(warning)\n" + Program.configuration(start: "Begin"))
      let outcome = try program.run([
        "--config", "kiosk.conf", "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
        "--snapshot", "end.png",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: program.path("end.png"))))
    }
    #expect(pictures[0] == pictures[1] && pictures[1] != pictures[2])
  }

  /// A visitor who leaves after the first of two questions, one who follows soon, and one who follows late.
  @Test func flagsOfPartialAndRepeatedVisits() throws {
    let configuration = """
      [kiosk]
      idle = 5
      idle-warning = 0
      half-given = keep
      repeat-interval = 20
      [question a]
      [question b]
      [text en]
      question a = How was it?
      question b = And the rest?
      """
    var gestures = Gestures()
    func visit(_ questions: Int, pause: Int) {
      gestures.stroke([(400, 394)], pause: 500)
      for i in 1...questions { gestures.stroke([(400, 250)], pause: i < questions ? 500 : pause) }
    }
    visit(1, pause: 15_000)
    visit(2, pause: 25_000)
    visit(2, pause: 0)
    let flags = try answers(in: given(configuration, gestures)).map { $0["flags"] as? [String] }
    #expect(flags == [["partial"], ["repeated"], ["repeated"], [], []])
  }

  /// A finger on the top left corner for three seconds, on a kiosk without text.
  @Test func heldCornerStartsCleaning() throws {
    var gestures = Gestures()
    gestures.stroke([(102, 240)])
    gestures.stroke(Array(repeating: (5, 5), count: 160), pause: 1_000)
    gestures.stroke([(251, 240)], pause: 6_000)
    gestures.stroke([(400, 240)])
    #expect(try answered("[kiosk]\ncleaning = 5\n", gestures) == [1, 3])
  }

  /// The finger must stay on the corner.
  @Test func leavingCornerPreventsCleaning() throws {
    var gestures = Gestures()
    gestures.stroke(Array(repeating: (5, 5), count: 50) + Array(repeating: (400, 470), count: 160), pause: 1_000)
    gestures.stroke([(251, 240)])
    #expect(try answered("[kiosk]\ncleaning = 5\n", gestures) == [2])
  }

  /// A star in the corner of a small screen can still be rated.
  @Test func restingOnStarInCornerRates() throws {
    var gestures = Gestures()
    gestures.stroke(Array(repeating: (100, 240), count: 200))
    #expect(try answered("[slider]\n", gestures, on: "100x30") == [1])
  }

  /// A visit ends while a finger rests on the stars: the next visitor can rate.
  @Test func restingFingerDoesNotBlockNextVisit() throws {
    var gestures = Gestures()
    gestures.stroke([(400, 394)])
    gestures.stroke(Array(repeating: (400, 250), count: 400))
    gestures.stroke([(400, 394)])
    gestures.stroke([(400, 250)])
    #expect(
      try answered("[kiosk]\nidle = 5\nidle-warning = 0\n" + Program.configuration(start: "Begin"), gestures) == [3])
  }

  /// The memory with English, Arabic and Chinese, including the frame, is below 7 MB, also while the stars move.
  @Test func memoryWithThreeScripts() throws {
    let program = try Program()
    defer { program.remove() }
    func text(_ tag: String, _ name: String, _ word: String) -> String {
      "[text \(tag)]\nname = \(name)\nquestion a = \(word)\nreason b = \(word)\n"
    }
    let kiosk = try program.startKiosk(
      "[theme]\nfonts = Noto Sans\n[question a]\nreasons = b\n" + text("en", "English", "How was it?")
        + text("ar", "العربية", "كيف كانت خدمتنا؟") + text("zh-Hans", "中文", "您对我们的服务满意吗"), motion: true)
    defer { kiosk.terminate() }
    #expect(try program.wait(30) { try program.log().contains("drawing to") })
    #expect(try kilobytes(of: kiosk, below: 7 * 1024, in: program) < 7 * 1024)
    #expect(try !program.log().contains("no font has"))
  }
}
