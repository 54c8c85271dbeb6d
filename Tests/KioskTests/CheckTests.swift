import Foundation
import Testing

/// `star-kiosk check`, and what the manual says of options, as a user meets them.
@Suite struct CheckTests {
  static let terminal = """
    [terminal]
    hours = Mo-Fr 08:00-18:00
    time-zone = %zone
    [question service]
    reasons = waiting
    [text en]
    question service = How was our service?
    reason waiting = The waiting time
    [courier]
    broker = broker.example
    username = u
    tls = %tls

    """

  func write(_ program: Program, zone: String = "", tls: String = "yes", more: String = "") throws {
    let text = Self.terminal.replacing("%zone", with: zone).replacing("%tls", with: tls) + more
    try text.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
  }

  @Test func withoutAMistake() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program)
    for words in [
      ["check", "kiosk.conf"], ["--config", "kiosk.conf", "check"], ["--idle=20", "check", "kiosk.conf"],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0 && outcome.output == "kiosk.conf: no mistakes\n", "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
    }
    // Nothing was opened that is written to.
    #expect(!FileManager.default.fileExists(atPath: program.path("state")))
  }

  @Test func warningsChangeNoStatus() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program, tls: "no")
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 0 && outcome.output == "kiosk.conf: no mistakes, 1 warning\n", "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix("star-kiosk: kiosk.conf:11: warning: [courier] username = u: "), "\(outcome.errors)")
  }

  @Test func mistakesAreTold() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program, tls: "no", more: "[slider]\nstars = 0\n[face]\nimage-empty = no.png\n")
    let outcome = try program.run(["check", "kiosk.conf"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.split(separator: "\n") == [
        "star-kiosk: kiosk.conf:11: warning: [courier] username = u: goes through the network for everybody to read, and the "
          + "password with it; say tls = yes",
        "star-kiosk: kiosk.conf:14: [slider] stars = 0: allowed are whole numbers from 1 to 1000",
        "star-kiosk: kiosk.conf:16: [face] image-empty = no.png: wants image-full, too",
        "star-kiosk: kiosk.conf:16: [face] image-empty = no.png: cannot open no.png: no such file or directory",
      ])
    // A start says the same, and ends the same way.
    let start = try program.run(["--config", "kiosk.conf", "--display", "memory", "--touch", "none"])
    #expect(start.status == 2 && start.errors == outcome.errors, "\(start.errors)")
  }

  @Test func aZoneThatIsNotHere() throws {
    let program = try Program()
    defer { program.remove() }
    for zone in ["Mars/Olympus", "posixrules/x"] {
      try write(program, zone: zone)
      let outcome = try program.run(["check", "kiosk.conf"])
      let start = "star-kiosk: kiosk.conf:3: [terminal] time-zone = \(zone): cannot open /usr/share/zoneinfo/\(zone): "
      #expect(outcome.status == 2 && outcome.errors.hasPrefix(start), "\(outcome.errors)")
    }
  }

  @Test func wrongUsage() throws {
    let program = try Program()
    defer { program.remove() }
    try write(program)
    for words in [["check"], ["check", "a", "b"], ["check", ""], ["--config", "a", "check", "b"]] {
      let outcome = try program.run(words)
      #expect(
        outcome.status == 2 && outcome.errors.hasSuffix("; see star-kiosk --help\n"), "\(words) \(outcome.errors)")
    }
    let missing = try program.run(["check", "nowhere.conf"])
    #expect(missing.status == 1)
    #expect(missing.errors == "star-kiosk: cannot open nowhere.conf: no such file or directory\n")
  }

  /// The options of the table, as its manual page names them, are those of --help.
  @Test func theHelpNamesEveryOption() throws {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let manual = try starctl.run(["manual", "1.0", "2026-01-31"])
    #expect(manual.status == 0 && manual.errors.isEmpty)
    let options = manual.output.components(separatedBy: "Option: \\-\\-").dropFirst().map { rest in
      String(rest.prefix { $0 != "." }).replacing("\\-", with: "-")
    }
    #expect(options.count > 40)
    let program = try Program()
    defer { program.remove() }
    let help = try program.run(["--help"]).output
    // Of the grab, the help has the short form.
    for option in options where option != "grab" { #expect(help.contains("--\(option) "), "--\(option)") }
    #expect(help.contains("star-kiosk check FILE"))
  }
}
