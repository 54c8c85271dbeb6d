import Foundation
import Testing

/// `--board`, `doctor` and `selftest`, as a user runs them on this machine.
@Suite struct BoardTests {
  static let profiles = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "boards").path

  /// Any machine: the profile is named, and a memory screen shows its settings.
  @Test func profileSetsDefaults() throws {
    let program = try Program()
    defer { program.remove() }
    let folder = program.path("boards/mine")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let profile = """
      [board]
      title = My board
      compatible = made,up
      [screen]
      display = memory:320x240:RGB565
      [touch]
      device = none
      [sources]
      board.compatible = driver: x
      screen.display = driver: x
      touch.device = driver: x
      """
    try profile.write(toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    let words = ["--board", "mine", "--boards", program.path("boards"), "--journal", "j.sqlite"]
    for (options, wanted) in [
      ([], "memory 320x240 RGB565"), (["--display", "memory:100x80"], "memory 100x80 XRGB8888"),
    ] {
      let process = try program.start(words + options)
      defer { process.terminate() }
      let isDrawn = try program.wait(10) { try errors(program).contains("drawing to " + wanted) }
      let said = try errors(program)
      #expect(isDrawn && said.contains("star-kiosk: board mine: My board"), "\(said)")
    }
    try (profile + "\nnonsense").write(toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    let broken = try program.run(words)
    #expect(broken.status == 2 && broken.errors.contains("mine/board.conf:12: invalid line"), "\(broken.errors)")
    let missing = try program.run(["--board", "yours", "--boards", program.path("boards")])
    let path = program.path("boards") + "/yours/board.conf"
    #expect(
      missing.status == 2
        && missing.errors
          == "star-kiosk: cannot open \(path): no such file or directory; available boards: mine\n"
    )
  }

  /// Whatever is wrong with a profile that was asked for is told as it is.
  @Test func unavailableProfiles() throws {
    let program = try Program()
    defer { program.remove() }
    let boards = program.path("boards")
    for name in ["closed", "long", "dir/board.conf"] {
      try FileManager.default.createDirectory(atPath: boards + "/" + name, withIntermediateDirectories: true)
    }
    try "x".write(toFile: boards + "/note", atomically: true, encoding: .utf8)
    try String(repeating: "; a comment\n", count: 30_000).write(
      toFile: boards + "/long/board.conf", atomically: true, encoding: .utf8)
    try "[board]\n".write(toFile: boards + "/closed/board.conf", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: boards + "/closed/board.conf")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: program.folder.path)
    let stranger = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    for (name, fault) in [
      ("closed", "cannot open \(boards)/closed/board.conf: permission denied"),
      ("note", "cannot open \(boards)/note/board.conf: not a directory"),
      ("dir", "cannot read \(boards)/dir/board.conf: is a directory"),
      ("long", "cannot read \(boards)/long/board.conf: file too large"),
      ("none-such", "cannot open \(boards)/none-such/board.conf: no such file or directory"),
    ] {
      let outcome = try program.run(["doctor", "--board", name, "--boards", boards], command: stranger)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("star-kiosk: \(fault); available boards: "), "\(outcome.errors)")
    }
    let path = try program.run(["doctor", "--board", "../boards/long", "--boards", boards])
    #expect(path.status == 2 && path.errors.contains("--board ../boards/long is not a name; pass --boards FOLDER"))
    // Looked for by itself, one that cannot be read is told, and what is no profile is not.
    let report = try program.run(["doctor", "--boards", boards], command: stranger).output
    #expect(report.contains("cannot open \(boards)/closed/board.conf: permission denied"))
    #expect(!report.contains("/note"))
  }

  /// A place without profiles, and a profile that says nothing, are told for what they are.
  @Test func invalidProfiles() throws {
    let program = try Program()
    defer { program.remove() }
    for (place, reason) in [("/nonexistent", "no such file or directory"), ("/dev/null", "not a directory")] {
      let report = try program.run(["doctor", "--boards", place])
      #expect(
        report.output.contains(
          "note     profile     cannot list \(place): \(reason); pass --boards FOLDER; the kiosk detects"),
        "\(report.output)")
      #expect(!report.output.contains("fits:"))
      let start = try program.run(["calibrate", "--touch", "none", "--boards", place])
      #expect(start.errors.hasPrefix("star-kiosk: cannot list \(place): \(reason); pass --boards FOLDER\n"))
    }
    let folder = program.path("boards/empty")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "".write(toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    let empty = try program.run(["doctor", "--board", "empty", "--boards", program.path("boards")])
    #expect(empty.status == 2 && empty.output == "")
    #expect(
      empty.errors == """
        star-kiosk: \(folder)/board.conf: [board] title: missing; add the board's name for people
        star-kiosk: \(folder)/board.conf: [board]: matches no machine; add compatible, model or product

        """)
  }

  /// A terminal that cannot start because of a size says whose.
  @Test func impossiblePanelSize() throws {
    let program = try Program()
    defer { program.remove() }
    let folder = program.path("boards/tiny")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[board]\ntitle = T\nmodel = M\n[facts]\nsize-mm = 15x9\n".write(
      toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    try """
    [question q]
    [text en]
    question q = Well?
    """.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let words = ["--board", "tiny", "--boards", program.path("boards"), "--display", "memory"]
    let doctor = try program.run(["doctor"] + words)
    #expect(!doctor.output.contains("size-mm") && doctor.output.contains("the panel is 15x9 mm"), "\(doctor.output)")
    try "[board]\ntitle = T\nmodel = M\nscreen = DSI 800x480\n[facts]\nsize-mm = 15x9\n".write(
      toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    let told = try program.run(["doctor"] + words)
    #expect(
      told.status == 1
        && told.output.contains(
          "missing  screen      the panel is 15x9 mm, according to \(program.path("boards"))/tiny/board.conf:6, which is impossible: 800x480"
        ),
      "\(told.output)")
    let outcome = try program.run(["check", "kiosk.conf"] + words)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "star-kiosk: cannot use size-mm of the board's profile: 800x480 pixels on 15x9 mm are 1355 per inch; "
        + "allowed: 20 to 600\n")
  }

  func errors(_ program: Program) throws -> String {
    try String(contentsOfFile: program.path("stderr"), encoding: .utf8)
  }

  @Test func selftest() throws {
    let program = try Program()
    defer { program.remove() }
    let outcome = try program.run(["selftest"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("21 pictures are as approved, in "))
  }

  /// What it says depends on the machine; that it says it, and that its status goes by it, does not.
  @Test func doctor() throws {
    let program = try Program()
    defer { program.remove() }
    let outcome = try program.run(["doctor", "--boards", Self.profiles])
    let subjects = Set(outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first })
    for subject in ["board", "profile", "screen", "touch", "console", "user", "journal"] {
      #expect(subjects.contains(Substring(subject)), "\(outcome.output)")
    }
    #expect((outcome.status == 1) == outcome.output.contains("missing "), "\(outcome.output)\(outcome.errors)")
    let json = try program.run(["doctor", "--json", "--boards", Self.profiles])
    let findings = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]])
    #expect(findings.count == outcome.output.split(separator: "\n").count)
    #expect(findings.allSatisfy { Set($0.keys) == ["level", "subject", "text"] })
  }

  @Test func starctlChecksProfiles() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let check = try program.run(["boards", "check", "--boards", Self.profiles])
    #expect(check.status == 0 && check.output.contains("profiles without an error"), "\(check.errors)")
    let show = try program.run(["boards", "show", "--boards", Self.profiles, "raspberry-pi-dsi-7"])
    #expect(show.output.contains("touch.range-x") && show.output.contains("UNVERIFIED: from the product brief"))
    let list = try program.run(["boards", "--boards", Self.profiles])
    #expect(list.output.contains("qemu-q35"))
    let folder = program.path("broken/one")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[board]\ntitle = T\nmodel = M\n[screen]\nrotate = 45\n".write(
      toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
    let broken = try program.run(["boards", "check", "--boards", program.path("broken")])
    #expect(broken.status == 1)
    for words in ["one/board.conf:5: [screen] rotate = 45: invalid value; allowed: auto, 0, 90", "3 errors"] {
      #expect(broken.errors.contains(words), "\(broken.errors)")
    }
    // What is not broken is listed all the same, and the status says that something is.
    try FileManager.default.createDirectory(atPath: program.path("broken/two"), withIntermediateDirectories: true)
    try Self.small.write(toFile: program.path("broken/two/board.conf"), atomically: true, encoding: .utf8)
    let listed = try program.run(["boards", "--boards", program.path("broken")])
    #expect(listed.status == 1 && listed.output == Self.smallLine("two") && listed.errors.contains("one/board.conf:5:"))
  }

  static let small = """
    [board]
    title = A small board
    model = M
    [facts]
    note = one
    damage = whole
    [sources]
    board.model = unverified: guessed
    facts.note = driver: x.c
    facts.damage = qemu: seen

    """

  static func smallLine(_ name: String) -> String {
    name + String(repeating: " ", count: 28 - name.count) + "1 of 3 unverified     A small board\n"
  }

  /// Lines as they are, and the status where there is nothing to say.
  @Test func starctlShowsProfile() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let boards = program.path("boards")
    try FileManager.default.createDirectory(atPath: boards + "/small", withIntermediateDirectories: true)
    let empty = try program.run(["boards", "check", "--boards", boards + "/small"])
    #expect(empty.status == 1 && empty.errors == "starctl: no profile in \(boards)/small; pass --boards FOLDER\n")
    try Self.small.write(toFile: boards + "/small/board.conf", atomically: true, encoding: .utf8)
    #expect(try program.run(["boards", "--boards", boards]).output == Self.smallLine("small"))
    #expect(
      try program.run(["boards", "check", "--boards", boards]).output
        == "1 profiles without an error; 1 of 3 facts are unverified\n")
    let show = try program.run(["boards", "show", "--boards", boards, "small"])
    #expect(
      show.output == """
        small: A small board
          board.model         M                                 UNVERIFIED: guessed
          facts.note          one                               driver: x.c
          facts.damage        whole                             qemu: seen

        """)
    let missing = try program.run(["boards", "show", "--boards", boards, "large"])
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(
      missing.errors
        == "starctl: \(boards)/large/board.conf: cannot be read: no such file or directory; pass --boards FOLDER\n")
    let nowhere = try program.run(["boards", "--boards", boards + "/nowhere"])
    #expect(nowhere.status == 1)
    #expect(
      nowhere.errors == "starctl: cannot list \(boards)/nowhere: no such file or directory; pass --boards FOLDER\n")
  }
  /// Folders that look like profiles but have none are reported; plain files beside them are ignored.
  @Test func starctlReportsIgnoredFolders() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let boards = program.path("boards")
    for name in ["bare", "good"] {
      try FileManager.default.createDirectory(atPath: boards + "/" + name, withIntermediateDirectories: true)
    }
    let misnamed = (boards + "/b\u{1}d").utf8CString.map { $0 == 1 ? -1 : $0 }
    #expect(mkdir(misnamed, 0o755) == 0)
    defer { rmdir(misnamed) }
    try "".write(toFile: boards + "/README.md", atomically: true, encoding: .utf8)
    try "[board]\ntitle = T\nmodel = M\n[sources]\nboard.model = driver: x\n".write(
      toFile: boards + "/good/board.conf", atomically: true, encoding: .utf8)
    let told = """
      starctl: \(boards)/bare: has no board.conf
      starctl: \(boards)/b\u{fffd}d: its name is not UTF-8; rename it

      """
    let list = try program.run(["boards", "--boards", boards])
    #expect(list.status == 0 && list.output.hasPrefix("good "))
    #expect(list.errors == told)
    let check = try program.run(["boards", "check", "--boards", boards])
    #expect(check.status == 1 && check.output == "")
    #expect(check.errors == told + "starctl: 2 errors\n")
  }
}
