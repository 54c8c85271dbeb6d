import Journal
import Testing

@testable import Collector

/// Which messages reach PostgreSQL, and in which form. Tests/Fleet/test_collector_messages.py shows what PostgreSQL refuses.
@Suite struct MessageTests {
  func topic(_ name: String) throws -> Topic { try Topic("a/b/gate-7/" + name, prefix: "a/b") }

  @Test func aMessageIsARowForCopy() throws {
    let payload = Array("{\"a\":\"b\\tc\",\t\"d\":\n1}\r".utf8)
    let message = try Message(payload, size: payload.count, at: topic("status"), isRetained: true, clock: 7)
    #expect(
      String(decoding: CopyLine.bytes(message.row(3)), as: UTF8.self)
        == "3\tstatus\tgate-7\t{\"a\":\"b\\\\tc\",\\t\"d\":\\n1}\\r\tt\t7\n")
  }

  @Test func whatPostgreSQLCannotStoreAsTextIsRefused() throws {
    func refusal(_ payload: [UInt8], size: Int? = nil) -> String? {
      #expect(throws: Message.Refusal.self) {
        try Message(payload, size: size ?? payload.count, at: topic("answer"))
      }?.reason
    }
    for bytes: [UInt8] in [[0x22, 0xff], [0x22, 0xc3, 0x22], [0xed, 0xa0, 0x80], [0x22, 0x00, 0x22]] {
      #expect(refusal(bytes) == "it is not a JSON object")
    }
    #expect(refusal([], size: 10_000_000) == "it has 10000000 bytes, more than 65536")
  }

  /// A new field of an answer needs no other line in the collector.
  @Test func everyFieldOfAnAnswerIsReadAndStored() {
    for field in AnswerField.all {
      if case .derived = field.type { continue }
      if case .version = field.type { continue }
      let name = "\(field.name)"
      #expect(MessageForm.reading.contains("star.fault('\(name)', "), "\(name)")
      #expect(MessageForm.columns.contains(name == "kiosk" ? "recorded_as" : name), "\(name)")
      #expect(MessageForm.types.contains("\"\(name)\"") == (name != "kiosk"), "\(name)")
    }
    #expect(MessageForm.reading.contains(#""kind": "stars", "chosen": []"#))
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
    let plain = Topic.filters(prefix: "a/b", group: nil)
    #expect(plain.shared.first == "a/b/+/answer" && plain.retained == filters.retained)
  }
}
