import Foundation
import Testing

/// `star-kiosk status`.
@Suite struct StatusTests {
  /// `status` names the screen that is shown now.
  @Test func statusNamesShownScreen() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk("[kiosk]\ncleaning = 5\n" + Program.configuration(start: "Begin"))
    defer { kiosk.terminate() }
    func view() throws -> String? {
      guard let said = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
      return (try JSONSerialization.jsonObject(with: said) as? [String: Any])?["view"] as? String
    }
    #expect(try program.wait(20) { try view() == "start" })
    kill(kiosk.processIdentifier, SIGUSR2)
    #expect(try program.wait(4) { try view() == "cleaning" })
    #expect(try program.wait(20) { try view() == "start" })
    // Opening hours of a new configuration apply at once. The kiosk is open on another day.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let day = ["We", "Th", "Fr", "Sa", "Su", "Mo", "Tu"][calendar.component(.weekday, from: Date()) - 1]
    try program.configure(
      "[kiosk]\ntime-zone = UTC\ntrust-clock = yes\nhours = \(day) 08:00-09:00\n"
        + Program.configuration(start: "Begin"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try view() == "closed" })
  }

  /// `status` names the broker's state, which the courier writes beside the kiosk's.
  @Test func statusNamesBrokerState() throws {
    let program = try Program()
    defer { program.remove() }
    func status(_ text: String) throws -> [String: Any] {
      try text.write(toFile: program.path("star-courier"), atomically: true, encoding: .utf8)
      return try #require(answers(in: program.run(["--journal", "j.sqlite", "status"]).output).first)
    }
    let me = ProcessInfo.processInfo.processIdentifier
    for (text, faults) in [
      ("\(me)\n\n\n", []), ("\(me)\nbroker_unreachable\nno route to host\n", ["broker_unreachable"]),
      ("\(me)\nbroker_refused\nNot authorized\n", ["broker_refused"]),
      ("999999999\nbroker_refused\nNot authorized\n", ["courier_not_running"]),
      ("1\ncourier_not_running\ncannot open ca.pem\n", ["courier_not_running"]),
      ("", []), ("x\ny\nz\n", []), ("\(me)", []), ("-1\n\n\n", []),
    ] as [(String, [String])] {
      let status = try status(text)
      #expect(status["faults"] as? [String] == ["kiosk_not_running"] + faults, "\(text)")
      let isWhole = text.hasSuffix("\n") && !text.hasPrefix("x") && !text.hasPrefix("-")
      #expect((status["broker"] != nil) == isWhole, "\(text)")
    }
  }

  /// `status` reports the running kiosk, and none once it has ended.
  @Test func statusOfRunningAndEndedKiosk() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk(Program.configuration(start: "Begin"))
    let path = program.path("star-kiosk.json")
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: path) })
    let asked = Program(folder: program.folder.appending(path: "."), executable: program.executable)
    let running = try asked.run(["status"])
    let status = try #require(answers(in: running.output).first)
    #expect(running.status == 0 && status["running"] as? Bool == true, "\(running.output) \(running.errors)")
    let reported = try #require(status["kiosk"] as? [String: Any])
    #expect(reported["view"] as? String == "start" && reported["visits"] as? Int == 0)
    #expect(reported["thanks"] is NSNull)
    #expect(reported["pid"] as? Int32 == kiosk.processIdentifier)
    #expect((status["answers"] as? [String: Any])?["backlog"] as? Int == 0, "\(running.output)")
    #expect(status["faults"] as? [String] == [])
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: path), "the file must not outlive the kiosk")
    let ended = try asked.run(["--journal", "j.sqlite", "status"])
    #expect(ended.status == 3)
    #expect(try answers(in: ended.output).first?["running"] as? Bool == false)
    // A killed kiosk leaves the file.
    let killed = try program.startKiosk(Program.configuration(start: "Begin"))
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: path) })
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    let dead = try asked.run(["status"])
    #expect(dead.status == 3 && FileManager.default.fileExists(atPath: path))
    #expect(try answers(in: dead.output).first?["running"] as? Bool == false)
    #expect(try answers(in: dead.output).first?["faults"] as? [String] == ["kiosk_not_running"])
  }

  /// A kiosk that has no room for its status file is running all the same.
  @Test(arguments: [false, true]) func fullFolderIsNoEndedKiosk(isFullLater: Bool) throws {
    let program = try Program()
    defer { program.remove() }
    let run = program.path("run")
    func shell(_ line: String) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    // Without the right to mount, there is no such folder.
    guard try shell("mkdir '\(run)' && mount -t tmpfs -o size=64k tmpfs '\(run)' 2>/dev/null") == 0 else { return }
    defer { _ = try? shell("umount -l '\(run)'") }
    let fill = "dd if=/dev/zero of='\(run)/other' bs=4k 2>/dev/null; true"
    if !isFullLater { _ = try shell(fill) }
    let environment = ["/usr/bin/env", "RUNTIME_DIRECTORY=\(run)"]
    try program.configure("[kiosk]\ncleaning = 5\n" + Program.configuration(start: "Begin"))
    let kiosk = try program.start(
      [
        "--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "none", "--journal",
        "j.sqlite",
      ], command: environment)
    defer { kill(kiosk.processIdentifier, SIGKILL) }
    let asked = Program(folder: program.folder.appending(path: "asked"), executable: program.executable)
    try FileManager.default.createDirectory(at: asked.folder, withIntermediateDirectories: true)
    func status() throws -> [String: Any] {
      let outcome = try asked.run(["--journal", program.path("j.sqlite"), "status"], command: environment)
      return try answers(in: outcome.output).first ?? [:]
    }
    func view() throws -> String? { (try status()["kiosk"] as? [String: Any])?["view"] as? String }
    #expect(try program.wait(60) { try status()["running"] as? Bool == true })
    if isFullLater {
      #expect(try program.wait(60) { try view() == "start" })
      _ = try shell(fill)
      // The file is written in place.
      kill(kiosk.processIdentifier, SIGUSR2)
      #expect(try program.wait(20) { try view() == "cleaning" })
      #expect(try status()["faults"] as? [String] == [])
    } else {
      #expect(try status()["faults"] as? [String] == ["status_not_written"])
    }
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(try status()["running"] as? Bool == false)
    #expect(try status()["faults"] as? [String] == ["kiosk_not_running"])
  }

  /// For any name of the journal, and from any folder.
  @Test(arguments: ["j.sqlite", "a, \"b\" c.sqlite", "\\.sqlite"]) func statusFindsJournal(name: String) throws {
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

  /// A status file without read permission is an error: a kiosk may be running.
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
}
