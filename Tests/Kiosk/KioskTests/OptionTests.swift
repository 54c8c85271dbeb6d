import Foundation
import Settings
import Testing

/// The programs read their words alike: one loop, in one place.
@Suite struct OptionTests {
  @Test(arguments: ["star-kiosk", "star-courier", "star-bench"]) func allProgramsParseArgumentsAlike(name: String)
    throws
  {
    let program = try Program(name)
    defer { program.remove() }
    let value = ["star-kiosk": "--snapshot", "star-courier": "--prefix", "star-bench": "--sides"][name]!
    for (words, said) in [
      (["--no-such-option"], "unknown option --no-such-option"),
      (["-x"], "unknown option -x"), (["-xh"], "unknown option -x"),
      ([value], "\(value) requires a value"),
      (["--help=me"], "--help takes no value"),
      (["--vers=1"], "--version takes no value"),
      (["-hx"], "unknown option -x"),
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.errors.hasPrefix("\(name): \(said)"), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("; see \(name) --help\n"), "\(outcome.errors)")
    }
    for words in [["--help"], ["-h"], ["--hel"]] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0 && outcome.output.contains("usage: \(name)") && outcome.errors.isEmpty)
    }
    for words in [["--version"], ["-V"]] {
      #expect(try program.run(words).output.hasPrefix("\(name) 0."))
    }
    // What stands behind two hyphens is no option.
    #expect(try program.run(["--", "--help"]).status == 2)
  }

  @Test func helpListsSettingsOptions() throws {
    let program = try Program()
    defer { program.remove() }
    let words = try program.run(["--help"]).output.split { " |\n".contains($0) }
    // --grab is there as --no-grab.
    for case let option? in SettingsSchema.keys.map(\.option) where "\(option)" != "grab" {
      #expect(words.contains("--\(option)"))
    }
  }

  /// What the file refuses, the courier's command line refuses for the same reason, and nothing else.
  @Test(arguments: [
    ("broker", ":1883"), ("broker", "["), ("broker", "[::1"), ("broker", "[]:1883"), ("broker", "a b"),
    ("broker", "::1"), ("broker", "host:0"), ("broker", "host:"), ("tls", "maybe"), ("tls", "true"),
    ("heartbeat", "0"), ("heartbeat", "1"), ("heartbeat", "9"), ("heartbeat", "86400"), ("heartbeat", "86401"),
    ("heartbeat", "+5"), ("keepalive", "4"), ("keepalive", "5"), ("keepalive", "65536"), ("window", "0"),
    ("window", "1000"), ("window", "1001"), ("prefix", "a//b"), ("prefix", "a/b"),
    ("username", String(repeating: "x", count: 128)), ("username", String(repeating: "x", count: 129)),
    ("certificate", "terminal.pem"), ("key", "terminal.key"), ("password-file", "password"),
  ])
  func courierOptionsAreConfigurationKeys(_ key: String, _ text: String) throws {
    let program = try Program("star-courier")
    defer { program.remove() }
    try "[courier]\n\(key) = \(text)\n".write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let (option, file) = (try program.run(["--" + key, text]), try program.run(["--config", "k.conf"]))
    #expect(option.status == file.status && option.output.isEmpty, "\(option.errors)\(file.errors)")
    let reason = option.status == 0 ? "no broker is configured" : file.errors.split(separator: ": ").last ?? ""
    #expect(option.errors.contains(reason.trimmingCharacters(in: .newlines)), "\(option.errors)\(file.errors)")
  }

  /// MQTT's texts have no control characters, nor what Unicode keeps from being exchanged.
  @Test(arguments: [
    ("kiosk", "x\u{85}y"), ("kiosk", "x\u{ffff}"), ("kiosk", "x\ty"), ("prefix", "a\u{9f}"),
    ("prefix", "a\tb"), ("username", "a\u{1}"), ("username", "\u{1fffe}"),
  ])
  func valuesInvalidInMQTT(_ option: String, _ text: String) throws {
    let program = try Program("star-courier")
    defer { program.remove() }
    let words = ["--broker", "127.0.0.1:1", "--tls", "no", "--journal", "j", "--" + option, text]
    let courier = try program.start(words)
    defer { courier.terminate() }
    try #require(program.wait(5) { !courier.isRunning })
    let outcome = try program.outcome(of: courier)
    #expect(outcome.status == 2 && outcome.errors.contains(option == "kiosk" ? "topic" : "allowed:"))
  }

  /// The command line wins, and a port that belongs to another host does not come along.
  @Test func courierOptionsOverrideFile() throws {
    let program = try Program("star-courier")
    defer { program.remove() }
    try "[courier]\nbroker = nowhere.invalid:1\ntls = no\n"
      .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let courier = try program.start(["--config", "k.conf", "--broker", "127.0.0.1", "--journal", "none.sqlite"])
    defer { courier.terminate() }
    #expect(
      try program.wait(20) {
        try String(contentsOfFile: program.path("stderr"), encoding: .utf8).contains("127.0.0.1, port 1883")
      })
  }

  /// docs/decisions/0019-exit-status.md: like mistakes end alike, whichever program makes them.
  @Test(arguments: [
    (1, "star-kiosk --config none"), (1, "star-courier --config none"),
    (1, "starctl preview --config none --output p"),
    (1, "star-kiosk check none"), (1, "starctl check none"), (1, "star-kiosk --config ."),
    (1, "star-courier --config ."),
    (2, "star-kiosk --config bad.conf"), (2, "star-courier --config bad.conf"), (2, "star-kiosk check bad.conf"),
    (1, "starctl check bad.conf"), (1, "starctl preview --config bad.conf --output p"),
    (2, "star-kiosk --image-empty none --image-full none"), (2, "star-kiosk --time-zone Nowhere/X"),
    (2, "star-kiosk --board nosuch"),
    (2, "star-kiosk check fonts.conf"), (2, "star-courier --broker b --journal j --key none"),
    (2, "star-courier --broker b --kiosk a/b"), (1, "star-kiosk --display memory --journal none/j"),
    (1, "star-courier --broker b --tls no --journal none/j"), (1, "starctl export --journal none"),
    (1, "star-kiosk --display memory --touch replay:none"), (1, "star-kiosk --display memory --snapshot none/x"),
    (1, "star-kiosk --display fb:none"), (1, "star-bench --display fb:none --workload drag"),
    (1, "star-bench --json none/x"), (1, "starctl preview --output none/x"),
    (2, "star-kiosk x"), (2, "star-courier x"), (2, "star-bench x"), (64, "starctl x"),
    (2, "star-kiosk --stars 0"), (2, "star-courier --window 0"), (2, "star-bench --batches 0"),
    (64, "starctl preview --stars 0 --output p"), (64, "starctl export"), (3, "star-kiosk status"),
  ])
  func equalErrorsHaveEqualStatus(_ status: Int32, _ line: String) throws {
    let words = line.components(separatedBy: " ")
    let program = try Program(words[0])
    defer { program.remove() }
    try "nonsense\n".write(toFile: program.path("bad.conf"), atomically: true, encoding: .utf8)
    try "[theme]\nfonts = none/x.ttf\n[question a]\n[text en]\nquestion a = How?\n"
      .write(toFile: program.path("fonts.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(Array(words.dropFirst()))
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(status == 3 ? outcome.output != "" : outcome.output == "" && outcome.errors != "", "\(outcome.output)")
  }

  /// starctl tells a wrong command line by status 64 from what is wrong with files or this machine.
  @Test(arguments: [
    (64, "--size 16385x1", "--size 16385x1: allowed are 1x1 to 16384x16384"), (64, "--size 0x9", "--size 0x9"),
    (64, "--size 9", "--size"), (64, "--output ", "--output requires a value"),
    (64, "--gallery ", "--gallery requires a value"), (64, "--config ", "--config requires a value"),
    (64, "--stars 0", "--stars 0"), (64, "--minimum 6", "--minimum 6"),
    (64, "--face points", "--face points"), (1, "--size 4x4", "4x4"), (1, "--config none.conf", "none.conf"),
    (1, "--config k.conf", "k.conf:2"), (1, "--config k.conf --minimum 6", "k.conf:2"),
    (1, "--output none/p.png", "none/p.png"),
  ])
  func usageOfPreview(_ status: Int32, _ words: String, _ said: String) throws {
    let program = try Program("starctl")
    defer { program.remove() }
    try "[slider]\nstars = many\n".write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["preview", "--output", "p.png"] + words.components(separatedBy: " "))
    #expect(outcome.status == status && outcome.errors.contains(said), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.path("p.png")))
  }
}
