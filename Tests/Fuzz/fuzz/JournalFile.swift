import CSQLite
import Foundation
import Journal

/// A journal with any rows, or with any bytes changed, is read and delivered, or refused with a reason.
func fuzzJournal(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let scratch = ScratchJournal.shared
  if input.flag() { scratch.write(rows: &input) } else { scratch.write(patches: &input) }
  if let reader = try? JournalReader(path: scratch.path, busyTimeout: 0) {
    while let answer = (try? reader.next()) ?? nil { _ = answer.jsonBytes }
  }
  guard let outbox = try? Outbox(path: scratch.path, busyTimeout: 0) else { return }
  try? outbox.repairIndexes()
  _ = try? outbox.backlog()
  _ = try? outbox.newestWall()
  _ = try? outbox.lastSequence()
  for again in (try? outbox.answers(from: 1, to: .max, limit: 9)) ?? [] {
    _ = again.answer.jsonBytes(in: (outbox.journal, again.sequence))
  }
  _ = try? outbox.repairTimes(bootID: ScratchJournal.boot, wall: 1_800_000_000_000, monotonic: input.int64())
  var last: Int64 = 0
  while let answers = try? outbox.next(after: last, limit: 3), let end = answers.last {
    require(answers.allSatisfy { $0.sequence > last }, "sequences do not ascend")
    last = end.sequence
    try? outbox.markDelivered(answers.map { $0.sequence }, at: 1)
    for pending in answers { _ = pending.answer.jsonBytes }
  }
}

/// A small journal, written anew for each input.
private final class ScratchJournal {
  nonisolated(unsafe) static let shared = ScratchJournal()
  static let boot = "6f1c2e4a-7f0e-4c0e-9d6a-0123456789ab"

  let path: String
  /// The file with four answers.
  private let template: [UInt8]

  private init() {
    let folder = "/dev/shm/star-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    path = folder + "/journal.sqlite"
    let journal = try! Journal(path: path)
    for i in 1...4 as ClosedRange<Int32> {
      var answer = Answer(
        uuid: AnswerID(random: UInt64(i), 7), steps: i, stepsPerStar: 2, starCount: 5, wall: 1_709_210_096_789,
        monotonic: Int64(i), bootID: Self.boot)
      answer.reasons = ["slow"]
      try! journal.record(answer)
    }
    journal.close()
    template = [UInt8](FileManager.default.contents(atPath: path)!)
    atexit { try? FileManager.default.removeItem(atPath: "/dev/shm/star-fuzz-\(getpid())") }
  }

  /// Changes single bytes.
  func write(patches input: inout Input) {
    var bytes = template
    while !input.isAtEnd { bytes[Int(UInt16(bitPattern: input.int16())) % bytes.count] = input.byte() }
    put(bytes)
  }

  /// Adds rows of any values, which the table's checks would refuse.
  func write(rows input: inout Input) {
    put(template)
    var handle: OpaquePointer?
    sqlite3_open(path, &handle)
    defer { sqlite3_close(handle) }
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = 1; PRAGMA synchronous = OFF", nil, nil, nil)
    var insert: OpaquePointer?
    let columns =
      "uuid, boot_id, visit, question, reasons, language, kiosk, kind, chosen, steps, steps_per_star, star_count, "
    sqlite3_prepare_v2(
      handle,
      "INSERT INTO answers (\(columns) wall_ms, monotonic_ns, flags, wall_synchronised, wall_repaired_ms) "
        + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)", -1, &insert, nil)
    defer { sqlite3_finalize(insert) }
    while !input.isAtEnd {
      for column in 1...9 as ClosedRange<Int32> {
        let isIdentity = column == 1 || column == 3
        var text = input.flag() && isIdentity ? Array("00000000-0000-4007-8000-00000000000".utf8) : []
        text += input.piece()
        if (column == 5 || column == 9) && input.flag() { text = Array("[\"slow\",\"".utf8) + text + Array("\"]".utf8) }
        if column == 8 && input.flag() { text = Array(Answer.kinds[Int(input.byte()) % Answer.kinds.count].utf8) }
        _ = text.withUnsafeBytes { cs_bind_text(insert, column, $0.baseAddress, Int32($0.count)) }
      }
      for column in 10...17 as ClosedRange<Int32> {
        sqlite3_bind_int64(insert, column, input.flag() ? input.int64() : Int64(Int8(bitPattern: input.byte())))
      }
      sqlite3_step(insert)
      sqlite3_reset(insert)
    }
  }

  private func put(_ bytes: [UInt8]) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    require(Foundation.write(file, bytes, bytes.count) == bytes.count, "no room in /dev/shm")
    close(file)
  }
}
