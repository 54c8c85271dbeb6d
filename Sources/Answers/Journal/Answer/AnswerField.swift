/// A field of an answer. The journal's table, the reserve's lines, the message, the export and the collector's table follow from `all`.
/// A class, so that a loop over the fields copies no closures.
package final class AnswerField: Sendable {
  /// The key in JSON, and the name of the column in the journal, in CSV and in PostgreSQL.
  package let name: StaticString
  package let type: FieldType
  /// The name in earlier journals and messages, and the schema version that replaced it; `nil` if the name was always the same.
  package let earlier: (name: StaticString, until: Int64)?
  /// What it means, for the help of an export.
  package let meaning: StaticString
  /// The schema version of the journal that added the column.
  package let since: Int64
  /// Type and constraints of the column in the journal; `nil` if it has none. The constraint that names the column is in `check`.
  private let column: StaticString?
  private let check: StaticString?
  /// What the field is in an answer from before it existed; `nil` if there is no such answer.
  package let absent: AnswerValue?
  /// Whether it becomes known only after recording; null before.
  package let isLater: Bool
  package let value: @Sendable (Answer) -> AnswerValue
  /// Reads the field from a row, and returns whether a journal can have written that; `nil` for a field that is computed from others.
  let read: (@Sendable (inout Answer, AnswerValue) -> Bool)?

  private init(
    _ name: StaticString, _ type: FieldType, _ meaning: StaticString, column: StaticString? = nil,
    check: StaticString? = nil, earlier: (name: StaticString, until: Int64)? = nil,
    absent: AnswerValue? = nil, since: Int64 = 1, isLater: Bool = false,
    value: @escaping @Sendable (Answer) -> AnswerValue,
    read: (@Sendable (inout Answer, AnswerValue) -> Bool)? = nil
  ) {
    (self.name, self.type, self.meaning, self.earlier) = (name, type, meaning, earlier)
    (self.column, self.check, self.absent, self.since) = (column, check, absent, since)
    (self.isLater, self.value, self.read) = (isLater, value, read)
  }

  /// Returns the name of the column in a journal of a schema version.
  func name(in version: Int64) -> StaticString {
    if let earlier, version < earlier.until { return earlier.name }
    return name
  }

  /// Returns the column's definition in a journal of a schema version; `nil` if it has none.
  func definition(in version: Int64) -> String? {
    guard let column else { return nil }
    return "\(name(in: version)) \(column)" + (absent.map { " DEFAULT " + $0.sql } ?? "")
      + (check.map { " CHECK (\($0))" } ?? "")
  }

  /// The fields that the journal stores, and those of them that recording writes.
  static let stored = all.filter { $0.read != nil }
  static let recorded = stored.filter { !$0.isLater }

  /// Every field, in the order of JSON and CSV. A new one comes last, with the next number of `Schema.version` as `since`.
  package static let all: [AnswerField] = [
    AnswerField(
      "uuid", .uuid, "the answer's identity", column: "TEXT NOT NULL UNIQUE", check: "length(uuid) = 36",
      value: { .text($0.uuid.text) }, read: { assign($1.id, to: &$0.uuid) }),
    AnswerField("stars", .derived, "the value in stars", value: { .decimal($0.starsText) }),
    AnswerField(
      "steps", .integer(0...Int64(Int32.max)), "the value as it was given", column: "INTEGER NOT NULL",
      check: "steps BETWEEN 0 AND steps_per_star * star_count",
      value: { .integer(Int64($0.steps)) }, read: { assign($1.int32, to: &$0.steps) }),
    AnswerField(
      "steps_per_star", .integer(1...Int64(Answer.mostStepsPerStar)), "the steps of each star",
      column: "INTEGER NOT NULL",
      check: "steps_per_star BETWEEN 1 AND 2147483647", value: { .integer(Int64($0.stepsPerStar)) },
      read: { assign($1.int32, to: &$0.stepsPerStar) }),
    AnswerField(
      "star_count", .integer(1...Int64(Answer.mostStars)), "the stars on the screen", column: "INTEGER NOT NULL",
      check: "star_count BETWEEN 1 AND 2147483647", value: { .integer(Int64($0.starCount)) },
      read: { assign($1.int32, to: &$0.starCount) }),
    // The database computes its column, so that it always agrees with `steps`.
    AnswerField(
      "fraction", .derived, "the share of all stars, 0 to 1",
      column: "REAL NOT NULL GENERATED ALWAYS AS (CAST(steps AS REAL) / (steps_per_star * star_count)) STORED",
      value: { .decimal($0.fractionText) }),
    AnswerField("wall", .derived, "the time in UTC", value: { $0.wallText.map { .text($0) } ?? .null }),
    AnswerField(
      "wall_ms", .anyInteger, "the time in milliseconds since 1970", column: "INTEGER NOT NULL",
      value: { .integer($0.time.wall) }, read: { assign($1.number, to: &$0.time.wall) }),
    AnswerField(
      "monotonic_ns", .uptime, "nanoseconds since the boot that boot_id names", column: "INTEGER NOT NULL",
      value: { .integer($0.time.monotonic) }, read: { assign($1.number, to: &$0.time.monotonic) }),
    AnswerField(
      "boot_id", .name, "the boot", column: "TEXT NOT NULL", value: { .text($0.time.bootID) },
      read: { assign($1.plain, to: &$0.time.bootID) }),
    // NULL if it equals `uuid`, as in rows of version 1.
    AnswerField(
      "visit", .uuid, "shared by the answers of one visit", column: "TEXT", check: "length(visit) = 36", since: 2,
      value: { .text($0.visit.text) },
      read: { assign($1.isNull ? $0.uuid : $1.id, to: &$0.visit) }),
    AnswerField(
      "question", .text, "the question's id", column: "TEXT NOT NULL", absent: .text(""), since: 2,
      value: { .text($0.question) }, read: { assign($1.plain, to: &$0.question) }),
    AnswerField(
      "reasons", .texts, "the ids of the chosen reasons", column: "TEXT NOT NULL", absent: .texts([]), since: 2,
      value: { .texts($0.reasons) }, read: { assign($1.texts, to: &$0.reasons) }),
    AnswerField(
      "language", .name, "the language of the screen", column: "TEXT NOT NULL", absent: .text(""), since: 2,
      value: { .text($0.language) }, read: { assign($1.plain, to: &$0.language) }),
    AnswerField(
      "flags", .flags, "partial, repeated, burst, hasty, sweep, staff", column: "INTEGER NOT NULL", absent: .flags([]),
      since: 2,
      value: { .flags($0.flags) },
      read: { assign($1.int32.map { Answer.Flags(rawValue: $0) }, to: &$0.flags) }),
    AnswerField(
      "kiosk", .text, "the kiosk's id", column: "TEXT NOT NULL", earlier: (name: "terminal", until: 7),
      absent: .text(""), since: 2, value: { .text($0.kiosk) }, read: { assign($1.plain, to: &$0.kiosk) }),
    AnswerField(
      "wall_synchronised", .boolean, "whether the clock was known to be right", column: "INTEGER NOT NULL",
      check: "wall_synchronised IN (0, 1)", absent: .boolean(false), since: 2,
      value: { .boolean($0.time.isSynchronised) },
      read: { assign($1.number.map { $0 != 0 }, to: &$0.time.isSynchronised) }),
    AnswerField(
      "wall_repaired_ms", .anyInteger, "the right time, if it became known later", column: "INTEGER", since: 2,
      isLater: true,
      value: { $0.time.repairedWall.map { .integer($0) } ?? .null },
      read: { assign(.some($1.number), to: &$0.time.repairedWall) }),
    AnswerField("version", .version, "the version of the form", value: { _ in .integer(Answer.version) }),
    AnswerField(
      "kind", .name, "the question's kind", column: "TEXT NOT NULL", absent: .text("stars"), since: 3,
      value: { .text($0.kind) }, read: { assign($1.plain, to: &$0.kind) }),
    AnswerField(
      "value", .derived, "the value in the kind's unit", value: { $0.valueText.map { .decimal($0) } ?? .null }),
    AnswerField(
      "chosen", .texts, "the ids of a choice", column: "TEXT NOT NULL", absent: .texts([]), since: 3,
      value: { .texts($0.chosen) }, read: { assign($1.texts, to: &$0.chosen) }),
    AnswerField(
      "shown", .texts, "the ids in the order of the screen, if it was another one", column: "TEXT NOT NULL",
      absent: .texts([]), since: 8, value: { .texts($0.shown) }, read: { assign($1.texts, to: &$0.shown) }),
    AnswerField(
      "survey", .name, "the version of the survey's questions and words", column: "TEXT NOT NULL", absent: .text(""),
      since: 8, value: { .text($0.survey) }, read: { assign($1.plain, to: &$0.survey) }),
  ]
}

/// Assigns a value, and returns whether there is one.
private func assign<Value>(_ value: Value?, to property: inout Value) -> Bool {
  guard let value else { return false }
  property = value
  return true
}
