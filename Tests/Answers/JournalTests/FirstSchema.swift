import CSQLite
import Foundation

@testable import Journal

/// Journals of schema version 1. Its statements are repeated here, since a released schema never changes.
enum FirstSchema {
  static let create = """
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

  /// Returns how an answer of that version reads current.
  static func answer(_ number: Int32) -> Answer {
    let current = sample(number)
    return Answer(
      uuid: current.uuid, steps: current.steps, stepsPerStar: current.stepsPerStar, starCount: current.starCount,
      wall: current.wall, monotonic: current.monotonic, bootID: current.bootID)
  }

  /// An open journal, as on a running kiosk: its newest answers are only in the log.
  final class Running {
    private var handle: OpaquePointer?

    init(path: String, answers: Range<Int32>) throws {
      guard sqlite3_open(path, &handle) == SQLITE_OK else { throw POSIXError(.EIO) }
      try run(FirstSchema.create)
      for number in answers { try record(number) }
    }

    deinit { sqlite3_close(handle) }

    func record(_ number: Int32) throws {
      let answer = FirstSchema.answer(number)
      try run(
        """
        INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id) VALUES
          ('\(answer.uuid.text)', \(answer.steps), 2, 5, \(answer.wall), \(answer.monotonic), '\(answer.bootID)')
        """)
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
