import Foundation
import Testing

@testable import Journal

/// A service with a large journal serves visitors while another process checks it.
@Suite struct LargeJournalTests {
  let program: Program
  /// The check runs at the lowest priority, so a busy machine lets it wait. In seconds.
  private let patience = 180.0

  /// A journal of 10,000 answers and 3 MB.
  init() throws {
    program = try Program()
    _ = try visit()
    try change(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
      INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit)
      SELECT printf('%08x-0000-4000-8000-000000000000', i), steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit
      FROM n, (SELECT * FROM answers LIMIT 1)
      """)
    let size = try FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int
    #expect(size ?? 0 > 2_500_000)
  }

  private var journal: String { program.path("state/journal.sqlite") }
  private var service: [String] { ["/usr/bin/env", "STATE_DIRECTORY=" + program.path("state")] }

  private func change(_ statement: String) throws {
    let connection = try Connection(journal, .readWrite, busyTimeout: 2_000, for: "test")
    try connection.execute(statement)
    _ = try connection.text("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func count() throws -> Int64 {
    try Connection(journal, .readOnly, busyTimeout: 2_000, for: "test").number("SELECT count(*) FROM answers")
  }

  /// A visitor who gives one answer, in a run that ends with it.
  private func visit() throws -> Program.Outcome {
    try FileManager.default.createDirectory(atPath: program.path("state"), withIntermediateDirectories: true)
    var gestures = Gestures()
    gestures.stroke([(548, 240)])
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    return try program.run(["--display", "memory", "--touch", "replay:visit.evemu"], command: service)
  }

  private func serve() throws -> Process {
    try program.start(["--display", "memory", "--touch", "none"], command: service)
  }

  private func end(_ kiosk: Process) {
    kiosk.terminate()
    kiosk.waitUntilExit()
    program.remove()
  }

  /// The visit is over before the check, which waits for another program's lock: the answer is in the reserve, and the next start moves
  /// it.
  @Test func visitorsDoNotWaitForTheCheck() throws {
    let outcome = try {
      let other = try Connection(journal, .readWrite, busyTimeout: 2_000, for: "test")
      try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM answers; ROLLBACK")
      defer { extendLifetime(other) }
      return try visit()
    }()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output).count == 1)
    #expect(outcome.errors.contains("its check is still running; answers are kept in a reserve"))
    #expect(outcome.errors.contains("1 answers are in the reserve"))
    #expect(try count() == 10_000)
    let kiosk = try serve()
    defer { end(kiosk) }
    #expect(program.wait(patience) { (try? count()) == 10_001 }, "\((try? program.log()) ?? "")")
    #expect(try program.wait(5) { try program.log().contains("the journal stores answers again") })
  }

  @Test func aDamagedJournalIsSetAside() throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: journal))
    try file.seek(toOffset: 1_000_000)
    try file.write(contentsOf: Data(repeating: 0xff, count: 20_000))
    try file.close()
    let kiosk = try serve()
    defer { end(kiosk) }
    let isStoring = try program.wait(patience) { try program.log().contains("the journal stores answers again") }
    #expect(isStoring, "\((try? program.log()) ?? "")")
    #expect(try program.log().contains("the journal was damaged: it is kept as \(journal).damaged-"))
    // The answers of some twenty thousand bytes are missing.
    let left = try count()
    #expect((9_800..<10_000).contains(left))
  }

  /// It is set aside, and its pending answers are in the new one.
  @Test func aJournalOfANewerVersionIsSetAside() throws {
    try change("PRAGMA user_version = 99")
    let kiosk = try serve()
    defer { end(kiosk) }
    let isStoring = try program.wait(patience) { try program.log().contains("the journal stores answers again") }
    #expect(isStoring, "\((try? program.log()) ?? "")")
    #expect(try count() == 10_000)
    #expect(kiosk.isRunning)
  }
}
