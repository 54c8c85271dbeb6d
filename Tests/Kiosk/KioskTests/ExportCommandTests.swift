import Foundation
import Journal
import Testing

/// `star-kiosk export`, for a stand without another program.
@Suite struct ExportCommandTests {
  private static func journal(_ program: Program, answers: Int32) throws -> Journal {
    let journal = try Journal(path: program.path("j.sqlite"))
    for number in 0..<answers {
      let id = try #require(AnswerID(String(format: "00000000-0000-4000-8000-%012d", number)))
      try journal.record(
        Answer(
          uuid: id, steps: number % 6, stepsPerStar: 1, starCount: 5, wall: 1_709_210_096_789, monotonic: 1, bootID: "b"
        ))
    }
    return journal
  }

  /// It prints what starctl prints, even while another program records.
  @Test func printsAllAnswers() throws {
    let program = try Program()
    defer { program.remove() }
    let journal = try Self.journal(program, answers: 1_000)
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    for (words, format) in [([], "csv"), (["--json"], "jsonl")] {
      let exported = try program.run(words + ["--journal", "j.sqlite", "export"])
      #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported.errors)")
      #expect(exported.output.split(whereSeparator: \.isNewline).count == (format == "csv" ? 1_001 : 1_000))
      let other = try starctl.run(["export", "--journal", program.path("j.sqlite"), "--format", format])
      #expect(exported.output == other.output)
    }
    journal.close()
  }

  @Test func namesJournalThatIsMissing() throws {
    let program = try Program()
    defer { program.remove() }
    let outcome = try program.run(["--journal", "none.sqlite", "export"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("none.sqlite: no such file"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.path("none.sqlite")))
  }

  /// The answers before and after a damaged row are printed.
  @Test func damagedRowIsReported() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.journal(program, answers: 9).close()
    let sqlite = Process()
    sqlite.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    sqlite.arguments = [
      "python3", "-c",
      "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).execute(\"UPDATE answers SET visit = replace(uuid, '-', '_') WHERE sequence = 5\")",
      program.path("j.sqlite"),
    ]
    try sqlite.run()
    sqlite.waitUntilExit()
    let outcome = try program.run(["--journal", "j.sqlite", "export"])
    #expect(outcome.status == 1 && outcome.errors.contains("the database is damaged"), "\(outcome.errors)")
    #expect(outcome.output.split(whereSeparator: \.isNewline).count == 9)
  }
}
