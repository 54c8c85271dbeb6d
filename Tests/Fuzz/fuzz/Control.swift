import Basics
import Fleet

@testable import KioskStatus

/// Whatever arrives as a message of control, or is found in the folder that courier and kiosk share: it is refused or has its form, and
/// nothing counts as signed.
func fuzzControl(_ bytes: [UInt8]) {
  // The key of test 3 of RFC 8032, section 7.1.
  let digits = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
  let key = PublicKey(Hexadecimal.bytes(Array(digits.utf8)[...])!)
  do throws(SignatureError) { try Signatures.load() } catch { fatalError(error.message) }
  var ledger = Ledger(key: key)
  var current: ConfigurationVersion?
  if let message = SignedMessage(bytes) {
    require(bytes.count <= SignedMessage.longest && message.counter > 0, "a message without bounds")
    require(!message.isSigned(by: key), "a signature out of nothing")
    let body = SignedMessage.body(message.kind, message.target, counter: message.counter, Array(message.content))
    let again = SignedMessage(SignedMessage.message(body, signature: message.signature))
    require(again?.version == message.version, "a message changes when it is written")
    require(ledger.judge(message.version, current: nil) == .new, "the first message is not new")
    ledger.note(message.version)
    current = message.version
    require(ledger.judge(message.version, current: nil) == .known, "a message is new twice")
    require(Ledger(ledger.text, key: key)?.judge(message.version, current: current) == .known, "a ledger forgets")
  }
  if let command = Command(bytes[...]) {
    require(Command(command.content[...])?.content == command.content, "a command changes when it is written")
    require(command.reply.utf8.starts(with: "command/".utf8), "a reply at another topic")
    require(command.action == .update || command.url.isEmpty, "a URL without an update")
    if UpdateURL.fault(of: command.url) == nil {
      let isHarmless = command.url.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x27 }
      require(isHarmless && command.url.count <= 512, "a URL that a shell or a log would split")
    }
  }
  if let state = ImageState(bytes) {
    var json = JSONWriter()
    json.object { json in state.add(to: &json) }
    require(json.bytes.count <= 1000 && !json.bytes.contains { $0 < 0x20 }, "a state without bounds")
  }
  let report = ConfigurationReport(bytes)
  require(report.diagnostics.count <= ConfigurationReport.mostDiagnostics, "a report without bounds")
  require(ConfigurationReport(report.text).text == report.text, "a report changes when it is written")
  if let reply = CommandReply(bytes) {
    require(reply.topic.utf8.starts(with: "command/".utf8), "a reply at another topic")
    require(CommandReply(reply.text)?.text == reply.text, "a reply changes when it is written")
  }
  if let read = Ledger(bytes, key: key) { require(Ledger(read.text, key: key) != nil, "a ledger changes") }
}
