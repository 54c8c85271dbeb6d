import Testing

@testable import Fleet

/// The command `update` and its URL.
@Suite struct UpdateURLTests {
  private func read(_ text: String) -> Command? { Command(Array(text.utf8)[...]) }
  private func fault(_ url: String) -> String? { UpdateURL.fault(of: url.utf8).map { "\($0)" } }

  @Test func anUpdateHasAURL() throws {
    let url = "https://a.example/b.raucb?c=$(d)&e=`f`"
    let command = try #require(read("update 7f 1792939453 command/reply " + url + "\n"))
    #expect(command.action == .update && command.reply == "command/reply" && command.url == Array(url.utf8))
    #expect(Command(command.content[...])?.content == command.content)
    #expect(UpdateURL.fault(of: command.url) == nil)
  }

  /// The message of an earlier version stays valid byte for byte, and its other lines stay invalid.
  @Test func otherActionsHaveNone() {
    for action in Command.Action.allCases where action != .update {
      #expect(Command(action, id: "x", expires: 5).content == Array("\(action.name) x 5 command/reply\n".utf8))
      #expect(read("\(action.name) x 5 command/reply https://a") == nil)
      #expect(read("\(action.name) x 5 command/reply ") == nil)
    }
  }

  /// A URL that is refused is read, so that the kiosk's reply can give the reason.
  @Test(arguments: [
    ("update x 5", "missing"), ("update x 5 command/reply", "missing"), ("update x 5 command/reply ", "missing"),
    ("update x 5 command/reply ftp://a", "http://"), ("update x 5 command/reply https://", "http://"),
    ("update x 5 command/reply HTTPS://a", "http://"), ("update x 5 command/reply /etc/passwd", "http://"),
    ("update x 5 command/reply https://a b", "blanks"), ("update x 5 command/reply  https://a", "http://"),
    ("update x 5 command/reply https://a\n\n", "blanks"), ("update x 5 command/reply https://a\u{7f}", "blanks"),
    ("update x 5 command/reply https://ä", "ASCII"), ("update x 5 command/reply https://a'b", "quotes"),
    ("update x 5 command/reply https://a\"b", "quotes"),
    ("update x 5 command/reply https://\(String(repeating: "a", count: 505))", "512 bytes"),
    ("update x 5 command/reply https://\(String(repeating: "a", count: 3000))", "512 bytes"),
  ])
  func invalidURLsAreReadAndRefused(line: String, reason: String) throws {
    let command = try #require(read(line))
    let fault = UpdateURL.fault(of: command.url).map { "\($0)" }
    #expect(fault?.contains(reason) == true, "\(fault ?? "valid")")
    #expect(Command(command.content[...])?.content == command.content)
  }

  @Test func theLimitsAreReached() {
    #expect(fault("http://a") == nil)
    #expect(fault("https://" + String(repeating: "a", count: 504)) == nil)
    let (id, topic) = (String(repeating: "i", count: 64), String(repeating: "r", count: 64))
    let line = "update \(id) 999999999999999999 command/\(topic) "
    let room = 4096 - line.utf8.count
    #expect(read(line + String(repeating: "a", count: room)) != nil)
    #expect(read(line + String(repeating: "a", count: room + 1)) == nil)
  }
}
