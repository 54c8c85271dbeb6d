import Foundation
import Testing

/// Programs with too little memory, and with a limit on the size of files.
@Suite struct LimitTests {
  /// A screen that does not fit into memory is an error, not a crash.
  @Test(arguments: [
    OutputTests.Call("star-kiosk", "--display", "memory:16384x16384", "--touch", "none"),
    OutputTests.Call("star-bench", "--display", "memory:16384x16384", "--workload", "drag"),
    OutputTests.Call("starctl", "preview", "--size", "16384x16384", "--output", "out.png"),
  ])
  func tooLittleMemoryForScreen(_ call: OutputTests.Call) throws {
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

  /// The same for the star images, on a screen that fits.
  @Test(arguments: [
    (400_000, OutputTests.Call("star-kiosk", "--display", "memory:8192x8192", "--stars", "1", "--touch", "none")),
    (1_000_000, OutputTests.Call("star-kiosk", "--display", "memory:8192x8192", "--stars", "1", "--touch", "none")),
    (600_000, OutputTests.Call("star-bench", "--display", "memory:16384x16384:RGB565", "--workload", "drag")),
    (700_000, OutputTests.Call("starctl", "preview", "--size", "8192x8192", "--stars", "1", "--output", "out.png")),
  ])
  func tooLittleMemoryForStars(_ kibibytes: Int, _ call: OutputTests.Call) throws {
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

  /// The same for every workload of the benchmark, and its pictures.
  @Test(arguments: [
    (50_000, "--workload memory --display memory:2400x2000", "copies of the screen: not enough memory (38400000 bytes"),
    (98_000, "--workload bytes --display memory:2400x2000", "19200000 bytes"),
    (188_000, "--workload drag --display memory:6000x4000 --picture p", "picture's bytes: not enough memory (72000000"),
    (180_000, "--workload raster --sides 4096 --picture p", "the picture's bytes: not enough memory (50331648"),
    (60_000, "--workload raster --sides 4096", "a 4096x4096 XRGB8888 memory screen: not enough memory (67108864 bytes"),
    (600_000, "--first-frame --display memory:16384x16384:RGB565", "the star images: not enough memory ("),
  ])
  func tooLittleMemoryForBenchmark(_ kibibytes: Int, _ words: String, _ said: String) throws {
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

  /// A folder with two images of 2000x2000 pixels (16 MB each), and a configuration with stars of them.
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

  /// An image that does not fit into memory is an error with a line number.
  @Test func tooLittleMemoryForImages() throws {
    let program = try pictured("")
    defer { program.remove() }
    let outcome = try program.run(
      ["check", "k.conf"], command: ["/bin/bash", "-c", "ulimit -c 0 -v 40000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
    #expect(
      outcome.errors.contains("not enough memory (16000000 bytes needed)")
        && outcome.errors.hasPrefix("star-kiosk: k.conf:"), "\(outcome.errors)")
  }

  /// The pale images of a disabled control are stored once, not once for each star.
  @Test func disabledImagesAreShared() throws {
    let program = try pictured("[slider]\nstars = 20\nenabled = no")
    defer { program.remove() }
    let outcome = try program.run(
      ["check", "k.conf"], command: ["/bin/bash", "-c", "ulimit -c 0 -v 150000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// A limit on the size of files is reported with the file's name, and leaves no incomplete file.
  @Test func fileSizeLimit() throws {
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

  /// A journal that may not grow (`ulimit -f`, LimitFSIZE=): the reason is reported, without any answer, later answers are kept in
  /// the reserve, and the next start moves them to the journal.
  @Test func fileSizeLimitOfJournal() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for visitor in 0..<40 { gestures.stroke([(102 + visitor % 5 * 149, 240)], pause: 20_000) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let words = ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"]
    let outcome = try program.run(
      words, command: ["/bin/bash", "-c", "ulimit -f 100; exec env --default-signal=XFSZ \"$0\" \"$@\""])
    #expect(outcome.status == 0)
    let complaint = try #require(outcome.complaints.first { !$0.contains("there is no black box") })
    #expect(
      complaint.hasPrefix(
        "star-kiosk: cannot record an answer in j.sqlite: the file size limit is reached; nothing was written; "
          + "raise LimitFSIZE= of the service, or ulimit -f of the shell; answers are kept in a reserve"),
      "\(outcome.errors)")
    #expect(outcome.complaints.last?.contains("answers are in the reserve") == true, "\(outcome.errors)")
    #expect(!outcome.errors.contains("uuid"), "no answer in a log")
    #expect(try stars(in: outcome.output).count == 40)
    func stored() throws -> String {
      try Program("starctl").run(["export", "--format", "jsonl", "--journal", program.path("j.sqlite")]).output
    }
    let before = try stored()
    #expect(before != outcome.output && outcome.output.hasPrefix(before) && !before.isEmpty)
    let next = try program.run(words)
    #expect(next.status == 0 && next.complaints.isEmpty, "\(next.errors)")
    #expect(try stored() == outcome.output + next.output)
  }
}
