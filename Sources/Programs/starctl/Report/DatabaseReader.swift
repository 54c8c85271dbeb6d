import Basics
import Collector
import Foundation
import Journal

/// Reads the answers of a database that star-collector has filled, without keeping them in memory.
final class DatabaseReader {
  private let connection: PostgresConnection
  /// Kiosks, questions and other texts repeat, so each is created once.
  private var texts = TextPool()

  /// - Parameter address: A connection URI, or settings such as `host=db dbname=star`. Missing settings come from the environment, as for
  ///   psql.
  init(_ address: String) throws(DatabaseError) {
    connection = try PostgresConnection(address, as: "starctl", patience: nil)
    try connection.execute(Self.begin)
    if try connection.execute("SELECT to_regclass('star.answers') IS NOT NULL") != "t" {
      throw DatabaseError(
        .data, "read", connection.place, reason: "it has no table star.answers",
        suggestion: "name the database that star-collector writes")
    }
  }

  /// Begins the transaction in which everything is read. Its settings override the defaults of roles, databases and connection poolers.
  private static let begin = """
    BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY NOT DEFERRABLE;
    SET LOCAL search_path = pg_catalog, pg_temp; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transform_null_equals = off; SET LOCAL array_nulls = on;
    SET LOCAL standard_conforming_strings = on
    """

  /// The database's time zone, such as "Europe/Berlin", in which the days of its views begin.
  func timeZone() throws(DatabaseError) -> String { try connection.execute("SHOW timezone") }

  /// A kiosk, as its newest status describes it.
  struct Kiosk: Decodable {
    let id: String
    /// The name of its time zone; empty if it is not known.
    let timeZone: String
    let groups: [String]
    /// The name for people; empty without one.
    let name: String
    /// Where it stands, from the whole to the part.
    let place: [String]
  }

  /// The kiosks that have sent a status; `nil` without the right to read them. Collectors before schema version 3 stored neither zones nor groups, those
  /// before version 6 neither names nor places.
  func kiosks() throws(DatabaseError) -> [Kiosk]? {
    // Reports need only the right to read star.answers.
    if try connection.execute("SELECT has_table_privilege('star.statuses', 'SELECT')") != "t" { return nil }
    let query = """
      SELECT coalesce(json_agg(json_build_object('id', kiosk, 'timeZone', coalesce(to_jsonb(s) ->> 'time_zone', ''),
        'groups', coalesce(nullif(to_jsonb(s) -> 'groups', 'null'), '[]'), 'name', coalesce(to_jsonb(s) ->> 'name', ''),
        'place', coalesce(nullif(to_jsonb(s) -> 'place', 'null'), '[]'))), '[]') FROM star.statuses s
      """
    let text = try connection.execute(query)
    guard let kiosks = try? JSONDecoder().decode([Kiosk].self, from: Data(text.utf8)) else { throw malformed }
    return kiosks
  }

  /// What a kiosk has counted in a period.
  struct Counts: Decodable {
    let kiosk: String
    let isNow: Bool
    let step: String
    let question: String
    let count: Int64
  }

  /// The kiosks' counts of visits in the period and the one before. Empty without the right to read them. Collectors before schema version 7
  /// stored none.
  func counts(_ period: ReportPeriod) throws(DatabaseError) -> [Counts] {
    let isReadable = """
      SELECT to_regclass('star.visit_counts') IS NOT NULL AND has_table_privilege(to_regclass('star.visit_counts'), 'SELECT')
      """
    if try connection.execute(isReadable) != "t" { return [] }
    let (first, middle, last) = (
      ReportPeriod.text(period.before.lowerBound), ReportPeriod.text(period.days.lowerBound),
      ReportPeriod.text(period.days.upperBound - 1)
    )
    let query = """
      SELECT coalesce(json_agg(c), '[]') FROM (
        SELECT kiosk, day >= '\(middle)' AS "isNow", step, question, sum(count)::bigint AS count FROM star.visit_counts
        WHERE day BETWEEN '\(first)' AND '\(last)' AND step <> 'touched' GROUP BY 1, 2, 3, 4
      ) c
      """
    let text = try connection.execute(query)
    guard let counts = try? JSONDecoder().decode([Counts].self, from: Data(text.utf8)) else { throw malformed }
    return counts
  }

  /// The time of the oldest and the newest answer in milliseconds since 1970; `nil` without answers.
  func ends() throws(DatabaseError) -> ClosedRange<Int64>? {
    let query =
      "SELECT \(Self.milliseconds("min(answered_at)")) || ' ' || \(Self.milliseconds("max(answered_at)")) FROM star.answers"
    let ends = try connection.execute(query).split(separator: " ").compactMap { Int64($0) }
    return ends.count == 2 ? ends[0]...ends[1] : nil
  }

  private static func milliseconds(_ time: String) -> String { "floor(extract(epoch FROM \(time)) * 1000)::bigint" }

  /// Calls `body` with the answers of a period in milliseconds since 1970. The answers of a visit follow one another. Skips rows that no
  /// kiosk can have sent, such as one with a scale out of range, and returns their number.
  func read(_ time: Range<Int64>, _ body: (Answer) -> Void) throws(DatabaseError) -> Int {
    let flags = Answer.Flags.names.map { flag, name in
      "CASE WHEN '\(name)' = ANY (flags) THEN \(flag.rawValue) ELSE 0 END"
    }
    // Most visits have no marks, so each mark is looked up only if there are any. Rows are sorted by sequence number, because a journal
    // contains one visit after another. Sorting by time could mix visits: the clock may be set, and two answers may have the same
    // millisecond. Answers from couriers that do not number them are sorted by visit.
    let query = """
      SELECT \(Self.milliseconds("answered_at")), visit, kiosk, question, kind, steps, steps_per_star, star_count,
        CASE WHEN flags = '{}' THEN 0 ELSE \(flags.joined(separator: " + ")) END, time_source IN ('kiosk', 'heartbeat'), reasons, chosen,
        coalesce(shown, '{}'), coalesce(survey, '')
      FROM star.answers
      WHERE answered_at >= to_timestamp(\(time.lowerBound) / 1000.0) AND answered_at < to_timestamp(\(time.upperBound) / 1000.0)
      ORDER BY kiosk, journal, sequence, visit
      """
    var isFirst = true
    var badRows = 0
    try connection.copy(from: query) { (bytes) throws(DatabaseError) in
      var row = CopyRow(bytes)
      if isFirst { row.skipHeader() }
      isFirst = false
      guard let answer = row.answer(&texts) else {
        if !row.isEnd { throw malformed }
        return
      }
      if answer.isValid { body(answer) } else { badRows += 1 }
    }
    return badRows
  }

  private var malformed: DatabaseError {
    DatabaseError(
      .data, "read", connection.place, reason: "its rows have an unknown format",
      suggestion: "use starctl of the same version as star-collector")
  }
}

/// A row in the binary format of COPY: numbers with the most significant byte first, and a length before each field.
private struct CopyRow {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var isIntact = true
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Skips the signature, the flags, and an extension.
  mutating func skipHeader() {
    position = 15
    position += max(Int(number(Int32.self)), 0)
  }

  /// Whether this is the end marker after the last row.
  var isEnd: Bool { bytes.count >= 2 && bytes[bytes.count - 2] == 0xff && bytes[bytes.count - 1] == 0xff }

  mutating func answer(_ texts: inout TextPool) -> Answer? {
    guard number(Int16.self) == 14 else { return nil }
    let time = field(Int64.self)
    guard number(Int32.self) == 16 else { return nil }
    let visit = AnswerID(high: number(UInt64.self), low: number(UInt64.self))
    let (kiosk, question, kind) = (text(&texts), text(&texts), text(&texts))
    let (steps, perStar, stars) = (field(Int32.self), field(Int32.self), field(Int32.self))
    let flags = Answer.Flags(rawValue: field(Int32.self))
    let isDated = field(UInt8.self) != 0
    let (reasons, chosen, shown) = (array(&texts), array(&texts), array(&texts))
    let survey = text(&texts)
    guard isIntact, position == bytes.count else { return nil }
    return Answer(
      uuid: visit, steps: steps, stepsPerStar: perStar, starCount: stars, wall: time, monotonic: 0, bootID: "",
      visit: visit,
      question: question, reasons: reasons, flags: flags, kiosk: kiosk, isSynchronised: isDated, kind: kind,
      chosen: chosen, shown: shown, survey: survey)
  }

  private mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number {
    guard position + MemoryLayout<Number>.size <= bytes.count else {
      isIntact = false
      return 0
    }
    let value = bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
    position += MemoryLayout<Number>.size
    return Number(bigEndian: value)
  }

  private mutating func field<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    if number(Int32.self) != MemoryLayout<Number>.size { isIntact = false }
    return number(type)
  }

  private mutating func text(_ texts: inout TextPool) -> String {
    let size = Int(number(Int32.self))
    guard isIntact, size >= 0, position + size <= bytes.count else {
      isIntact = false
      return ""
    }
    defer { position += size }
    return texts[UnsafeRawBufferPointer(rebasing: bytes[position..<position + size])]
  }

  /// An array of strings: its size; the number of dimensions, whether there are NULLs, the type; the count and first index of the
  /// dimension; the strings.
  private mutating func array(_ texts: inout TextPool) -> [String] {
    _ = number(Int32.self)
    let dimensions = number(Int32.self)
    _ = (number(Int32.self), number(Int32.self))
    if dimensions == 0 { return [] }
    let count = number(Int32.self)
    _ = number(Int32.self)
    guard isIntact, dimensions == 1, 0...100_000 ~= count else {
      isIntact = false
      return []
    }
    return (0..<count).map { _ in text(&texts) }
  }
}

/// Texts by their bytes. A repeated text needs no new memory.
private struct TextPool {
  private var texts: [Int: [String]] = [:]
  /// With more texts than this, repetition is unlikely.
  private static let most = 100_000

  subscript(bytes: UnsafeRawBufferPointer) -> String {
    mutating get {
      var hasher = Hasher()
      hasher.combine(bytes: bytes)
      let hash = hasher.finalize()
      if let known = texts[hash]?.first(where: { $0.utf8.elementsEqual(bytes) }) { return known }
      let text = String(decoding: bytes, as: UTF8.self)
      if texts.count < Self.most { texts[hash, default: []].append(text) }
      return text
    }
  }
}
