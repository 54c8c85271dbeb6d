import Foundation
import Testing

@testable import Journal
@testable import starctl

/// `starctl export` as a process.
@Suite struct ExportTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  private func starctl(_ arguments: String...) throws -> Tool.Outcome { try starctl(arguments) }

  private func starctl(_ arguments: [String]) throws -> Tool.Outcome { try Tool(folder).run(arguments) }

  /// All rows but a damaged one are exported.
  @Test(arguments: ["csv", "jsonl"]) func damagedRowsAreReported(format: String) throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<100 { try journal.record(sample(number)) }
    journal.close()
    try sql(path, "UPDATE answers SET visit = uuid || '' WHERE sequence < 50")
    try sql(path, "UPDATE answers SET visit = replace(uuid, '-', '_') WHERE sequence = 51")
    let outcome = try starctl("export", "--journal", path, "--format", format)
    #expect(outcome.status == 1 && outcome.errors.contains("the database is damaged"), "\(outcome.errors)")
    #expect(outcome.output.utf8.last == 10)
    #expect(outcome.output.utf8.split(separator: 10).count == (format == "csv" ? 100 : 99))
  }

  /// A spreadsheet must not execute what a visitor or another program has written.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"), ("@SUM(1)", "'@SUM(1)"),
    ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("-5", "-5"), ("-0.5", "-0.5"),
    ("a=1", "a=1"),
    ("", ""), ("'=1", "'=1"),
  ])
  func formulasAreMarked(text: String, field: String) { #expect(csvField(text) == field) }

  @Test func exportsCSVWhileTheKioskRuns() throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<1_000 { try journal.record(sample(number)) }
    let outcome = try starctl("export", "--journal", path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.components(separatedBy: "\r\n")
    #expect(lines.count == 1_002)
    #expect(
      lines[0]
        == "uuid,stars,steps,steps_per_star,star_count,fraction,wall,wall_ms,monotonic_ns,boot_id,visit,question,"
        + "reasons,language,flags,kiosk,wall_synchronised,wall_repaired_ms,kind,value,chosen,shown,survey")
    #expect(
      lines[8] == sample(7).uuid.text
        + ",3.5,7,2,5,0.7,2024-02-29T12:34:56.796Z,1709210096796,7000000049,6f1c2e4a-7f0e-4c0e-9d6a-0123456789ab,"
        + sample(6).uuid.text + ",q1,slow loud,de,partial repeated,gate-7,true,,nps,3.5,,,5f1d7a84c3b2e690")
    #expect(lines[10].hasSuffix(",true,,choice,,red sea blue,sea blue red,5f1d7a84c3b2e690"))
    #expect(lines[1_001] == "")
    // The export left no lock behind.
    try journal.record(sample(1_000))
    #expect(try answers(at: path).count == 1_001)
  }

  @Test func exportsJSONLines() throws {
    try Journal(path: path).record(sample(7))
    let outcome = try starctl("export", "--journal", path, "--format", "jsonl")
    #expect(outcome.status == 0)
    #expect(outcome.output == sample(7).json + "\n")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(object?["stars"] as? Double == 3.5)
  }

  @Test func exportsByMarks() throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<128 { try journal.record(sample(number)) }
    func numbers(_ options: String...) throws -> Set<Int32> {
      let outcome = try starctl(["export", "--journal", path] + options)
      #expect(outcome.status == 0 && outcome.errors == "")
      let found = Set(
        outcome.output.components(separatedBy: "\r\n").dropFirst().compactMap { AnswerID(String($0.prefix(36))) })
      return Set((0..<128).filter { found.contains(sample($0).uuid) })
    }
    func all(_ isWanted: (Int32) -> Bool) -> Set<Int32> {
      Set((0..<128).filter { isWanted(sample($0).flags.rawValue) })
    }
    #expect(try numbers() == all { _ in true })
    #expect(try numbers("--without", "burst,staff") == all { $0 & 36 == 0 })
    #expect(try numbers("--without", "burst", "--without", "staff") == all { $0 & 36 == 0 })
    #expect(try numbers("--only", "hasty,sweep") == all { $0 & 24 != 0 })
    #expect(try numbers("--only", "hasty", "--without", "repeated,partial") == all { $0 & 8 != 0 && $0 & 3 == 0 })
    for wrong in ["", "bursts", "burst,", "burst, staff", "Burst"] {
      let outcome = try starctl(["export", "--journal", path, "--without", wrong])
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(
        wrong.isEmpty || outcome.errors.contains("partial, repeated, burst, hasty, sweep, staff"), "\(outcome.errors)")
    }
  }

  @Test func aMissingJournalIsNotCreated() throws {
    let outcome = try starctl("export", "--journal", path)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    let words = "no such file; give the path of the kiosk's journal\n"
    #expect(outcome.errors == "starctl: cannot read the journal \(path): " + words)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aFolderOrATextFileIsRejected() throws {
    let note = try folder.write("note.txt", "hello".utf8)
    for (wrong, words) in [(folder.path, "it is a folder"), (note, "it is not an SQLite database")] {
      let outcome = try starctl("export", "--journal", wrong)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(words))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(try folder.read("note.txt") == Data("hello".utf8))
  }

  @Test func wrongArgumentsAreReportedAndTheVersionIsPrinted() throws {
    #expect(try starctl("export").status == 64)
    #expect(try starctl("export", "--journal", path, "--format", "xml").status == 64)
    let version = try starctl("--version")
    #expect(version.status == 0)
    #expect(version.output == "starctl 0.2.0\n")
  }

  @Test func fieldsAreQuotedIfNecessary() {
    let cases = [
      ("", ""), ("plain", "plain"), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
      ("a\r\nb", "\"a\r\nb\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("\"", "\"\"\"\""), ("é\"\u{301}", "\"é\"\"\u{301}\""),
    ]
    for (text, field) in cases { #expect(csvField(text) == field) }
    var answer = sample(1)
    answer.time.wall = .max
    answer.time.bootID = "a,b"
    #expect(
      answer.csv.hasSuffix(
        ",,9223372036854775807,1000000007,\"a,b\",\(sample(0).uuid.text),q1,slow loud,de,,gate-7,true,,faces,0.5,,,5f1d7a84c3b2e690\r\n"
      ))
  }
}
