import Basics
import Fleet
import Settings
import StarSlider
import System

// Reads the configurations that the courier has written, and decides which of them to check: see `PendingConfigurations`.
extension FleetAgent {
  /// A configuration in the folder, signed for this kiosk.
  private struct Pending {
    let name: String
    let file: [UInt8]
    let message: SignedMessage
  }

  func readConfigurations(_ screen: (ScreenTransform, PixelFormat), now: Int64) {
    nextReading = nil
    var pending: [Pending] = []
    for target in inbox.targets {
      let name = ControlFolder.configuration(for: target)
      guard let file = inbox.read(name) else { continue }
      guard let message = SignedMessage(file), message.kind == .configuration, inbox.isSigned(message) else {
        refuse(file, name, nil, "the signature is missing or does not match this kiosk's public key")
        continue
      }
      if message.target == target && inbox.isMeant(message) {
        pending.append(Pending(name: name, file: file, message: message))
      } else {
        refuse(file, name, message.version, "it is signed for " + message.target.words)
      }
    }
    let verdicts = PendingConfigurations.judge(
      pending.map { $0.message.version }, waiting: trial.state == .checked ? candidate?.version : nil, inbox.ledger,
      current: current?.version, time: inbox.time())
    for (one, verdict) in zip(pending, verdicts) {
      let version = one.message.version
      switch verdict {
      case .known: inbox.remove(one.name, ifIs: one.file)
      case .older: refuse(one.file, one.name, version, "its counter is not above that of an earlier one")
      case .ahead:
        refuse(one.file, one.name, version, "its counter is more than a day ahead of the kiosk's clock; sign it again")
      case .superseded:
        inbox.note(version)
        inbox.remove(one.name, ifIs: one.file)
        Standard.error(Self.name(of: version) + " is older than the one in effect, and is ignored", .notice)
      case .waiting, .next, .kept: break
      }
    }
    if let next = verdicts.firstIndex(of: .next) { begin(pending[next], screen, now: now) }
  }

  private func begin(_ pending: Pending, _ screen: (ScreenTransform, PixelFormat), now: Int64) {
    let text = Array(pending.message.content)
    handle(.arrived)
    (report.version, report.diagnostics) = (pending.message.version, [])
    candidate = (text, pending.message.version)
    candidateFile = pending.file
    handle(.verified(now: now))
    if !forks { return checkEnded(FleetCheck.result(text, options, on: local, screen.0, screen.1), now: now) }
    do throws(SystemError) {
      check = try FleetCheck(text, options, on: local, screen.0, screen.1, path: store.checkPath)
    } catch { handle(.failed, [error.message], now: now) }
  }

  /// Refuses a configuration and removes its file. While another configuration waits for the end of a visit, the report continues to
  /// describe that one.
  private func refuse(_ file: [UInt8], _ name: String, _ version: ConfigurationVersion?, _ reason: String) {
    inbox.remove(name, ifIs: file)
    if trial.state == .checked {
      inbox.warn(Self.name(of: version) + " was refused: " + reason)
      return
    }
    handle(.arrived)
    candidate = nil
    report.version = version
    handle(.failed, [reason])
  }

  /// Returns a configuration's name in messages, such as "the remote configuration (kiosk gate-7 1792939393123)".
  static func name(of version: ConfigurationVersion?) -> String {
    "the remote configuration" + (version.map { " (" + $0.target.words + " \($0.counter))" } ?? "")
  }
}
