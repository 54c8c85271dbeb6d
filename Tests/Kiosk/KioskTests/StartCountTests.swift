import Foundation
import Testing

@testable import Fleet
@testable import Kiosk

/// After three starts that a signal ended, a service starts with its last valid configuration.
@Suite struct StartCountTests {
  @Test func counting() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure("[slider]\n")
    func start() -> StartCount { StartCount(of: program.path("kiosk.conf"), in: program.folder.path) }
    // Two crashes, a start that ends well, and three crashes.
    for _ in 0..<2 { #expect(start().error == nil) }
    start().end()
    for _ in 0..<3 { #expect(start().error == nil) }
    let fourth = start()
    #expect(fourth.error?.lines.first?.contains("the last 3 starts with ") == true)
    // The start with another configuration says nothing about this one.
    fourth.end()
    #expect(start().error != nil)
    // Another text begins at 0, and so does a shell.
    try program.configure("[slider]\nstars = 4\n")
    #expect(start().error == nil)
    #expect(StartCount(of: program.path("kiosk.conf"), in: nil).error == nil)
    #expect(StartCount(of: program.path("none.conf"), in: program.folder.path).error == nil)
    try "garbage".write(toFile: program.path("starts"), atomically: true, encoding: .utf8)
    #expect(start().error == nil)
  }

  /// The power failed during three starts: no crash, and no reason to keep the kiosk out of order.
  @Test func startsOfAnotherBootDoNotCount() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure("[slider]\n")
    func start() -> StartCount { StartCount(of: program.path("kiosk.conf"), in: program.folder.path) }
    for _ in 0..<5 {
      #expect(start().error == nil)
      let line = try String(contentsOfFile: program.path("starts"), encoding: .utf8)
      let words = line.split(whereSeparator: \.isWhitespace)
      #expect(words.count == 3 && words[1] == "1")
      try "\(words[0]) 3 00000000-0000-4000-8000-000000000000\n"
        .write(toFile: program.path("starts"), atomically: true, encoding: .utf8)
    }
  }

  /// Makes an ICU, newer than the system's, that aborts for a snowman.
  private func breakLibrary(in program: Program) throws {
    try """
    #include <stdint.h>
    #include <stdlib.h>
    static const uint16_t *text;
    static int32_t place, length;
    void *ubrk_open_80(int32_t t, const char *l, const uint16_t *s, int32_t n, int32_t *e) { return &place; }
    void ubrk_close_80(void *b) {}
    void ubrk_setText_80(void *b, const uint16_t *s, int32_t n, int32_t *e) { text = s; length = n; place = 0; }
    int32_t ubrk_next_80(void *b) {
      if (place == length) return -1;
      if (text[place] == 0x2603) abort();
      return ++place;
    }
    """.write(toFile: program.path("break.c"), atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "clang", "-shared", "-fPIC", "-o", program.path("libicuuc.so.80"), program.path("break.c"),
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  @Test func crashLoopEnds() throws {
    let program = try Program()
    defer { program.remove() }
    try breakLibrary(in: program)
    let command = [
      "/usr/bin/env", "STATE_DIRECTORY=" + program.path("state"), "LD_LIBRARY_PATH=" + program.folder.path,
    ]
    let words = ["--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "none"]
    try program.configure(Program.configuration(start: "Begin"))
    var kiosk = try program.start(words, command: command)
    #expect(program.wait(30) { FileManager.default.fileExists(atPath: program.path("state/last-good.conf")) })
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: program.path("state/starts")))
    // Only the second language crashes, after the first frame: that configuration must not be kept as a valid one.
    try program.configure(
      Program.configuration(start: "Begin") + "[text ja]\nname = 日本語\nquestion a = 今日\u{2603}?\nattract = 星\n")
    for _ in 0..<3 {
      kiosk = try program.start(words, command: command)
      kiosk.waitUntilExit()
      #expect(kiosk.terminationReason == .uncaughtSignal)
    }
    kiosk = try program.start(words, command: command)
    let log = { try program.log() }
    #expect(
      try program.wait(30) { try log().contains("the last 3 starts with kiosk.conf crashed") }, "\((try? log()) ?? "")")
    func faults() throws -> [String]? {
      guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
      return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["faults"] as? [String]
    }
    #expect(try program.wait(30) { try faults() == ["configuration_invalid"] }, "\((try? log()) ?? "")")
    #expect(kiosk.isRunning)
    kiosk.terminate()
    kiosk.waitUntilExit()
    // Without another valid configuration it stands out of order, and a new file ends that.
    let last = program.path("state/last-good.conf")
    try FileManager.default.removeItem(atPath: last)
    try FileManager.default.copyItem(atPath: program.path("kiosk.conf"), toPath: last)
    kiosk = try program.start(words, command: command)
    #expect(
      try program.wait(30) { try faults() == ["out_of_order", "configuration_invalid"] }, "\((try? log()) ?? "")")
    #expect(kiosk.isRunning)
    try program.configure(Program.configuration(start: "Begin"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(30) { try faults() == [] }, "\((try? log()) ?? "")")
    let text = Program.configuration(start: "Begin")
    #expect(try program.wait(10) { try String(contentsOfFile: last, encoding: .utf8) == text })
    kiosk.terminate()
    kiosk.waitUntilExit()
  }

  /// The kiosk goes on with its own configuration, also after later starts, and tells the fleet why.
  @Test func aRemoteConfigurationThatCrashesIsDiscarded() throws {
    let program = try Program()
    defer { program.remove() }
    try breakLibrary(in: program)
    try Signatures.load()
    let pair = Signatures.makePair()
    try pair.key.text.write(toFile: program.path("key.pub"), atomically: true, encoding: .utf8)
    try program.configure(
      "[kiosk]\nid = t1\n[fleet]\npublic-key = key.pub\n" + Program.configuration(start: "Begin"))
    let body = SignedMessage.body(
      .configuration, .kiosk("t1"), counter: 5, Array(Program.configuration(start: "今日 \u{2603}").utf8))
    try FileManager.default.createDirectory(atPath: program.path("private"), withIntermediateDirectories: false)
    let current = program.path("private/current")
    try Data(SignedMessage.message(body, signature: Signatures.sign(body, with: pair.secret)))
      .write(to: URL(fileURLWithPath: current))
    let command = [
      "/usr/bin/env", "STATE_DIRECTORY=" + program.path("state") + ":" + program.path("private"),
      "LD_LIBRARY_PATH=" + program.folder.path,
    ]
    let words = ["--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "none"]
    for _ in 0..<3 {
      let kiosk = try program.start(words, command: command)
      kiosk.waitUntilExit()
      #expect(kiosk.terminationReason == .uncaughtSignal)
    }
    for start in 1...2 {
      let kiosk = try program.start(words, command: command)
      let isInOrder = program.wait(60) {
        FileManager.default.fileExists(atPath: program.path("star-kiosk.json"))
          && !FileManager.default.fileExists(atPath: program.path("private/starts"))
      }
      let log = try program.log()
      #expect(isInOrder && kiosk.isRunning, "\(log)")
      #expect(log.contains("the remote configuration (kiosk t1 5) was refused") == (start == 1))
      #expect(log.contains("the last three starts with it crashed") == (start == 1))
      kiosk.terminate()
      kiosk.waitUntilExit()
      #expect(kiosk.terminationReason == .exit)
    }
    #expect(!FileManager.default.fileExists(atPath: current))
  }

  /// Out of order, the kiosk uses its screen, its touchscreen, its journal and its ID, and nothing else.
  @Test(arguments: ["[kiosk]", "[terminal]"]) func onlyDevicesRemain(section: String) {
    let text = """
      \(section)
      id = a
      idle = 9
      [screen]
      rotate = 90
      [theme]
      logo = x.png
      [fleet]
      public-key = k
      """
    let kept = "\(section)\nid = a\n\n[screen]\nrotate = 90\n\n\n\n\n"
    #expect(String(decoding: OutOfOrder.devices(of: Array(text.utf8)), as: UTF8.self) == kept)
  }

  /// However the lines are written.
  @Test func devicesRemainInAnyNotation() {
    let start = "\u{feff}[screen] ; main\nrotate: 90\n[kiosk] # mine\nid: a\n"
    let text = start + "idle: 9\n[ touch ]\n# x\n[kiosk x]\nid = b\n"
    let kept = start + "\n[ touch ]\n\n\n\n\n"
    #expect(OutOfOrder.devices(of: Array(text.utf8)) == Array(kept.utf8))
  }
}
