import Foundation
import Testing

@testable import star_bench

/// The archive of `star-bench --submit`.
@Suite struct SubmitTests {
  /// The vectors of FIPS 180-4, and lengths around the size of a block.
  @Test func hashesAreThoseOfSHA256() throws {
    for (text, hash) in [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ] { #expect(sha256(Array(text.utf8)) == hash) }
    for count in [55, 56, 63, 64, 65, 1000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      #expect(sha256(bytes) == (try output(of: "sha256sum", [], bytes)).prefix(64))
    }
  }

  /// Returns what a program of this machine prints for a file of these bytes.
  private func output(of program: String, _ arguments: [String], _ bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("submit-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + program)
    process.arguments = arguments + [file.path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func tarReadsTheArchive() throws {
    var archive = TarArchive()
    let contents = [[], Array("short".utf8), (0..<512).map { _ in 7 }, (0..<513).map { UInt8($0 & 255) }] as [[UInt8]]
    for (i, content) in contents.enumerated() { archive.add("file-\(i)", content) }
    #expect(archive.bytes.count % 512 == 0)
    let list = try output(of: "tar", ["tvf"], archive.bytes).split(separator: "\n")
    #expect(list.count == 4 && list.allSatisfy { $0.hasPrefix("-rw-r--r-- 0/0 ") })
    for (i, content) in contents.enumerated() {
      #expect(try output(of: "tar", ["-xO", "file-\(i)", "-f"], archive.bytes).utf8.count >= content.count)
    }
    #expect(try output(of: "tar", ["-xO", "file-1", "-f"], archive.bytes) == "short")
  }

  /// A whole submission: its files, its hashes, and nothing that tells whose machine it is.
  @Test func aRunIsSubmitted() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    try "[board]\ntitle = A board\n".write(toFile: bench.path("board.conf"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: bench.path("out"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: bench.path("secret-place"), withIntermediateDirectories: true)
    try "5000000\n".write(toFile: bench.path("secret-place/power1_input"), atomically: true, encoding: .utf8)
    let run = try bench.run(
      "--submit=out", "--workload", "raster,drag", "--sides", "64", "--batches", "3", "--sustain", "2s", "--note",
      "a \"fan\"",
      "--board", "board.conf", "--energy", "secret-place/power1_input")
    #expect(run.status == 0 || run.status == 3, "\(run.errors)")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: bench.path("out")).first)
    #expect(name.hasPrefix("star-bench-") && name.hasSuffix(".tar"))
    #expect(run.output.contains("wrote out/\(name) ") && run.output.contains("docs/results"))
    #expect(run.output.contains(" stars per second per GHz (raster 64 at "))
    #expect(run.output.contains("times the floor's time; peers not measured"))

    let archive = Array(try Data(contentsOf: URL(fileURLWithPath: bench.path("out/" + name))))
    let files = try output(of: "tar", ["tf"], archive).split(separator: "\n").map(String.init)
    #expect(files == ["submission.json", "report.json", "cpuinfo.txt", "board.conf"])
    func json(_ file: String) throws -> [String: Any] {
      let text = try output(of: "tar", ["-xO", file, "-f"], archive)
      return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let (submission, report) = (try json("submission.json"), try json("report.json"))
    #expect(submission["submission"] as? Int == 1 && submission["note"] as? String == "a \"fan\"")
    let binary = try #require(submission["binary"] as? [String: Any])
    let program = try Data(contentsOf: URL(fileURLWithPath: try bench.executable))
    #expect(binary["bytes"] as? Int == program.count && binary["hash"] as? String == sha256(Array(program)))
    let pictures = try #require(submission["pictures"] as? [[String: String]])
    #expect(pictures.count == 16 && pictures.allSatisfy { $0["hash"]?.count == 64 })
    #expect(try bench.run("--picture", "p", "--workload", "drag").status == 0)
    let drag = sha256(Array(try Data(contentsOf: URL(fileURLWithPath: bench.path("p-drag.ppm")))))
    #expect(pictures.first { $0["name"] == "drag" }?["hash"] == drag)
    #expect((report["results"] as? [Any])?.isEmpty == false && (report["series"] as? [Any])?.isEmpty == false)
    let headline = try #require(report["headline"] as? [String: Any])
    let clock = try #require(headline["clock_khz"] as? Double)
    let star = try #require((report["results"] as? [[String: Any]])?.first { $0["name"] as? String == "raster 64" })
    let expected = 1e15 / (try #require(star["median_ns"] as? Double) * clock)
    #expect(abs((headline["stars_per_second_per_ghz"] as? Double ?? 0) - expected) <= 1)
    #expect(headline["times_floor"] as? Double == star["times_floor"] as? Double)
    try expectNothingPersonal(in: String(decoding: archive, as: UTF8.self), report, folder: bench.folder.path)
  }

  private func expectNothingPersonal(in text: String, _ report: [String: Any], folder: String) throws {
    #expect((report["machine"] as? [String: Any])?["host"] == nil)
    #expect(!text.contains("\"host\"") && !text.contains("secret-place") && !text.contains(folder))
    var secrets = [
      "/etc/machine-id", "/sys/firmware/devicetree/base/serial-number", "/sys/class/dmi/id/product_serial",
    ]
    for link in (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? [] {
      secrets.append("/sys/class/net/\(link)/address")
    }
    for path in secrets {
      let secret = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let words = secret.trimmingCharacters(in: ["\n", "\0", " "])
      if words.count > 5 { #expect(!text.contains(words), "\(path)") }
    }
  }

  /// What a Raspberry Pi says, with its serial number.
  @Test func processorsArePublicWithoutTheirSerialNumber() {
    let processor =
      "processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n\n"
    let machine = "Revision\t: c03114\nSerial\t\t: 10000000deadbeef\nModel\t\t: Raspberry Pi\n"
    let lines = Submission.publicLines(ofProcessors: Array((processor + processor + machine).utf8))
    #expect(lines == "Features\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\nRevision\t: c03114\n")
  }

  @Test func namesOfFilesAreSimple() {
    #expect(Submission.slug("Raspberry Pi 4 Model B Rev 1.4") == "raspberry-pi-4-model-b-rev-1-4")
    #expect(Submission.slug("../../etc/passwd\0") == "etc-passwd" && Submission.slug("Ü--") == "machine")
    #expect(Submission.slug(String(repeating: "a ", count: 99)).utf8.count == 39)
  }

  @Test func theFigureIsThatOfCycles() {
    // 10,000 cycles for a star: 100,000 stars in 10^9 of them.
    let headline = Headline(subject: "raster 64", median: 4_000_000, clock: 2_500_000, timesFloor: nil)
    #expect(headline.starsPerSecondPerGHz == 100_000)
    #expect(
      headline.line
        == "100000 stars per second per GHz (raster 64 at 2.50 GHz): floor not measured; peers not measured, see tools/peers"
    )
  }

  @Test(arguments: [
    ["--submit", "--count"], ["--submit", "--picture", "p"], ["--note", "x"], ["--board", "x"], ["--submit="],
  ]) func wrongUsageIsRefused(_ options: [String]) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(options)
    #expect(run.status == 2 && run.errors.hasSuffix("; see star-bench --help\n"), "\(run.errors)")
  }

  /// Before minutes of measuring.
  @Test(arguments: [["--submit=missing"], ["--submit", "--board", "missing.conf"]])
  func whatCannotBeWrittenOrReadIsRefusedAtOnce(_ options: [String]) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(options)
    #expect(
      run.status == 1 && run.errors.hasPrefix("star-bench: --submit: cannot ") && run.output.isEmpty, "\(run.errors)")
  }
}
