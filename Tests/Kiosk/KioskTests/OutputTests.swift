import Foundation
import Testing

/// Programs report output that cannot be written: on a full disk, and to a pipe without a reader.
@Suite struct OutputTests {
  /// A program and what it is asked.
  struct Call: Sendable, CustomTestStringConvertible {
    let words: [String]

    init(_ words: String...) { self.words = words }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let boards = BoardTests.profiles

  static let calls = [
    Call("star-kiosk", "--help"), Call("star-kiosk", "--version"), Call("star-kiosk", "devices"),
    Call("star-kiosk", "doctor"), Call("star-kiosk", "doctor", "--json"), Call("star-kiosk", "status"),
    Call("star-kiosk", "check", "kiosk.conf"), Call("star-kiosk", "selftest"),
    Call("star-courier", "--help"), Call("star-courier", "--version"),
    Call("star-bench", "--help"), Call("star-bench", "--version"),
    Call("star-bench", "--workload", "raster", "--sides", "16", "--batches", "1"),
    Call("star-bench", "--workload", "raster", "--sides", "16", "--batches", "1", "--json", "-"),
    Call("star-bench", "--first-frame"),
    Call("starctl", "--help"), Call("starctl", "--version"), Call("starctl", "help", "preview"),
    Call("starctl", "sample"), Call("starctl", "manual", "1.0", "2026-01-31"), Call("starctl", "check", "kiosk.conf"),
    Call("starctl", "boards", "--boards", boards), Call("starctl", "boards", "show", "--boards", boards, "qemu-q35"),
    Call("starctl", "boards", "check", "--boards", boards), Call("starctl", "export", "--journal", "j.sqlite"),
    Call("starctl", "export", "--journal", "j.sqlite", "--format", "jsonl"),
  ]

  /// A program in a folder with a configuration, and a journal with two answers.
  private func program(_ call: Call) throws -> Program {
    let kiosk = try Program()
    var gestures = Gestures()
    gestures.stroke([(102, 240)])
    gestures.stroke([(548, 240)])
    try gestures.text.write(toFile: kiosk.path("visit.evemu"), atomically: true, encoding: .utf8)
    try "[slider]\nstars = 5\n".write(toFile: kiosk.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let visit = try kiosk.run([
      "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
    ])
    try #require(visit.status == 0, "\(visit.errors)")
    let home = kiosk.executable.deletingLastPathComponent()
    return Program(folder: kiosk.folder, executable: home.appendingPathComponent(call.words[0]))
  }

  /// JSON of several lines keeps them; they had become spaces.
  @Test func doctorPrintsJSONInLines() throws {
    let program = try Program()
    defer { program.remove() }
    let output = try program.run(["doctor", "--json"]).output
    let findings = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: String]]
    let count = try #require(findings?.count)
    #expect(count > 2 && output.split(separator: "\n").count == count + 2 && output.hasSuffix("\n]\n"))
  }

  /// Where memory ends, text is an error: fontconfig aborted, or crashed.
  @Test func tooLittleMemoryForTextIsAnError() throws {
    let program = try Program()
    defer { program.remove() }
    try "[question a]\n[text en]\nquestion a = How was it?\n".write(
      toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    var reasons: [String] = []
    // Below the first limit, the kernel has no memory for the program itself: Debian 13's linker puts 1.4 MB into the writable segment.
    for limit in stride(from: 1_500_000, to: 16_000_000, by: 250_000) {
      let outcome = try program.run(["check", "k.conf"], command: ["/usr/bin/prlimit", "--data=\(limit)"])
      // 127: the loader had no memory for the libraries.
      #expect([0, 1, 127].contains(outcome.status), "\(limit): \(outcome.status), \(outcome.errors)")
      reasons.append(outcome.errors)
    }
    #expect(reasons.last == "" && reasons.contains { $0.contains("cannot set text: out of memory") }, "\(reasons)")
  }

  /// Runs a command with standard output on a device that is always full.
  private static let full = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"]
  /// The same on a pipe without a reader.
  private static let unread = "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; exec env"
  private static let closed = ["/bin/sh", "-c", unread + " --default-signal=PIPE \"$0\" \"$@\" >&4 4>&-"]
  private static let closedQuietly = ["/bin/sh", "-c", unread + " --ignore-signal=PIPE \"$0\" \"$@\" >&4 4>&-"]

  @Test(arguments: calls) func fullDiskIsAnError(_ call: Call) throws {
    let program = try program(call)
    defer { program.remove() }
    let outcome = try program.run(Array(call.words.dropFirst()), command: Self.full)
    #expect(outcome.status == 1)
    let line =
      "cannot write to standard output: no space left on device; the output is incomplete; "
      + "send it elsewhere, and try again\n"
    #expect(outcome.errors.hasSuffix(line), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "standard output").count == 2, "\(outcome.errors)")
  }

  /// Like other tools, programs are ended by the signal, without a message.
  @Test(arguments: [
    Call("star-kiosk", "--help"), Call("star-courier", "--help"), Call("star-bench", "--help"),
    Call("starctl", "--help"), Call("starctl", "sample"), Call("starctl", "export", "--journal", "j.sqlite"),
  ]) func closedPipeEndsProgram(_ call: Call) throws {
    let program = try program(call)
    defer { program.remove() }
    let process = try program.start(Array(call.words.dropFirst()), command: Self.closed)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
    let told = try program.outcome(of: process)
    #expect(told.errors == "" || told.errors.contains("drawing to"), "\(told.errors)")
    // A service's programs are started with the signal ignored.
    unlink(program.path("pipe"))
    let quiet = try program.run(Array(call.words.dropFirst()), command: Self.closedQuietly)
    #expect(quiet.status == 1)
    #expect(quiet.errors.contains("cannot write to standard output: broken pipe"), "\(quiet.errors)")
  }

  private static let none = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >&-"]

  /// No file that a program opens becomes its standard output.
  @Test func closedStreamStaysClosed() throws {
    let program = try program(Call("star-kiosk"))
    defer { program.remove() }
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "answers.sqlite"], command: Self.none)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot write to standard output: bad file descriptor"), "\(outcome.errors)")
  }

  /// The kiosk goes on: every answer is in the journal, and the exit status says that some were not printed.
  @Test(arguments: [full, closed]) func unprintableAnswersAreStored(_ command: [String]) throws {
    let program = try program(Call("star-kiosk"))
    defer { program.remove() }
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "answers.sqlite"], command: command)
    #expect(outcome.status == 1)
    let lines = outcome.complaints
    #expect(lines.count == 2, "\(outcome.errors)")
    #expect(
      lines.first?.hasPrefix("star-kiosk: cannot write to standard output: ") == true
        && lines.first?.hasSuffix("; starctl export reads all answers from answers.sqlite") == true,
      "\(outcome.errors)")
    #expect(
      lines.last.map(String.init) == "star-kiosk: cannot write all answers to standard output: it was closed or full; "
        + "starctl export reads them from answers.sqlite")
    let stored = try Program("starctl").run([
      "export", "--format", "jsonl", "--journal", program.path("answers.sqlite"),
    ])
    #expect(try stars(in: stored.output) == [1, 4])
  }

  /// As under systemd: answers are not written to the system's journal; messages have a priority.
  @Test(arguments: [1, 2]) func answersStayOutOfSystemJournal(_ stream: Int) throws {
    let program = try program(Call("star-kiosk"))
    defer { program.remove() }
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "answers.sqlite"],
      command: ["/bin/sh", "-c", "JOURNAL_STREAM=$(stat -Lc %d:%i /proc/$$/fd/\(stream)) exec \"$0\" \"$@\""])
    #expect(outcome.status == 0)
    #expect(try stars(in: outcome.output) == (stream == 1 ? [] : [1, 4]), "\(outcome.output)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      !lines.isEmpty && lines.allSatisfy { $0.hasPrefix(stream == 2 ? "<" : "star-kiosk: ") }, "\(outcome.errors)")
    let stored = try Program("starctl").run([
      "export", "--format", "jsonl", "--journal", program.path("answers.sqlite"),
    ])
    #expect(try stars(in: stored.output) == [1, 4])
  }

  /// A full standard error does not change the exit status.
  @Test func fullStandardErrorIsIgnored() throws {
    for (name, words, status) in [
      ("starctl", ["check", "bad.conf"], 1), ("star-kiosk", ["check", "bad.conf"], 2),
    ] as [(String, [String], Int32)] {
      let program = try Program(name)
      defer { program.remove() }
      try "nonsense\n".write(toFile: program.path("bad.conf"), atomically: true, encoding: .utf8)
      let outcome = try program.run(words, command: ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>/dev/full"])
      #expect(outcome.status == status && outcome.output == "")
    }
  }

  /// Control characters in the names of files and folders are replaced, so that a message stays one line.
  @Test func controlCharactersInNamesAreReplaced() throws {
    let name = "a\nb\u{1b}[2J\u{9b}c"
    for (tool, words) in [
      ("star-kiosk", ["check", name]), ("star-kiosk", ["--config", name]),
      ("star-kiosk", ["--board", "x", "--boards", "."]),
      ("starctl", ["check", name]), ("starctl", ["boards", "--boards", "."]),
      ("starctl", ["export", "--journal", name]),
      ("star-courier", ["--config", name]), ("star-bench", ["--json", name + "/x", "--workload", "raster"]),
    ] {
      let program = try Program(tool)
      defer { program.remove() }
      if words.contains(".") {
        let folder = program.path(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "nonsense".write(toFile: folder + "/board.conf", atomically: true, encoding: .utf8)
      }
      let outcome = try program.run(words)
      let said = outcome.output + outcome.errors
      #expect(said.contains("a b [2J c"), "\(words): \(said)")
      let controls = said.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
      #expect(controls.isEmpty, "\(words): \(said)")
    }
  }

  @Test(arguments: ["star-kiosk", "starctl"]) func controlCharactersInCheckedName(_ tool: String) throws {
    let name = "a\nb\u{1b}[2J\u{9b}c"
    let program = try Program(tool)
    defer { program.remove() }
    try "[slider]\nstars = 5\n".write(toFile: program.path(name), atomically: true, encoding: .utf8)
    let outcome = try program.run(["check", name])
    #expect(outcome.status == 0 && outcome.output == "a b [2J c: no errors\n", "\(outcome.output)")
  }

  /// A full, non-blocking log pipe without a reader does not block the kiosk.
  @Test func fullLogPipeDoesNotBlock() throws {
    let program = try program(Call("star-kiosk"))
    defer { program.remove() }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], block, block.count) > 0 {}
    let process = Process()
    process.executableURL = program.executable
    process.arguments = ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "answers.sqlite"]
    process.currentDirectoryURL = program.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: program.path("stdout"))
    process.standardError = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    try process.run()
    let ended = program.wait(20) { !process.isRunning }
    process.terminate()
    #expect(ended && process.terminationStatus == 0)
    #expect(try stars(in: String(contentsOfFile: program.path("stdout"), encoding: .utf8)) == [1, 4])
  }

  /// The sample program reports errors, too.
  @Test func sampleReportsUnwritablePicture() throws {
    let program = try Program("in-memory")
    defer { program.remove() }
    let outcome = try program.run(["nowhere/stars.ppm"])
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("cannot write nowhere/stars.ppm: "), "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("committed 3.5 stars\nspoken    3.5 of 5\n"), "\(outcome.output)")
  }
}
