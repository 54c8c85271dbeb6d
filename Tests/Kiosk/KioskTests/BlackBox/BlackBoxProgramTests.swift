import Foundation
import Testing

/// The black box of a running program.
@Suite struct BlackBoxProgramTests {
  private func boxes(_ program: Program) -> [String] {
    let folder = program.path("state/star-slider/blackbox")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { folder + "/" + $0 }
  }

  private func options(_ more: String...) -> [String] {
    ["--config", "kiosk.conf", "--phrases", Program.phrases] + more
  }

  /// A kiosk that is killed again and again keeps the first four black boxes of an hour.
  @Test func firstCrashesAreKept() throws {
    let program = try Program()
    defer { program.remove() }
    for round in 1...6 {
      let kiosk = try program.startKiosk(Program.configuration(start: "Tap here"))
      #expect(program.wait(10) { (try? program.log().contains("drawing to")) == true })
      // A picture is taken in the loop, once the start is over.
      _ = try program.picture(of: kiosk)
      kill(kiosk.processIdentifier, SIGKILL)
      kiosk.waitUntilExit()
      #expect(boxes(program).count == min(round - 1, 4), "\(round)")
    }
    #expect(boxes(program).map { $0.hasSuffix("-crash.blackbox") } == [true, true, true, true])
  }

  /// After a kill, the next start keeps what happened before. The picture that was shown can be shown again.
  @Test func killIsExplained() throws {
    let program = try Program()
    defer { program.remove() }
    let ring = program.path("star-kiosk.blackbox")
    let killed = try program.startKiosk("[kiosk]\nservice-pin = 4711\n" + Program.configuration(start: "Tap here"))
    #expect(
      program.wait(10) {
        (try? program.log().contains("drawing to")) == true && FileManager.default.fileExists(atPath: ring)
      })
    // A picture is taken once the frame is shown.
    _ = try program.picture(of: killed)
    usleep(300_000)
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: ring) && boxes(program).isEmpty)
    let next = try program.startKiosk("[kiosk]\nservice-pin = 4711\n" + Program.configuration(start: "Tap here"))
    #expect(program.wait(10) { !boxes(program).isEmpty })
    kill(next.processIdentifier, SIGTERM)
    next.waitUntilExit()
    // A program that ends by itself leaves no more.
    #expect(!FileManager.default.fileExists(atPath: ring))
    let box = try #require(boxes(program).first)
    #expect(boxes(program).count == 1 && box.hasSuffix("/1-crash.blackbox"))
    #expect(try program.log().contains("the last minutes before a crash are in"))

    let explained = try program.run(options("replay", box, "--explain"))
    #expect(explained.status == 0, "\(explained.errors)")
    #expect(
      explained.output.contains("Black box of a crash")
        && explained.output.contains("The program did not end by itself"))
    #expect(explained.output.contains("screen 800x480 XRGB8888"), "\(explained.output)")

    let replayed = try program.run(options("--animation", "no", "replay", box))
    #expect(replayed.status == 0, "\(replayed.output) \(replayed.errors)")
    #expect(replayed.output.contains("start: same") && replayed.output.contains("1 of 1 pictures are the same"))
    #expect(!replayed.errors.contains("not the recorded one"))

    // The configuration of a support archive has no PIN, and is the same one.
    try program.configure("[kiosk]\nservice-pin = (hidden)\n" + Program.configuration(start: "Tap here"))
    let hidden = try program.run(options("--animation", "no", "replay", box))
    #expect(hidden.status == 0 && !hidden.errors.contains("not the recorded one"), "\(hidden.errors)")

    try program.configure(Program.configuration(start: "Tap here").replacing("How was it?", with: "How was that?"))
    let other = try program.run(options("--animation", "no", "replay", box))
    #expect(
      other.status == 1 && other.errors.contains("not the recorded one") && other.output.contains("start: differs"))
  }

  @Test func nothingIsWrittenIfItIsOff() throws {
    let program = try Program()
    defer { program.remove() }
    for _ in 0..<2 {
      let kiosk = try program.startKiosk("[kiosk]\nblackbox = no\n" + Program.configuration(start: "Tap here"))
      _ = try program.picture(of: kiosk)
      kill(kiosk.processIdentifier, SIGKILL)
      kiosk.waitUntilExit()
    }
    #expect(!FileManager.default.fileExists(atPath: program.path("star-kiosk.blackbox")) && boxes(program).isEmpty)
  }

  @Test func otherFilesAreRefused() throws {
    let program = try Program()
    defer { program.remove() }
    try "text".write(toFile: program.path("b"), atomically: true, encoding: .utf8)
    for arguments in [["replay", "b"], ["--explain", "replay", "b"]] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 1 && outcome.errors.contains("cannot read b: not a black box"), "\(outcome.errors)")
    }
    #expect(try program.run(["replay"]).status == 2)
    #expect(try program.run(["replay", "none"]).status == 1)
  }
}
