import Journal

/// The fields of each kind of message, from which the statement that reads messages follows.
struct MessageForm {
  let kind: Topic.Kind
  /// The session's table (`star.begin_session`).
  let table: String
  let fields: [MessageField]
  /// The columns that are no fields, and their values.
  var extra: [(column: String, value: String)] = []
  /// The check of several fields at once.
  var fault: String?

  static let answer = MessageForm(
    kind: .answer, table: "new_answers",
    fields: AnswerField.all.compactMap { MessageField($0) } + MessageField.place(least: 1),
    fault: "star.scale_fault(v.steps, v.steps_per_star, v.star_count)")

  private static let status = MessageForm(
    kind: .status, table: "new_statuses",
    // Earlier couriers send neither zone nor groups, and only some kiosks have a name and a place.
    fields: [
      MessageField("status", .name), MessageField("time_zone", .name, isOptional: true),
      MessageField("groups", .names, absent: "[]"), MessageField("name", .name, isOptional: true), .location,
    ] + MessageField.place(least: 0),
    extra: [("received_ms", "m.arrival_ms"), ("retained", "m.retained")])

  private static let heartbeat = MessageForm(
    kind: .heartbeat, table: "new_heartbeats",
    fields: [
      MessageField("boot_id", .name), MessageField("monotonic_ns", .uptime), MessageField("wall_ms", .anyInteger),
      MessageField("wall_synchronised", .boolean), MessageField("version", .name), MessageField("board", .text),
      MessageField("uptime_s", .anyInteger), MessageField("backlog", .anyInteger, isOptional: true),
      MessageField("last_answer_ms", .anyInteger, isOptional: true),
      MessageField("temperature_mc", .anyInteger, isOptional: true), MessageField("faults", .names),
    ] + MessageField.place(least: 0),
    extra: [("image", "m.fields -> 'image' ->> 'version'"), ("update_state", "m.fields -> 'image' ->> 'update'")],
    fault: "star.image_fault(f.fields -> 'image')")

  private static let resent = MessageForm(
    kind: .resent, table: "new_absences", fields: [MessageField("journal", .uuid), MessageField("absent", .ranges)])

  private static let survey = MessageForm(kind: .survey, table: "surveys", fields: [MessageField("version", .name)])

  private static let all = [answer, status, heartbeat, resent, survey, day]

  // MARK: Columns

  /// The columns of `pg_temp.new_answers`, which `star.answers` has as well.
  static let columns = (["kiosk", "answered_at", "time_source"] + answer.fields.map { $0.column ?? $0.key })
    .joined(separator: ", ")

  /// The columns of `star.answers` and their types as a JSON object. Those of a new field are added.
  static let types =
    "{"
    + answer.fields.filter { $0.column == nil }.map { "\"\($0.key)\": \"\($0.sqlType)\"" }.joined(separator: ", ") + "}"

  // MARK: The statement

  /// The statement for `star.read_messages`, which puts one of two expressions in place of `PARSED`.
  static let reading =
    """
    INSERT INTO pg_temp.readings (place, kind, kiosk, fields, retained, arrival_ms, fault)
    SELECT m.place, m.kind, m.kiosk, f.fields, m.retained, m.arrival_ms,
      CASE WHEN f.fields IS NULL THEN 'it is not a JSON object' ELSE CASE m.kind
      \(cases { "coalesce(\($0.faults))" }) END END
    FROM pg_temp.messages m
      CROSS JOIN LATERAL (SELECT PARSED AS parsed OFFSET 0) p
      CROSS JOIN LATERAL (SELECT CASE jsonb_typeof(p.parsed) WHEN 'object' THEN
        CASE m.kind \(cases { $0.absent }) END || p.parsed END AS fields OFFSET 0) f
      CROSS JOIN LATERAL jsonb_to_record(coalesce(f.fields, '{}')) v (\(keys.map { $0 + " jsonb" }.joined(separator: ", ")))
    """

  /// The statements that fill the tables of all kinds with the messages that were not refused.
  static let storing = all.map { $0.insertion }.joined(separator: ";\n")

  private static var keys: [String] {
    var keys: [String] = []
    for field in all.flatMap({ $0.fields }) where !keys.contains(field.key) { keys.append(field.key) }
    return keys
  }

  private static func cases(_ value: (MessageForm) -> String) -> String {
    all.map { "WHEN '\($0.kind.name)' THEN " + value($0) }.joined(separator: "\n")
  }

  private var faults: String { (fields.map { $0.fault } + (fault.map { [$0] } ?? [])).joined(separator: ",\n") }

  /// The fields that earlier couriers do not send, or send by another name, as `jsonb`.
  private var absent: String {
    let constants = fields.compactMap { field in field.absent.map { "\"\(field.key)\": " + $0 } }
    let renamed = fields.compactMap { field in
      field.earlierKey.map { " || jsonb_build_object('\(field.key)', p.parsed -> '\($0)')" }
    }
    return "'{\(constants.joined(separator: ", "))}'::jsonb" + renamed.joined()
  }

  private var insertion: String {
    if kind == .day { return "SELECT star.store_counts()" }
    if kind == .resent {
      return """
        INSERT INTO pg_temp.new_absences (kiosk, journal, first, last)
        SELECT m.kiosk, (m.fields ->> 'journal')::uuid, (pair -> 0)::bigint, (pair -> 1)::bigint
        FROM (SELECT * FROM pg_temp.readings WHERE kind = 'resent' AND fault IS NULL) m, jsonb_array_elements(m.fields -> 'absent') pair
        """
    }
    if kind == .survey {
      // A kiosk has no more versions than its operators make changes.
      return """
        INSERT INTO star.surveys (kiosk, version, words)
        SELECT m.kiosk, m.fields ->> 'version', m.fields - 'version' FROM pg_temp.readings m
        WHERE m.kind = 'survey' AND m.fault IS NULL AND (SELECT count(*) FROM star.surveys s WHERE s.kiosk = m.kiosk) < 1000
        ON CONFLICT DO NOTHING
        """
    }
    let columns = ["kiosk"] + fields.map { $0.column ?? $0.key } + extra.map { $0.column }
    let values = ["m.kiosk"] + fields.map { $0.expression ?? "r.\($0.key)" } + extra.map { $0.value }
    return """
      INSERT INTO pg_temp.\(table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
      FROM (SELECT * FROM pg_temp.readings WHERE kind = '\(kind.name)' AND fault IS NULL) m,
        jsonb_to_record(m.fields) r (\(fields.map { "\($0.key) \($0.sqlType)" }.joined(separator: ", "))) ORDER BY m.place
      """
  }
}
