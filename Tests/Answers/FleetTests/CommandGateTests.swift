import Testing

@testable import Fleet

/// Every row of the table of `CommandGate`, and the files of replies.
@Suite struct CommandGateTests {
  let now: Int64 = 1_800_000_000

  func message(_ content: String, counter: Int64) throws -> SignedMessage {
    let body = SignedMessage.body(.command, .kiosk("a"), counter: counter, Array(content.utf8))
    let message = SignedMessage.message(body, signature: [UInt8](repeating: 0, count: Signatures.size))
    return try #require(SignedMessage(message))
  }

  private func name(_ verdict: CommandGate.Verdict) -> String {
    switch verdict {
    case .older: "older"
    case .malformed: "malformed"
    case .clock: "clock"
    case .ahead: "ahead"
    case .expired: "expired"
    case .valid: "valid"
    }
  }

  @Test(arguments: [0, 1, 59, 60, 61, 86_400] as [Int64], [true, false])
  func commandsExpire(after seconds: Int64, isSynchronised: Bool) throws {
    for late in [-86_401, -86_400, -61, -60, 0, 1] as [Int64] {
      let ledger = Ledger(key: PublicKey([UInt8](repeating: 1, count: 32)))
      let command = try message("clean x \(now + seconds)\n", counter: 5)
      let time = now + seconds + late
      let verdict = name(CommandGate.judge(command, ledger, time: isSynchronised ? time * 1000 : nil))
      #expect(verdict == (!isSynchronised ? "clock" : late > 0 || late < -86_400 ? "expired" : "valid"))
    }
  }

  /// Only commands that are carried out raise the counter, so that no refused one locks out later ones.
  @Test func countersRise() throws {
    var ledger = Ledger(key: PublicKey([UInt8](repeating: 1, count: 32)))
    let day: Int64 = 86_400_000
    let steps: [(counter: Int64, content: String, verdict: String)] = [
      (5, "clean x \(now)", "valid"), (4, "clean x \(now)", "older"), (5, "clean x \(now)", "older"),
      (9, "format x \(now)", "malformed"), (9, "clean x \(now - 1)", "expired"), (9, "clean", "malformed"),
      (9, "clean x \(now) command/reply https://a", "malformed"),
      (9, "update x \(now - 1) command/reply https://a", "expired"),
      (9, "clean x \(now + 86_401)", "expired"), (now * 1000 + day + 1, "clean x \(now)", "ahead"),
      (999_999_999_999_999_999, "clean x \(now)", "ahead"), (6, "clean x \(now)", "valid"),
      (7, "update x \(now) command/reply https://a", "valid"), (7, "update x \(now) command/reply https://b", "older"),
      (now * 1000 + day, "clean x \(now)", "valid"), (now * 1000 + day, "clean x \(now)", "older"),
    ]
    for (counter, content, verdict) in steps {
      let found = name(CommandGate.judge(try message(content, counter: counter), ledger, time: now * 1000))
      #expect(found == verdict, "\(counter) \(content)")
      if found == "valid" { ledger.note(command: counter) }
    }
  }

  @Test func aReplySurvivesAsAFile() throws {
    var reply = CommandReply()
    (reply.id, reply.action, reply.topic, reply.view) = ("c1", "snapshot", "command/mine", "start")
    (reply.faults, reply.hasPicture) = (["no_screen", "disk_full"], true)
    let read = try #require(CommandReply(reply.text))
    #expect(read.text == reply.text && read.state == .done && read.topic == "command/mine")
    (reply.state, reply.reason) = (.refused, "in use")
    #expect(CommandReply(reply.text)?.reason == "in use" && CommandReply(reply.text)?.state == .refused)
    // A file that names the topic of an answer.
    #expect(CommandReply(Array("topic answer\n".utf8)) == nil)
    #expect(CommandReply(Array("topic command/reply/#\n".utf8)) == nil)
    #expect(CommandReply([0, 10, 255])?.topic == "command/reply")
  }
}
