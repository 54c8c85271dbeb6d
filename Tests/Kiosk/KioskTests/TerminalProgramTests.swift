import Foundation
import Testing

/// The terminal with words, as a whole program.
@Suite struct TerminalProgramTests {
  /// The sample that `tools/run` shows.
  static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/terminal/kiosk.conf").path

  private func answers(in output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// Two visitors, in English and in Arabic: a poor answer with two reasons, a good one.
  @Test func theDemoGoesThroughAllScreens() throws {
    let program = try Program()
    defer { program.remove() }
    let outcome = try program.run(["--config", Self.sample, "--journal", "j.sqlite"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answers = try answers(in: outcome.output)
    #expect(answers.map { $0["language"] as? String } == ["en", "en", "ar", "ar"])
    #expect(
      answers.map { $0["question"] as? String } == ["service", "cleanliness", "service", "cleanliness"])
    #expect(answers.map { $0["stars"] as? Int } == [2, 5, 2, 5])
    #expect(answers.map { $0["reasons"] as? [String] } == [["waiting", "prices"], [], ["waiting", "prices"], []])
    #expect(answers.allSatisfy { $0["terminal"] as? String == "entrance-2" })
    let visits = answers.compactMap { $0["visit"] as? String }
    #expect(visits[0] == visits[1] && visits[2] == visits[3] && visits[0] != visits[2])
    #expect(Set(answers.compactMap { $0["uuid"] as? String }).count == 4)
    #expect(FileManager.default.fileExists(atPath: program.path("star-kiosk-filmstrip.png")))
  }

  /// Without a start screen the visitor comes as often, and then no more.
  @Test(arguments: [1, 2]) func aVisitorWhoIsAwaitedByTheFirstQuestion(languages: Int) throws {
    let program = try Program()
    defer { program.remove() }
    let words = ["attract", "what-went-wrong", "done", "start-over", "thanks", "still-there", "closed", "cleaning"]
    var text = "[terminal]\nattract = no\n[question a]\n[question b]\n"
    for tag in ["en", "de"].prefix(languages) {
      text += "[text \(tag)]\nname = \(tag)\nquestion a = A?\nquestion b = B?\n"
      text += words.map { "\($0) = \(tag)\n" }.joined()
    }
    try write(program, text)
    let visit = try program.start(["--config", "kiosk.conf", "--journal", "j.sqlite"])
    defer { visit.terminate() }
    try #require(program.wait(20) { !visit.isRunning })
    let said = try answers(in: program.outcome(of: visit).output)
    #expect(said.map { $0["question"] as? String } == Array(repeating: ["a", "b"], count: languages).flatMap { $0 })
    #expect(Set(said.map { $0["language"] as? String }).count == languages)
  }

  private func start(_ program: Program, _ configuration: String) throws -> Process {
    try write(program, configuration)
    return try program.start([
      "--config", "kiosk.conf", "--display", "memory", "--touch", "none", "--journal", "j.sqlite", "--snapshot",
      "screen.png",
    ])
  }

  private func write(_ program: Program, _ configuration: String) throws {
    try configuration.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
  }

  private func said(_ program: Program) throws -> String {
    try String(contentsOfFile: program.path("stderr"), encoding: .utf8)
  }

  /// What is on the screen now.
  private func picture(_ program: Program, _ kiosk: Process) throws -> Data {
    let path = program.path("screen.png")
    try? FileManager.default.removeItem(atPath: path)
    kill(kiosk.processIdentifier, SIGUSR1)
    #expect(program.wait(10) { FileManager.default.fileExists(atPath: path) })
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func configuration(_ start: String) -> String {
    "[question a]\n[text en]\nname = English\nquestion a = How was it?\nattract = \(start)\n"
  }

  @Test func aNewConfigurationIsTakenOver() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try start(program, Self.configuration("Begin"))
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try said(program).contains("drawing to") })
    let first = try picture(program, kiosk)
    // One that is wrong is told, line by line, and changes nothing.
    try write(program, "[slider]\nstars = many\nstep = seldom\n")
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try said(program).contains("the previous configuration stays in effect") })
    #expect(try said(program).contains("kiosk.conf:2:") && said(program).contains("kiosk.conf:3:"))
    #expect(try picture(program, kiosk) == first)
    try write(program, Self.configuration("Touch me"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try said(program).contains("the new configuration is in effect") })
    #expect(try picture(program, kiosk) != first)
    try write(program, Self.configuration("Begin"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(
      try program.wait(10) {
        try said(program).split(separator: "\n").filter { $0.contains("is in effect") }.count == 2
      })
    #expect(try picture(program, kiosk) == first)
  }

  /// The theme's colours are the stars', too, but for what is said of the stars themselves.
  @Test func aThemeColoursTheStars() throws {
    let faces = ["", "stroke = #ffffff\nempty = #000000\nbackground = #000000", "stroke = #ff0000", "empty = #ff0000"]
    let pictures = try faces.map { face in
      let program = try Program()
      defer { program.remove() }
      let kiosk = try start(program, Self.configuration("Begin") + "[theme]\nbase = contrast\n[face]\n" + face + "\n")
      defer { kiosk.terminate() }
      #expect(try program.wait(20) { try said(program).contains("drawing to") })
      return try picture(program, kiosk)
    }
    #expect(pictures[0] == pictures[1] && Set(pictures).count == 3)
  }

  /// Without words, too: the stars go away, touches do nothing, and the stars come back by themselves.
  @Test(arguments: [configuration("Begin"), ""]) func cleaningByASignal(_ rest: String) throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try start(program, "[terminal]\ncleaning = 5\n" + rest)
    defer { kiosk.terminate() }
    #expect(try program.wait(20) { try said(program).contains("drawing to") })
    let first = try picture(program, kiosk)
    kill(kiosk.processIdentifier, SIGUSR2)
    // On a busy machine both signals may wait at once, and the picture's goes first.
    #expect(try program.wait(4) { try picture(program, kiosk) != first })
    #expect(try program.wait(20) { try picture(program, kiosk) == first })
  }

  /// What visitors with these gestures answer, line by line.
  private func given(_ configuration: String, _ gestures: Gestures, on size: String = "800x480") throws -> String {
    let program = try Program()
    defer { program.remove() }
    try write(program, configuration)
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

  /// Whoever does nothing sees the seconds that are left: a finger that only rests is counted out, too.
  @Test func theCountdownIsOnTheScreen() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    gestures.stroke([(400, 240)], pause: 500)
    gestures.stroke(Array(repeating: (400, 20), count: 300))
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    var pictures: [Data] = []
    for warning in [0, 1, 9] {
      try write(program, "[terminal]\nidle = 10\nidle-warning = \(warning)\n" + Self.configuration("Begin"))
      let outcome = try program.run([
        "--config", "kiosk.conf", "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
        "--snapshot", "end.png",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: program.path("end.png"))))
    }
    #expect(pictures[0] == pictures[1] && pictures[1] != pictures[2])
  }

  /// A visitor who leaves after the first of two questions, one who comes soon after, and one who does not.
  @Test func halfGivenAndRepeatedVisitsSayThatTheyAre() throws {
    let configuration = """
      [terminal]
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
      gestures.stroke([(400, 240)], pause: 500)
      for i in 1...questions { gestures.stroke([(400, 250)], pause: i < questions ? 500 : pause) }
    }
    visit(1, pause: 15_000)
    visit(2, pause: 25_000)
    visit(2, pause: 0)
    let flags = try answers(in: given(configuration, gestures)).map { $0["flags"] as? [String] }
    #expect(flags == [["partial"], ["repeated"], ["repeated"], [], []])
  }

  /// Three seconds of the top left corner, without words.
  @Test func aHeldCornerBeginsTheCleaning() throws {
    var gestures = Gestures()
    gestures.stroke([(102, 240)])
    gestures.stroke(Array(repeating: (5, 5), count: 160), pause: 1_000)
    gestures.stroke([(251, 240)], pause: 6_000)
    gestures.stroke([(400, 240)])
    #expect(try answered("[terminal]\ncleaning = 5\n", gestures) == [1, 3])
  }

  /// Only while it is on the corner.
  @Test func aFingerThatLeavesTheCornerBeginsNone() throws {
    var gestures = Gestures()
    gestures.stroke(Array(repeating: (5, 5), count: 50) + Array(repeating: (400, 470), count: 160), pause: 1_000)
    gestures.stroke([(251, 240)])
    #expect(try answered("[terminal]\ncleaning = 5\n", gestures) == [2])
  }

  /// Stars that are in the corner of a small screen are for rating.
  @Test func aFingerThatRestsOnAStarCleansNothing() throws {
    var gestures = Gestures()
    gestures.stroke(Array(repeating: (100, 240), count: 200))
    #expect(try answered("", gestures, on: "100x30") == [1])
  }

  /// A visit is over while a finger rests on the stars: the next visitor's finger is heard.
  @Test func aFingerThatWasLiftedFromAnotherScreen() throws {
    var gestures = Gestures()
    gestures.stroke([(400, 240)])
    gestures.stroke(Array(repeating: (400, 250), count: 400))
    gestures.stroke([(400, 240)])
    gestures.stroke([(400, 250)])
    #expect(
      try answered("[terminal]\nidle = 5\nidle-warning = 0\n" + Self.configuration("Begin"), gestures) == [3])
  }

  /// `status` says what is shown now, not what was shown between visitors.
  @Test func statusSaysWhatIsShown() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try start(program, "[terminal]\ncleaning = 5\n" + Self.configuration("Begin"))
    defer { kiosk.terminate() }
    func view() throws -> String? {
      guard let said = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
      return (try JSONSerialization.jsonObject(with: said) as? [String: Any])?["view"] as? String
    }
    #expect(try program.wait(20) { try view() == "start" })
    kill(kiosk.processIdentifier, SIGUSR2)
    #expect(try program.wait(4) { try view() == "cleaning" })
    #expect(try program.wait(20) { try view() == "start" })
    // Hours that come with a new configuration are in force at once: this one is open another day.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let day = ["We", "Th", "Fr", "Sa", "Su", "Mo", "Tu"][calendar.component(.weekday, from: Date()) - 1]
    try write(program, "[terminal]\ntime-zone = UTC\nhours = \(day) 08:00-09:00\n" + Self.configuration("Begin"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try view() == "closed" })
  }

  /// `status` speaks of the terminal that runs, and of none once it has ended.
  @Test func status() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try start(program, Self.configuration("Begin"))
    let path = program.path("star-kiosk.json")
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: path) })
    let asked = Program(folder: program.folder.appending(path: "."), executable: program.executable)
    let running = try asked.run(["status"])
    let status = try #require(answers(in: running.output).first)
    #expect(running.status == 0 && status["running"] as? Bool == true, "\(running.output) \(running.errors)")
    let terminal = try #require(status["terminal"] as? [String: Any])
    #expect(terminal["view"] as? String == "start" && terminal["visits"] as? Int == 0)
    #expect(terminal["thanks"] is NSNull)
    #expect(terminal["pid"] as? Int32 == kiosk.processIdentifier)
    #expect((status["answers"] as? [String: Any])?["backlog"] as? Int == 0, "\(running.output)")
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: path), "nobody takes what it said for what is")
    let ended = try asked.run(["--journal", "j.sqlite", "status"])
    #expect(ended.status == 3)
    #expect(try answers(in: ended.output).first?["running"] as? Bool == false)
    // One that was killed left the file.
    let killed = try start(program, Self.configuration("Begin"))
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: path) })
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    let dead = try asked.run(["status"])
    #expect(dead.status == 3 && FileManager.default.fileExists(atPath: path))
    #expect(try answers(in: dead.output).first?["running"] as? Bool == false)
  }

  /// Whatever the journal is called, and wherever it is asked from.
  @Test(arguments: ["j.sqlite", "a, \"b\" c.sqlite", "\\.sqlite"]) func statusFindsTheJournal(name: String) throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.start(["--display", "memory", "--touch", "none", "--journal", name])
    defer { kiosk.terminate() }
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: program.path("star-kiosk.json")) })
    let running = try program.run(["status"], command: ["/bin/sh", "-c", "cd /; exec \"$0\" \"$@\""])
    let journal = try #require(answers(in: running.output).first?["answers"] as? [String: Any])
    #expect(journal["backlog"] as? Int == 0, "\(running.output)")
    #expect((journal["path"] as? String)?.hasSuffix("/" + name) == true, "\(running.output)")
  }

  /// Whoever may not read what the terminal writes is not told that there is none.
  @Test func statusWithoutPermission() throws {
    let program = try Program()
    defer { program.remove() }
    let path = program.path("star-kiosk.json")
    try "{}".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let stranger = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let asked = try program.run(["status"], command: stranger)
    #expect(asked.status == 1 && asked.output.isEmpty)
    #expect(asked.errors == "star-kiosk: cannot open \(path): permission denied; run it as root\n")
  }

  /// English, Arabic and Chinese: below 8 MB in all, whoever shares a page: the frame, and what is left of all libraries once
  /// words are set.
  @Test func memoryWithThreeScripts() throws {
    let program = try Program()
    defer { program.remove() }
    let words = ["attract", "what-went-wrong", "done", "start-over", "thanks", "still-there", "closed", "cleaning"]
    func text(_ tag: String, _ name: String, _ word: String) -> String {
      "[text \(tag)]\nname = \(name)\nquestion a = \(word)\nreason b = \(word)\n"
        + words.map { "\($0) = \(word)\n" }.joined()
    }
    let kiosk = try start(
      program,
      "[theme]\nfonts = Noto Sans\n[question a]\nreasons = b\n" + text("en", "English", "How was it?")
        + text("ar", "العربية", "كيف كانت خدمتنا؟") + text("zh-Hans", "中文", "您对我们的服务满意吗"))
    defer { kiosk.terminate() }
    #expect(try program.wait(30) { try said(program).contains("drawing to") })
    sleep(1)
    let rollup = try String(contentsOfFile: "/proc/\(kiosk.processIdentifier)/smaps_rollup", encoding: .utf8)
    let kilobytes = rollup.split(separator: "\n").filter { $0.hasPrefix("Rss:") }.compactMap {
      Int($0.split(separator: " ")[1])
    }
    #expect(try #require(kilobytes.first) < 8 * 1024, "\(rollup)")
    #expect(try !said(program).contains("no font has"))
  }
}
