import Foundation
import TestSupport
import Testing

/// Visits on the memory screen: what is touched is what is answered, stored and shown.
@Suite struct VisitTests {
  @Test func bundledVisitorPlaysWithoutScreen() throws {
    let program = try Program()
    defer { program.remove() }
    let outcome = try program.run([])
    #expect(outcome.status == 0)
    #expect(try stars(in: outcome.output) == [2, 3, 5])
    #expect(outcome.errors.contains("no KMS screen") && outcome.errors.contains("no framebuffer"))
    let strip = try [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("star-kiosk-filmstrip.png"))))
    #expect(try pixels(ofPNG: strip).size.width > 1000)
    let stored = try Program("starctl").run([
      "export", "--format", "jsonl", "--journal", program.path("state/star-slider/journal.sqlite"),
    ])
    #expect(stored.output == outcome.output)
  }

  /// A service waits for its screen, with one line in the log; an imaginary visitor's answers do not belong in its journal.
  @Test func serviceWithoutScreenWaits() throws {
    let program = try Program()
    defer { program.remove() }
    let state = program.path("service")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let process = try program.start([], command: ["/usr/bin/env", "STATE_DIRECTORY=\(state)"])
    defer { kill(process.processIdentifier, SIGKILL) }
    let path = program.path("star-kiosk.json")
    func faults() -> String {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    #expect(program.wait(60) { faults().contains("\"no_screen\"") })
    // More than the second after which systemd would start it again.
    usleep(2_500_000)
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    let outcome = try program.outcome(of: process)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.errors.split(separator: "\n").count { $0.contains("waiting for a screen") } == 1, "\(outcome.errors)")
  }

  /// Without a courier all answers are kept, and the excess is reported once.
  @Test func fullJournalIsReportedOnce() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for i in 0..<105 { gestures.stroke([(102 + i % 5 * 149, 240)], pause: 100) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    try "[kiosk]\nkeep-answers = 100\n".write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--config", "k.conf", "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite",
    ])
    #expect(try stars(in: outcome.output).count == 105)
    let told = outcome.complaints.filter { $0.contains("more than its limit of 100") }
    #expect(told.count == 1 && told.first?.contains("holds 101 answers") == true, "\(outcome.errors)")
  }

  @Test func tapDragAndCorrection() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    gestures.stroke([(600, 240)])
    gestures.stroke([(102, 240), (200, 240), (300, 241), (365, 240)])
    gestures.stroke([(102, 240), (400, 240), (400, 470)])
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--display", "memory:800x480:RGB565", "--touch", "replay:visit.evemu", "--step", "half", "--journal", "j.sqlite",
      "--snapshot", "end.png",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output) == [4, 2.5])
    let picture = try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("end.png")))))
    #expect(picture.size.width == 800 && picture.size.height == 480)
  }

  /// A drop of water, or a panel that never says that a finger was lifted: after ten seconds others are heard.
  @Test(arguments: [(tap: 8, lift: 12, answers: [2.0]), (20, 25, [4.0]), (40, 60, [4.0])])
  func stuckContactIsCancelled(_ second: (tap: Int, lift: Int, answers: [Double])) throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    gestures.stroke([(251, 240)])
    // A second finger's tap on the fourth star, while the first one stays.
    let lift = gestures.text.split(separator: "\n").suffix(3).map { "E: \(second.lift).000000" + $0.dropFirst(11) }
    let down = gestures.text.split(separator: "\n").dropLast(3)
    let records = [
      (3, 0x2f, 1), (3, 0x39, 2), (3, 0x35, 549), (3, 0x36, 240), (0, 0, 0), (3, 0x39, -1), (0, 0, 0), (3, 0x2f, 0),
    ]
    let tap = records.map { String(format: "E: %d.000000 %04x %04x %d", second.tap, $0.0, $0.1, $0.2) }
    let text = (down.map(String.init) + tap + lift).joined(separator: "\n") + "\n"
    try text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite", "--idle", "30",
    ])
    #expect(try stars(in: outcome.output) == second.answers, "\(outcome.errors)")
  }

  @Test func lastWantedAnswerEndsProgram() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for star in 0..<5 { gestures.stroke([(102 + star * 149, 240)], pause: 100) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--display", "memory", "--touch", "replay:visit.evemu", "--answers", "3", "--journal", "j.sqlite",
    ])
    #expect(outcome.status == 0)
    #expect(try stars(in: outcome.output) == [1, 2, 3])
  }

  @Test(arguments: [0, 90, 180, 270]) func touchHitsStarOnRotatedScreen(rotation: Int) throws {
    let program = try Program()
    defer { program.remove() }
    // The panel is the scanout's: stars of 84 px with 5 px gaps stand in a column on a turned 800x480 screen.
    let upright = (0..<5).map { (x: 102 + $0 * 149, y: 240) }
    let turned = (0..<5).map { (x: 400, y: 62 + $0 * 89) }
    let places =
      switch rotation {
      case 0: upright
      case 90: turned
      case 180: upright.reversed().map { (x: $0.x, y: 239) }
      default: turned.reversed().map { $0 }
      }
    var gestures = Gestures()
    for place in places { gestures.stroke([place]) }
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "--display", "memory", "--touch", "replay:visit.evemu", "--rotate", "\(rotation)", "--journal", "j.sqlite",
    ])
    #expect(try stars(in: outcome.output) == [1, 2, 3, 4, 5], "\(outcome.errors)")
  }

  /// A service has a folder in memory, and was given no path.
  @Test func snapshotOfService() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.start(
      ["--display", "memory", "--touch", "none", "--journal", "j.sqlite"],
      command: ["/usr/bin/env", "RUNTIME_DIRECTORY=\(program.folder.path)"])
    defer { kiosk.terminate() }
    #expect(program.wait(10) { FileManager.default.fileExists(atPath: program.path("status.json")) })
    kill(kiosk.processIdentifier, SIGUSR1)
    #expect(program.wait(10) { FileManager.default.fileExists(atPath: program.path("snapshot.png")) })
    let picture = try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("snapshot.png")))))
    #expect(picture.size.width == 800 && picture.size.height == 480)
  }

  @Test func snapshotAndEndBySignal() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.start([
      "--display", "memory:320x240:BGR888", "--touch", "none", "--journal", "j.sqlite", "--snapshot", "now.png",
    ])
    let isUp = try program.wait(10) {
      try String(contentsOfFile: program.path("stderr"), encoding: .utf8).contains("drawing to memory 320x240 BGR888")
    }
    #expect(isUp)
    usleep(200_000)
    kill(kiosk.processIdentifier, SIGUSR1)
    #expect(program.wait(10) { FileManager.default.fileExists(atPath: program.path("now.png")) })
    #expect(kiosk.isRunning)
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(kiosk.terminationReason == .exit && kiosk.terminationStatus == 0)
  }
}
