import Foundation
import Testing

/// What a program says on standard output is there, or the program has failed: on a full disk, and where nobody reads.
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

  /// Runs what stands behind it with standard output on a device that is always full.
  private static let full = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"]
  /// The same on a pipe that nobody reads.
  private static let unread = "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; exec env"
  private static let closed = ["/bin/sh", "-c", unread + " --default-signal=PIPE \"$0\" \"$@\" >&4 4>&-"]
  private static let closedQuietly = ["/bin/sh", "-c", unread + " --ignore-signal=PIPE \"$0\" \"$@\" >&4 4>&-"]

  @Test(arguments: calls) func aFullDiskIsAnError(_ call: Call) throws {
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

  /// As other tools end: by the signal, without a word.
  @Test(arguments: [
    Call("star-kiosk", "--help"), Call("star-courier", "--help"), Call("star-bench", "--help"),
    Call("starctl", "--help"), Call("starctl", "sample"), Call("starctl", "export", "--journal", "j.sqlite"),
  ]) func aClosedPipeEndsAProgram(_ call: Call) throws {
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

  /// Nothing that a program opens becomes the stream that it was started without.
  @Test func aClosedStreamStaysClosed() throws {
    let program = try program(Call("star-kiosk"))
    defer { program.remove() }
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "answers.sqlite"], command: Self.none)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot write to standard output: bad file descriptor"), "\(outcome.errors)")
  }

  /// The terminal goes on: every answer is in the journal, and whoever started it learns that some were not printed.
  @Test(arguments: [full, closed]) func answersThatCannotBePrinted(_ command: [String]) throws {
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

  /// As under systemd: no answer goes into the system's journal, which has a priority for each line in its place.
  @Test(arguments: [1, 2]) func whatTheJournalKeeps(_ stream: Int) throws {
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

  /// Standard error that takes nothing is no reason to crash.
  @Test func mistakesThatNobodyReads() throws {
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

  /// Whatever files and folders are called, a line stays one and drives no terminal.
  @Test func namesStayInTheirLines() throws {
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

  @Test(arguments: ["star-kiosk", "starctl"]) func aFilesNameInAGoodReport(_ tool: String) throws {
    let name = "a\nb\u{1b}[2J\u{9b}c"
    let program = try Program(tool)
    defer { program.remove() }
    try "[slider]\nstars = 5\n".write(toFile: program.path(name), atomically: true, encoding: .utf8)
    let outcome = try program.run(["check", name])
    #expect(outcome.status == 0 && outcome.output == "a b [2J c: no errors\n", "\(outcome.output)")
  }

  /// Who keeps a terminal's log open and does not read it does not hold up visitors, where the pipe lets it.
  @Test func aLogThatNobodyReadsIsNotWaitedFor() throws {
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

  /// A screen, or a picture of it, that there is not enough memory for is an error, not a crash.
  @Test(arguments: [
    Call("star-kiosk", "--display", "memory:16384x16384", "--touch", "none"),
    Call("star-bench", "--display", "memory:16384x16384", "--workload", "drag"),
    Call("starctl", "preview", "--size", "16384x16384", "--output", "out.png"),
  ])
  func tooLittleMemory(_ call: Call) throws {
    let program = try Program(call.words[0])
    defer { program.remove() }
    let outcome = try program.run(
      Array(call.words.dropFirst()), command: ["/bin/bash", "-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        ": cannot create a 16384x16384 XRGB8888 memory screen: not enough memory (1073741824 bytes needed); "
          + "choose a smaller size\n"), "\(outcome.errors)")
  }

  /// The same for the star images, on a screen that there is enough memory for.
  @Test(arguments: [
    (400_000, Call("star-kiosk", "--display", "memory:8192x8192", "--stars", "1", "--touch", "none")),
    (1_000_000, Call("star-kiosk", "--display", "memory:8192x8192", "--stars", "1", "--touch", "none")),
    (600_000, Call("star-bench", "--display", "memory:16384x16384:RGB565", "--workload", "drag")),
    (700_000, Call("starctl", "preview", "--size", "8192x8192", "--stars", "1", "--output", "out.png")),
  ])
  func tooLittleMemoryForStars(_ kibibytes: Int, _ call: Call) throws {
    let program = try Program(call.words[0])
    defer { program.remove() }
    let outcome = try program.run(
      Array(call.words.dropFirst()),
      command: ["/bin/bash", "-c", "ulimit -v \(kibibytes); exec \"$0\" \"$@\""])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(": cannot create the star images: not enough memory (")
        && outcome.errors.contains(" bytes needed); choose a smaller screen"),
      "\(outcome.errors)")
  }

  /// The same for what is measured: every workload, and pictures of them.
  @Test(arguments: [
    (50_000, "--workload memory --display memory:2400x2000", "copies of the screen: not enough memory (38400000 bytes"),
    (85_000, "--workload bytes --display memory:2400x2000", "19200000 bytes"),
    (180_000, "--workload drag --display memory:6000x4000 --picture p", "picture's bytes: not enough memory (72000017"),
    (115_000, "--workload raster --sides 4096 --picture p", "the picture's bytes: not enough memory (50331665"),
    (60_000, "--workload raster --sides 4096", "a 4096x4096 XRGB8888 memory screen: not enough memory (67108864 bytes"),
    (600_000, "--first-frame --display memory:16384x16384:RGB565", "the star images: not enough memory ("),
  ])
  func tooLittleMemoryToMeasure(_ kibibytes: Int, _ words: String, _ said: String) throws {
    let program = try Program("star-bench")
    defer { program.remove() }
    let outcome = try program.run(
      words.components(separatedBy: " "),
      command: ["/bin/bash", "-c", "ulimit -c 0 -v \(kibibytes); exec \"$0\" \"$@\""])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("star-bench: cannot create ") && outcome.errors.contains(said), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix("bytes needed); choose a smaller size\n")
        || outcome.errors.hasSuffix("bytes needed); choose a smaller screen\n"), "\(outcome.errors)")
  }

  /// A folder with a picture of 2000x2000 pixels, 16 MB of them, and a configuration whose stars are such.
  private func pictured(_ settings: String) throws -> Program {
    let program = try Program()
    let made = try Program("starctl").run([
      "preview", "--size", "2000x2000", "--stars", "1", "--output", program.path("star.png"),
    ])
    try #require(made.status == 0, "\(made.errors)")
    try FileManager.default.copyItem(atPath: program.path("star.png"), toPath: program.path("other.png"))
    try (settings + "\n[face]\nimage-empty = star.png\nimage-full = other.png\n")
      .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    return program
  }

  /// A picture that there is no memory for is a mistake of its line.
  @Test func tooLittleMemoryForPictures() throws {
    let program = try pictured("")
    defer { program.remove() }
    let outcome = try program.run(
      ["check", "k.conf"], command: ["/bin/bash", "-c", "ulimit -c 0 -v 40000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
    #expect(
      outcome.errors.contains("not enough memory (16000000 bytes needed)")
        && outcome.errors.hasPrefix("star-kiosk: k.conf:"), "\(outcome.errors)")
  }

  /// The pale pictures of a disabled control are there once, not once for each star.
  @Test func aDisabledControlsPictures() throws {
    let program = try pictured("[slider]\nstars = 20\nenabled = no")
    defer { program.remove() }
    let outcome = try program.run(
      ["check", "k.conf"], command: ["/bin/bash", "-c", "ulimit -c 0 -v 150000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// What a user's program is like, too, says what went wrong.
  @Test func aSampleThatCannotWriteItsPicture() throws {
    let program = try Program("sample-surface")
    defer { program.remove() }
    let outcome = try program.run(["nowhere/stars.ppm"])
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("cannot write nowhere/stars.ppm: "), "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("committed 3.5 stars\n"), "\(outcome.output)")
  }

  /// A limit on the size of files is told, with what could not be written, and leaves nothing half done.
  @Test func aLimitOnTheSizeOfFiles() throws {
    let limited = ["/bin/sh", "-c", "(ulimit -f 0; exec env --default-signal=XFSZ \"$0\" \"$@\") 2>&1 | cat"]
    for words in [
      ["star-bench", "--workload", "raster", "--sides", "16", "--batches", "1", "--json", "out"],
      ["starctl", "preview", "--output", "out"],
    ] {
      let program = try Program(words[0])
      defer { program.remove() }
      let outcome = try program.run(Array(words.dropFirst()), command: limited)
      #expect(outcome.output.contains("cannot write out: file too large"), "\(outcome.output) \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: program.path("out")))
      #expect(!FileManager.default.fileExists(atPath: program.path("out.part")))
    }
  }

  /// A journal that may not grow (`ulimit -f`, LimitFSIZE=): the visitor whose answer is not stored gets no thanks, the terminal
  /// ends with the reason, and what was stored before is there.
  @Test func aJournalThatMayNotGrow() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for visitor in 0..<40 { gestures.stroke([(102 + visitor % 5 * 149, 240)], pause: 20_000) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"],
      command: ["/bin/bash", "-c", "ulimit -f 100; exec env --default-signal=XFSZ \"$0\" \"$@\""])
    #expect(outcome.status == 1)
    let complaint = try #require(outcome.complaints.first)
    #expect(outcome.complaints.count == 1)
    #expect(
      complaint.hasPrefix(
        "star-kiosk: cannot record an answer in j.sqlite: the file size limit is reached; nothing was written; "
          + "raise LimitFSIZE= of the service, or ulimit -f of the shell; the answer was {"), "\(outcome.errors)")
    let stored = try Program("starctl").run(["export", "--format", "jsonl", "--journal", program.path("j.sqlite")])
    #expect(stored.output == outcome.output && !outcome.output.isEmpty)
    // The first that was not stored is the one that was told.
    let count = try stars(in: outcome.output).count
    #expect(count < 40 && complaint.contains("\"stars\":\(count % 5 + 1),"), "\(count) \(complaint)")
  }
}
