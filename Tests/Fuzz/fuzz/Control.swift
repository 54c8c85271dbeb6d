import Fleet

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
