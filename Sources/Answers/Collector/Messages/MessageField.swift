import Journal

/// A field of a message as a column of PostgreSQL.
struct MessageField {
  let key: String
  let type: FieldType
  /// Whether it may be missing or null.
  var isOptional = false
  /// The JSON for a field that earlier couriers do not send.
  var absent: String?
  /// The key in messages of earlier couriers.
  var earlierKey: String?
  /// The column, if its name is another one, and its value, in which `r` has the message's fields.
  var column: String?
  var expression: String?

  init(_ key: String, _ type: FieldType, isOptional: Bool = false, absent: String? = nil) {
    (self.key, self.type, self.isOptional, self.absent) = (key, type, isOptional, absent)
  }

  init?(_ field: AnswerField) {
    switch field.type {
    case .derived, .version: return nil
    default: break
    }
    self.init("\(field.name)", field.type, isOptional: field.isLater)
    // Couriers before version 3 supported only stars.
    absent = field.since < 3 ? nil : field.absent?.json
    earlierKey = field.earlier.map { "\($0.name)" }
    // `kiosk` is the one that the topic names.
    if field.name.description.utf8.elementsEqual("kiosk".utf8) {
      (column, expression) = ("recorded_as", "nullif(r.kiosk, m.kiosk)")
    }
  }

  /// Where the kiosk stands.
  static var location: MessageField {
    var place = MessageField("place", .names, isOptional: true)
    place.expression = "coalesce(r.place, '{}')"
    return place
  }

  /// The journal and the number, which couriers before version 4 do not send. Neither is stored without the other.
  static func place(least: Int64) -> [MessageField] {
    var journal = MessageField("journal", .uuid, isOptional: true)
    // A thousand answers a second for a century need fewer numbers.
    var sequence = MessageField("sequence", .integer(least...highestSequence), isOptional: true)
    journal.expression = "CASE WHEN r.sequence IS NOT NULL THEN r.journal END"
    sequence.expression = "CASE WHEN r.journal IS NOT NULL THEN r.sequence END"
    return [journal, sequence]
  }

  private static var highestSequence: Int64 { 1 << 42 }

  /// The type of the column, and what `star.fault` checks: the kind of value, and its bounds.
  private var check: (sqlType: String, kind: String, low: Int64, high: Int64) {
    switch type {
    case .uuid: ("uuid", "uuid", 0, 0)
    case .boolean: ("boolean", "boolean", 0, 0)
    case .integer(let range): ("bigint", "integer", range.lowerBound, range.upperBound)
    case .name: ("text", "text", 0, 64)
    case .names: ("text[]", "texts", 64, 64)
    case .text, .derived, .version: ("text", "text", 0, 1_024)
    case .texts, .flags: ("text[]", "texts", 1_000, 1_024)
    case .ranges: ("jsonb", "ranges", 1_000, Self.highestSequence)
    }
  }

  var sqlType: String { check.sqlType }

  /// The expression that says why the value is refused, NULL if it is not; `v` has the message's values as JSON.
  var fault: String {
    let fault = "star.fault('\(key)', '\(check.kind)', v.\(key), \(check.low), \(check.high))"
    return isOptional ? "CASE WHEN nullif(v.\(key), 'null') IS NOT NULL THEN \(fault) END" : fault
  }
}
