/// Decides whether a command may be carried out, as a pure function.
///
/// | the command | the clock | verdict |
/// | --- | --- | --- |
/// | its counter is not above that of every earlier command | any | older |
/// | is malformed | any | malformed |
/// | any other | not synchronised | clock: the kiosk cannot tell whether it has expired |
/// | has expired, or expires in more than a day | synchronised | expired |
/// | any other | synchronised | valid |
///
/// The caller has verified signature and target. Every command that is not older raises the counter.
package enum CommandGate {
  package enum Verdict: Sendable {
    case older
    case malformed
    case clock(Command)
    case expired(Command)
    case valid(Command)
  }

  /// - Parameter time: Seconds since 1970; `nil` while no time server keeps the clock.
  @export(interface) package static func judge(_ message: SignedMessage, _ ledger: inout Ledger, time: Int64?)
    -> Verdict
  {
    if !ledger.admits(command: message.counter) { return .older }
    guard let command = Command(message.content) else { return .malformed }
    guard let time else { return .clock(command) }
    if time > command.expires || command.expires - time > Command.longestLife { return .expired(command) }
    return .valid(command)
  }
}
