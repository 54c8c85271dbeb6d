/// Decides whether a command may be carried out, as a pure function.
///
/// | the command | the clock | verdict |
/// | --- | --- | --- |
/// | its counter is not above that of every earlier command that was carried out | any | older |
/// | is malformed, or unknown to this version | any | malformed |
/// | any other | not synchronised | clock: the kiosk cannot tell whether it has expired |
/// | its counter is more than a day ahead | synchronised | ahead |
/// | has expired, or expires in more than a day | synchronised | expired |
/// | any other | synchronised | valid |
///
/// The caller must verify the signature and the target first. It raises the ledger's counter only when it carries out a command, because a
/// refused command must not lock out later ones.
package enum CommandGate {
  package enum Verdict: Sendable {
    case older
    case malformed
    case clock(Command)
    case ahead(Command)
    case expired(Command)
    case valid(Command)
  }

  /// - Parameter time: Milliseconds since 1970; `nil` while no time server keeps the clock.
  @export(interface) package static func judge(_ message: SignedMessage, _ ledger: Ledger, time: Int64?) -> Verdict {
    if message.counter <= ledger.command { return .older }
    guard let command = Command(message.content) else { return .malformed }
    guard let time else { return .clock(command) }
    if CounterLimit.isAhead(message.counter, of: time) { return .ahead(command) }
    let seconds = time / 1000
    if seconds > command.expires || command.expires - seconds > Command.longestLife { return .expired(command) }
    return .valid(command)
  }
}
