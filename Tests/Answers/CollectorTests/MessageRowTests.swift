import Journal
import Testing

@testable import Collector

/// What a message becomes in a table, and which messages are refused.
@Suite struct MessageRowTests {
  static let now: Int64 = 1_709_300_000_000
  static let answer = Answer(
    uuid: AnswerID("f47ac10b-58cc-4372-a567-0e02b2c3d479")!, steps: 5, stepsPerStar: 2, starCount: 5,
    wall: 1_709_210_096_789, monotonic: 123_456_789, bootID: "6f1c2e4a", question: "staff",
    reasons: ["slow", "a\"b\\c\td"], language: "de", flags: [.partial, .burst], terminal: "gate-7")
  static let journal = AnswerID("00000000-0000-4000-8000-000000000001")

  func topic(_ name: String) throws -> Topic { try Topic("a/b/gate-7/" + name, prefix: "a/b") }

  func row(_ text: String, _ kind: String = "answer") throws -> String {
    let payload = Array(text.utf8)
    let rows = try MessageRow.rows(payload, size: payload.count, at: topic(kind), now: Self.now).rows
    return rows.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  func refusal(_ text: String, _ kind: String = "answer") -> String? {
    #expect(throws: MessageRow.Refusal.self) { try row(text, kind) }?.reason
  }

  @Test func anAnswerIsARowForCopy() throws {
    let text = String(decoding: Self.answer.jsonBytes(in: (Self.journal, 17)), as: UTF8.self)
    #expect(
      try row(text) == "gate-7\tf47ac10b-58cc-4372-a567-0e02b2c3d479\t5\t2\t5\t1709210096789\t123456789\t6f1c2e4a\t"
        + "f47ac10b-58cc-4372-a567-0e02b2c3d479\tstaff\t{\"slow\",\"a\\\\\"b\\\\\\\\c\\td\"}\tde\t{\"partial\",\"burst\"}\t\\N\tf\t\\N\t"
        + "stars\t{}\t00000000-0000-4000-8000-000000000001\t17\n")
    var other = Self.answer
    (other.terminal, other.repairedWall) = ("gate-8", 5)
    #expect(try row(other.json).contains("\tgate-8\tf\t5\t"))
    // Version 3 had no numbers, and earlier ones no kinds.
    #expect(try row(other.json).hasSuffix("\tstars\t{}\t\\N\t\\N\n"))
    let old = other.json.replacing(#","version":4,"kind":"stars","value":2.5,"chosen":[]"#, with: "")
    #expect(old.count < other.json.count)
    #expect(try row(old).hasSuffix("\tstars\t{}\t\\N\t\\N\n"))
    // A number means nothing without its journal.
    #expect(try row(text.replacing("\"" + Self.journal!.text + "\"", with: "null")).hasSuffix("\t\\N\t\\N\n"))
    // New keys, kinds and flags are accepted.
    #expect(
      try row(text.replacing("\"burst\"", with: "\"later\"").dropLast() + ",\"more\":{\"x\":[1]}}").contains("later"))
  }

  @Test(arguments: [
    (#""uuid":"f47ac10b"#, #""uuid":"47ac10b"#, "its uuid is not a UUID"),
    (#""uuid":"f47ac10b"#, #""uuid":"g47ac10b"#, "its uuid is not a UUID"),
    (#""steps":5"#, #""steps":11"#, "its steps are 11, more than the 10 of its scale (2 for each star)"),
    (#""steps":5"#, #""steps":-1"#, "its steps is -1"),
    (#""star_count":5"#, #""star_count":99999999999"#, "its star_count is 99999999999"),
    (#""steps_per_star":2"#, #""steps_per_star":0"#, "its steps_per_star is 0"),
    (#""steps_per_star":2"#, #""steps_per_star":1000001"#, "its steps_per_star is 1000001"),
    (#""star_count":5"#, #""star_count":1001"#, "its star_count is 1001"),
    (#""wall_ms":1709210096789"#, #""wall_ms":"now""#, "its wall_ms is not an integer"),
    (#""wall_ms":1709210096789"#, #""wall_ms":1e99"#, "its wall_ms is not an integer"),
    (#""monotonic_ns":123456789"#, #""monotonic_ns":-1"#, "its monotonic_ns is -1"),
    (#""monotonic_ns":123456789"#, #""monotonic_ns":9223372036854775807"#, "its monotonic_ns is 9223372036854775807"),
    (#""wall_synchronised":false"#, #""wall_synchronised":0"#, "its wall_synchronised is neither true nor false"),
    (#""reasons":["#, #""reasons":[1,"#, "its reasons is not an array of strings"),
    (#""question":"staff""#, #""question":null"#, "its question is not a string"),
    (#""sequence":17"#, #""sequence":0"#, "its sequence 0 is out of range"),
    (#""sequence":17"#, #""sequence":9223372036854775807"#, "its sequence 9223372036854775807 is out of range"),
    (#"00000000-0000-4000-8000-000000000001"#, "x", "its journal is not a UUID"),
    (#"{"uuid""#, #"["uuid""#, "it is not a JSON object"),
    (#""staff""#, #""\u0000""#, "it is not a JSON object"),
  ])
  func anAnswerThatPostgreSQLWouldRefuseIsRefused(part: String, changed: String, reason: String) throws {
    let text = String(decoding: Self.answer.jsonBytes(in: (Self.journal, 17)), as: UTF8.self)
    #expect(text.contains(part))
    #expect(refusal(text.replacing(part, with: changed)) == reason)
  }

  @Test func longMessagesAndTextsAreRefused() throws {
    #expect(
      #expect(throws: MessageRow.Refusal.self) {
        try MessageRow.rows([], size: 10_000_000, at: topic("answer"), now: Self.now)
      }?.reason == "it has 10000000 bytes, more than 65536")
    var long = Self.answer
    long.question = String(repeating: "x", count: 1_025)
    #expect(refusal(long.json) == "its question is longer than 1024 bytes")
    long.question = ""
    long.reasons = [String](repeating: "x", count: 1_001)
    #expect(refusal(long.json) == "its reasons is too long")
  }

  @Test func aClockInTheFutureIsRemarked() throws {
    func remark(_ wall: Int64, repaired: Int64? = nil) throws -> String? {
      var answer = Self.answer
      (answer.wall, answer.repairedWall) = (wall, repaired)
      let payload = answer.jsonBytes
      return try MessageRow.rows(payload, size: payload.count, at: topic("answer"), now: Self.now).remark
    }
    #expect(try remark(Self.now + 86_400_000) == nil)
    #expect(try remark(Self.now + 86_400_001)?.contains("the clock of gate-7 is in the future") == true)
    #expect(try remark(.max)?.contains("in the future") == true)
    #expect(try remark(.max, repaired: Self.now) == nil)
  }

  @Test func statusesHeartbeatsAndAbsencesAreRows() throws {
    #expect(
      try row(#"{"terminal":"gate-7","status":"online","journal":null,"sequence":null}"#, "status")
        == "gate-7\tonline\t\\N\t\\N\t0\tf\t\\N\t{}\n")
    #expect(
      try row(#"{"status":"online","time_zone":"Asia/Kathmandu","groups":["north","hall"]}"#, "status")
        == "gate-7\tonline\t\\N\t\\N\t0\tf\tAsia/Kathmandu\t{\"north\",\"hall\"}\n")
    let retained = try MessageRow.rows(
      Array(#"{"status":"online"}"#.utf8), size: 19, at: topic("status"), isRetained: true, now: Self.now, clock: 7)
    #expect(String(decoding: retained.rows[0].bytes, as: UTF8.self) == "gate-7\tonline\t\\N\t\\N\t7\tt\t\\N\t{}\n")
    let heartbeat = """
      {"terminal":"gate-7","version":"0.2.0","board":"b","uptime_s":5,"wall_ms":1,"wall_synchronised":true,"monotonic_ns":2,\
      "boot_id":"x","backlog":null,"last_answer_ms":null,"journal":"\(Self.journal!.text)","sequence":0,"temperature_mc":null,\
      "faults":["disk_full"]}
      """
    #expect(
      try row(heartbeat, "heartbeat")
        == "gate-7\tx\t2\t1\tt\t0.2.0\tb\t5\t\\N\t\\N\t\\N\t{\"disk_full\"}\t\(Self.journal!.text)\t0\n")
    let resent =
      #"{"terminal":"x","journal":"00000000-0000-4000-8000-000000000001","first":1,"last":9,"absent":[[1,3],[7,7]]}"#
    #expect(
      try row(resent, "resent") == "gate-7\t\(Self.journal!.text)\t1\t3\ngate-7\t\(Self.journal!.text)\t7\t7\n")
    for absent in ["[[3,1]]", "[[0,1]]", "[[1]]", "[1,2]", "{}", "[[1,9223372036854775807]]"] {
      #expect(
        refusal(resent.replacing("[[1,3],[7,7]]", with: absent), "resent")
          == "its absent ranges are not an array of pairs")
    }
  }

  @Test func topicsNameAKiosk() throws {
    #expect(try topic("heartbeat").kind == .heartbeat && topic("heartbeat").kiosk == "gate-7")
    for name in ["a/b/answer", "a/b/x/other", "a/x/k/answer", "a/b//answer", "", "/", "a/b/x/answers"] {
      #expect(throws: Topic.Fault.unknown) { try Topic(name, prefix: "a/b") }
    }
    let longest = String(repeating: "k", count: Topic.longestID)
    #expect(try Topic("a/b/" + longest + "/answer", prefix: "a/b").kiosk == longest)
    #expect(throws: Topic.Fault.long) { try Topic("a/b/" + longest + "k/answer", prefix: "a/b") }
    #expect(throws: Topic.Fault.slash) { try Topic("a/b/gate/7/answer", prefix: "a/b") }
    let filters = Topic.filters(prefix: "a/b", group: "g")
    #expect(filters.shared.first == "$share/g/a/b/+/answer" && filters.retained == ["a/b/+/status"])
  }

  /// Every text has a bound, so that no index of the database refuses a row.
  @Test func everyFieldIsBounded() throws {
    let long = String(repeating: "x", count: 65)
    let answer = String(decoding: Self.answer.jsonBytes(in: (Self.journal, 17)), as: UTF8.self)
    #expect(refusal(answer.replacing("6f1c2e4a", with: long)) == "its boot_id is longer than 64 bytes")
    #expect(refusal(answer.replacing("\"de\"", with: "\"\(long)\"")) == "its language is longer than 64 bytes")
    #expect(refusal(#"{"status":"\#(long)"}"#, "status") == "its status is longer than 64 bytes")
    func beat(_ faults: String) -> String {
      """
      {"version":"1","board":"b","uptime_s":5,"wall_ms":1,"wall_synchronised":true,"monotonic_ns":2,"boot_id":"x","backlog":null,\
      "last_answer_ms":null,"temperature_mc":null,"faults":[\(faults)]}
      """
    }
    #expect(try row(beat("\"a\""), "heartbeat").contains("{\"a\"}"))
    #expect(refusal(beat("\"\(long)\""), "heartbeat") == "its faults is too long")
    #expect(
      refusal(beat([String](repeating: "\"a\"", count: 65).joined(separator: ",")), "heartbeat")
        == "its faults is too long")
  }
}
