import Basics
import Journal

/// A message as a row for one of the session's tables (`star.begin_session`). The whole message is checked first, so a row holds no value
/// that PostgreSQL would refuse.
package struct MessageRow: Hashable, Sendable {
  package let kind: Kind
  package let kiosk: String
  /// The row in the text format of COPY.
  package let bytes: [UInt8]

  package enum Kind: Hashable, Sendable {
    case answer, status, heartbeat, absence

    static let all: [Kind] = [.answer, .status, .heartbeat, .absence]

    /// The table and its columns, in the order of the row.
    var table: StaticString {
      switch self {
      case .answer:
        """
        pg_temp.new_answers (kiosk, uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id, visit, question, \
        reasons, language, flags, recorded_as, wall_synchronised, wall_repaired_ms, kind, chosen, journal, sequence)
        """
      case .status:
        "pg_temp.news_of_statuses (kiosk, status, journal, sequence, received_ms, retained, time_zone, groups)"
      case .heartbeat:
        """
        pg_temp.new_heartbeats (kiosk, boot_id, monotonic_ns, wall_ms, wall_synchronised, version, board, uptime_s, backlog, \
        last_answer_ms, temperature_mc, faults, journal, sequence)
        """
      case .absence: "pg_temp.new_absences (kiosk, journal, first, last)"
      }
    }

    /// The kind in a log or in the table star.set_aside.
    package var name: StaticString {
      switch self {
      case .answer: "answer"
      case .status: "status"
      case .heartbeat: "heartbeat"
      case .absence: "resent"
      }
    }
  }

  /// Why a message is refused, such as "its uuid is not a UUID".
  package struct Refusal: Error, Hashable { package let reason: String }

  /// The longest payload of a message in bytes. A kiosk's messages are shorter than 8 KB.
  package static var longest: Int { 65_536 }
  /// The maximum length of a text in bytes, and the maximum number of elements in an array.
  static var longestText: Int { 1_024 }
  static var mostElements: Int { 1_000 }
  /// The maximum length of an ID or a name in bytes, and the maximum number of faults of a kiosk.
  static var longestName: Int { 64 }
  static var mostFaults: Int { 64 }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - size: The message's length in bytes; `payload` is empty if it exceeds `longest`.
  ///   - isRetained: Whether the broker had retained the message. A retained message does not show that the kiosk is running now.
  ///   - now: The time in milliseconds since 1970.
  ///   - clock: Milliseconds of the monotonic clock.
  /// - Returns: The rows, and a warning for the operator about an accepted message.
  package static func rows(
    _ payload: [UInt8], size: Int, at topic: Topic, isRetained: Bool = false, now: Int64, clock: Int64 = 0
  ) throws(Refusal) -> (rows: [MessageRow], remark: String?) {
    if size > longest { throw Refusal(reason: "it has \(size) bytes, more than \(longest)") }
    guard let json = JSONValue(payload), case .object = json else { throw Refusal(reason: "it is not a JSON object") }
    let fields = Fields(json: json)
    switch topic.kind {
    case .answer:
      let bytes = try answer(fields, topic.kiosk)
      return ([MessageRow(kind: .answer, kiosk: topic.kiosk, bytes: bytes)], try remark(fields, topic.kiosk, now))
    case .status:
      let bytes = try status(fields, topic.kiosk, isRetained, clock)
      return ([MessageRow(kind: .status, kiosk: topic.kiosk, bytes: bytes)], nil)
    case .heartbeat:
      let bytes = try heartbeat(fields, topic.kiosk)
      return ([MessageRow(kind: .heartbeat, kiosk: topic.kiosk, bytes: bytes)], try remark(fields, topic.kiosk, now))
    case .resent: return (try absences(fields, topic.kiosk), nil)
    }
  }

  /// Returns a warning if the kiosk's clock is more than a day ahead, the limit of `star.is_possible`.
  private static func remark(_ fields: Fields, _ kiosk: String, _ now: Int64) throws(Refusal) -> String? {
    let repaired = try fields.optionalInteger("wall_repaired_ms")
    let ahead = if let repaired { repaired } else { try fields.integer("wall_ms") }
    if ahead <= now + 86_400_000 { return nil }
    return "the clock of " + kiosk + " is in the future; its answers are dated by their arrival; set its clock"
  }

  private static func answer(_ fields: Fields, _ kiosk: String) throws(Refusal) -> [UInt8] {
    var row = CopyLine()
    row.add(kiosk)
    row.add(try fields.uuid("uuid"))
    // Without these limits, a message could have a scale that is too large for a report.
    let steps = try fields.count("steps", 0)
    let perStar = try fields.count("steps_per_star", 1, most: Answer.mostStepsPerStar)
    let stars = try fields.count("star_count", 1, most: Answer.mostStars)
    if steps > perStar * stars {
      let most = perStar * stars
      throw Refusal(reason: "its steps are \(steps), more than the \(most) of its scale (\(perStar) for each star)")
    }
    for number in [steps, perStar, stars] { row.add(number) }
    row.add(try fields.integer("wall_ms"))
    row.add(try fields.uptime("monotonic_ns"))
    row.add(try fields.name("boot_id"))
    row.add(try fields.uuid("visit"))
    row.add(try fields.text("question"))
    row.add(try fields.texts("reasons"))
    row.add(try fields.name("language"))
    row.add(try fields.texts("flags"))
    let terminal = try fields.text("terminal")
    row.add(terminal.utf8.elementsEqual(kiosk.utf8) ? nil : terminal)
    row.add(try fields.bool("wall_synchronised"))
    row.add(try fields.optionalInteger("wall_repaired_ms"))
    // Couriers before version 3 supported only stars, and send neither field.
    row.add(fields.has("kind") ? try fields.name("kind") : "stars")
    row.add(fields.has("chosen") ? try fields.texts("chosen") : [])
    try addPlace(fields, to: &row, least: 1)
    return row.ended()
  }

  private static func status(
    _ fields: Fields, _ kiosk: String, _ isRetained: Bool, _ clock: Int64
  ) throws(Refusal) -> [UInt8] {
    var row = CopyLine()
    row.add(kiosk)
    row.add(try fields.name("status"))
    try addPlace(fields, to: &row, least: 0)
    row.add(clock)
    row.add(isRetained)
    // Earlier couriers send neither field.
    row.add(fields.has("time_zone") ? try fields.name("time_zone") : nil)
    row.add(fields.has("groups") ? try fields.texts("groups", most: mostFaults, longest: longestName) : [])
    return row.ended()
  }

  private static func heartbeat(_ fields: Fields, _ kiosk: String) throws(Refusal) -> [UInt8] {
    var row = CopyLine()
    row.add(kiosk)
    row.add(try fields.name("boot_id"))
    row.add(try fields.uptime("monotonic_ns"))
    row.add(try fields.integer("wall_ms"))
    row.add(try fields.bool("wall_synchronised"))
    row.add(try fields.name("version"))
    row.add(try fields.text("board"))
    row.add(try fields.integer("uptime_s"))
    row.add(try fields.optionalInteger("backlog"))
    row.add(try fields.optionalInteger("last_answer_ms"))
    row.add(try fields.optionalInteger("temperature_mc"))
    row.add(try fields.texts("faults", most: mostFaults, longest: longestName))
    try addPlace(fields, to: &row, least: 0)
    return row.ended()
  }

  private static func absences(_ fields: Fields, _ kiosk: String) throws(Refusal) -> [MessageRow] {
    let journal = try fields.uuid("journal")
    guard let ranges = fields.json["absent"]?.elements, ranges.count <= mostElements else {
      throw Refusal(reason: "its absent ranges are not an array of pairs")
    }
    var rows: [MessageRow] = []
    for range in ranges {
      guard let pair = range.elements, pair.count == 2, let first = pair[0].integer, let last = pair[1].integer,
        first > 0, first <= last, last <= Fields.highestSequence
      else { throw Refusal(reason: "its absent ranges are not an array of pairs") }
      var row = CopyLine()
      row.add(kiosk)
      row.add(journal)
      row.add(first)
      row.add(last)
      rows.append(MessageRow(kind: .absence, kiosk: kiosk, bytes: row.ended()))
    }
    return rows
  }

  /// Adds `journal` and `sequence`, which couriers before version 4 do not send. Neither is stored without the other.
  private static func addPlace(_ fields: Fields, to row: inout CopyLine, least: Int64) throws(Refusal) {
    let journal = try fields.optionalUUID("journal")
    let sequence = try fields.optionalInteger("sequence")
    if let sequence, !(least...Fields.highestSequence).contains(sequence) {
      throw Refusal(reason: "its sequence \(sequence) is out of range")
    }
    row.add(sequence == nil ? nil : journal)
    row.add(journal == nil ? nil : sequence)
  }
}

/// Checks and returns the members of a message.
struct Fields {
  let json: JSONValue

  /// The highest plausible sequence number: a thousand answers a second for a century need fewer.
  static var highestSequence: Int64 { 1 << 42 }

  func has(_ key: StaticString) -> Bool { json[key] != nil }

  func integer(_ key: StaticString) throws(MessageRow.Refusal) -> Int64 {
    guard let number = json[key]?.integer else { throw refusal(key, "is not an integer") }
    return number
  }

  /// Returns a number of `least` ... `most`.
  func count(_ key: StaticString, _ least: Int64, most: Int32 = .max) throws(MessageRow.Refusal) -> Int64 {
    let number = try integer(key)
    if number < least || number > Int64(most) { throw refusal(key, "is \(number)") }
    return number
  }

  /// Returns nanoseconds since boot, small enough that PostgreSQL can subtract them without overflow.
  func uptime(_ key: StaticString) throws(MessageRow.Refusal) -> Int64 {
    let number = try integer(key)
    if !(0...1 << 62).contains(number) { throw refusal(key, "is \(number)") }
    return number
  }

  func optionalInteger(_ key: StaticString) throws(MessageRow.Refusal) -> Int64? {
    json[key] == nil || json[key] == .null ? nil : try integer(key)
  }

  func bool(_ key: StaticString) throws(MessageRow.Refusal) -> Bool {
    guard let bool = json[key]?.bool else { throw refusal(key, "is neither true nor false") }
    return bool
  }

  func text(_ key: StaticString, longest: Int = MessageRow.longestText) throws(MessageRow.Refusal) -> String {
    guard let text = json[key]?.text else { throw refusal(key, "is not a string") }
    if text.utf8.count > longest { throw refusal(key, "is longer than \(longest) bytes") }
    return text
  }

  /// Returns an ID, a version or another short text.
  func name(_ key: StaticString) throws(MessageRow.Refusal) -> String {
    try text(key, longest: MessageRow.longestName)
  }

  func texts(
    _ key: StaticString, most: Int = MessageRow.mostElements, longest: Int = MessageRow.longestText
  ) throws(MessageRow.Refusal) -> [String] {
    guard let texts = json[key]?.texts else { throw refusal(key, "is not an array of strings") }
    if texts.count > most || texts.contains(where: { $0.utf8.count > longest }) {
      throw refusal(key, "is too long")
    }
    return texts
  }

  /// Returns a UUID in lower case.
  func uuid(_ key: StaticString) throws(MessageRow.Refusal) -> String {
    guard let id = json[key]?.text.flatMap({ AnswerID($0) }) else { throw refusal(key, "is not a UUID") }
    return id.text
  }

  func optionalUUID(_ key: StaticString) throws(MessageRow.Refusal) -> String? {
    json[key] == nil || json[key] == .null ? nil : try uuid(key)
  }

  private func refusal(_ key: StaticString, _ reason: String) -> MessageRow.Refusal {
    MessageRow.Refusal(reason: "its \(key) " + reason)
  }
}
