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
    case .expired: "expired"
    case .valid: "valid"
    }
  }

  @Test(arguments: [0, 1, 59, 60, 61, 86_400] as [Int64], [true, false])
  func commandsExpire(after seconds: Int64, isSynchronised: Bool) throws {
    for late in [-86_401, -86_400, -61, -60, 0, 1] as [Int64] {
      var ledger = Ledger(key: PublicKey([UInt8](repeating: 1, count: 32)))
      let command = try message("clean x \(now + seconds)\n", counter: 5)
      let time = now + seconds + late
      let verdict = name(CommandGate.judge(command, &ledger, time: isSynchronised ? time : nil))
      #expect(verdict == (!isSynchronised ? "clock" : late > 0 || late < -86_400 ? "expired" : "valid"))
      // Once is enough, whatever the verdict was.
      #expect(name(CommandGate.judge(command, &ledger, time: now)) == "older" && ledger.command == 5)
    }
  }

  @Test func countersRise() throws {
    var ledger = Ledger(key: PublicKey([UInt8](repeating: 1, count: 32)))
    let verdicts = try [5, 4, 5, 6, 7, 7].map { (counter: Int64) in
      let content = counter == 6 ? "format x \(now)" : "clean x \(now)"
      return name(CommandGate.judge(try message(content, counter: counter), &ledger, time: now))
    }
    #expect(verdicts == ["valid", "older", "older", "malformed", "valid", "older"])
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
