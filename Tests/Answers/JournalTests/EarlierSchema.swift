import CSQLite
import Foundation

@testable import Journal

/// Journals of the earlier schema versions. Their statements are repeated here, since a released schema never changes.
enum EarlierSchema {
  private static let first = """
    PRAGMA page_size = 4096;
    PRAGMA application_id = 0x53746172;
    PRAGMA user_version = 1;
    CREATE TABLE answers (
      sequence INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
      steps INTEGER NOT NULL CHECK (steps BETWEEN 0 AND steps_per_star * star_count),
      steps_per_star INTEGER NOT NULL CHECK (steps_per_star BETWEEN 1 AND 2147483647),
      star_count INTEGER NOT NULL CHECK (star_count BETWEEN 1 AND 2147483647),
      fraction REAL NOT NULL GENERATED ALWAYS AS (CAST(steps AS REAL) / (steps_per_star * star_count)) STORED,
      wall_ms INTEGER NOT NULL,
      monotonic_ns INTEGER NOT NULL,
      boot_id TEXT NOT NULL
    ) STRICT;
    PRAGMA journal_mode = WAL;
    """

  private static let second = """
    PRAGMA user_version = 2;
    ALTER TABLE answers ADD COLUMN visit TEXT CHECK (length(visit) = 36);
    ALTER TABLE answers ADD COLUMN question TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN reasons TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE answers ADD COLUMN language TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN flags INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE answers ADD COLUMN terminal TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN wall_synchronised INTEGER NOT NULL DEFAULT 0 CHECK (wall_synchronised IN (0, 1));
    ALTER TABLE answers ADD COLUMN wall_repaired_ms INTEGER;
    ALTER TABLE answers ADD COLUMN delivered_ms INTEGER;
    ALTER TABLE answers ADD COLUMN is_delivered INTEGER GENERATED ALWAYS AS (delivered_ms IS NOT NULL) VIRTUAL;
    CREATE INDEX answers_outbox ON answers (is_delivered);
    CREATE INDEX answers_to_repair ON answers (boot_id) WHERE wall_synchronised = 0 AND wall_repaired_ms IS NULL;
    """

  private static let third = """
    PRAGMA user_version = 3;
    ALTER TABLE answers ADD COLUMN kind TEXT NOT NULL DEFAULT 'stars';
    ALTER TABLE answers ADD COLUMN chosen TEXT NOT NULL DEFAULT '[]';
    """

  private static let fourth = """
    PRAGMA user_version = 4;
    CREATE TABLE journal (uuid TEXT NOT NULL CHECK (length(uuid) = 36)) STRICT;
    INSERT INTO journal VALUES ('b3a1c8de-7f10-4c2b-9d52-0e6f1a2b3c4d');
    """

  private static let seventh = """
    PRAGMA user_version = 7;
    ALTER TABLE answers RENAME COLUMN terminal TO kiosk;
    """

  /// Returns how an answer of that version reads current.
  static func answer(_ number: Int32, version: Int64) -> Answer {
    var current = sample(number)
    (current.shown, current.survey) = ([], "")
    if version >= 3 { return current }
    (current.kind, current.chosen) = ("stars", [])
    if version == 2 { return current }
    return Answer(
      uuid: current.uuid, steps: current.steps, stepsPerStar: current.stepsPerStar, starCount: current.starCount,
      wall: current.time.wall, monotonic: current.time.monotonic, bootID: current.time.bootID)
  }

  /// An open journal, as on a running kiosk: its newest answers are only in the log.
  final class Running {
    private var handle: OpaquePointer?
    private let version: Int64

    init(path: String, version: Int64, answers: Range<Int32>) throws {
      self.version = version
      guard sqlite3_open(path, &handle) == SQLITE_OK else { throw POSIXError(.EIO) }
      try run(EarlierSchema.first)
      if version >= 2 { try run(EarlierSchema.second) }
      if version >= 3 { try run(EarlierSchema.third) }
      if version >= 4 { try run(EarlierSchema.fourth) }
      if version >= 7 { try run(EarlierSchema.seventh) }
      for number in answers { try record(number) }
    }

    deinit { sqlite3_close(handle) }

    func record(_ number: Int32) throws {
      let answer = EarlierSchema.answer(number, version: version)
      var columns = "uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id"
      var values =
        "'\(answer.uuid.text)', \(answer.steps), 2, 5, \(answer.time.wall), \(answer.time.monotonic), '\(answer.time.bootID)'"
      if version >= 2 {
        columns +=
          ", visit, question, reasons, language, flags, \(version < 7 ? "terminal" : "kiosk"), wall_synchronised"
        let reasons = answer.reasons.isEmpty ? "[]" : "[\"slow\",\"loud\"]"
        values += ", '\(answer.visit.text)', '\(answer.question)', '\(reasons)', '\(answer.language)', "
        values += "\(answer.flags.rawValue), '\(answer.kiosk)', \(answer.time.isSynchronised ? 1 : 0)"
      }
      if version >= 3 {
        columns += ", kind, chosen"
        values += ", '\(answer.kind)', '\(answer.chosen.isEmpty ? "[]" : "[\"red\",\"sea blue\"]")'"
      }
      try run("INSERT INTO answers (\(columns)) VALUES (\(values))")
    }

    func run(_ statements: String) throws {
      guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw POSIXError(.EIO) }
    }
  }
}

extension TemporaryFolder {
  /// Returns a copy of the journal `name` and its companions in their present state, as a power cut would leave them.
  func afterPowerCut(_ name: String, index: Bool = false) throws -> TemporaryFolder {
    let after = try TemporaryFolder()
    for part in [name, name + "-wal"] + (index ? [name + "-shm"] : []) {
      if FileManager.default.fileExists(atPath: file(part)) { _ = try after.write(part, read(part)) }
    }
    return after
  }
}
