import Courier
import Settings
import System

// What the terminal says of itself: that it is there, and every few minutes how it is.
extension Delivery {
  /// Says that the terminal is there, alone and before all else, so that what comes of it can be told apart.
  func greet(_ now: Int64) {
    complaint = nil
    Standard.error("connected to \(options.broker.host), port \(options.broker.port)", .notice)
    wasRefused = false
    if !sayOnline(now) { goOnline(now) }
  }

  /// False where that cannot be, or may not.
  func sayOnline(_ now: Int64) -> Bool {
    let online = Array(("{" + terminalJSON + ",\"status\":\"online\"}").utf8)
    guard greeting.isAllowed(at: now),
      case .sent(let message)? = broker?.send(online, to: topic("status"), quality: 1, retained: true)
    else { return false }
    greeting.sent(as: message)
    return true
  }

  /// What the broker said of the status or a heartbeat: `nil` is that it took it.
  func note(_ refusal: String?, of what: String) {
    guard let refusal else { return }
    wasRefused = true
    Standard.error("the broker refuses " + what + ": " + refusal + "; it goes without for a while", .warning)
  }

  func beat() {
    let now = MonotonicClock.now()
    // Answers go first; but not for ever.
    if now < nextHeartbeat || (!courier.isAtRest && now < nextHeartbeat + 5_000_000_000) { return }
    nextHeartbeat = now + Int64(options.broker.heartbeat) * 1_000_000_000
    // Whatever was missed is found now.
    look()
    outbox.repairTimes()
    guard let broker, courier.isConnected else { return }
    if !greeting.isTaken && !greeting.isOnItsWay { _ = sayOnline(now) }
    if !heartbeat.isAllowed(at: now) { return }
    let counts = outbox.counts()
    var faults: [String] = []
    if let fault = outbox.fault { faults.append(fault) }
    if outbox.damaged() > 0 { faults.append("journal_damaged") }
    if let backlog = counts.backlog, backlog > options.limit { faults.append("journal_over_limit") }
    if !WallClock.isSynchronised { faults.append("clock_not_synchronised") }
    let content = Heartbeat(
      terminal: options.terminal, board: board, backlog: counts.backlog, lastAnswer: counts.newest, faults: faults)
    // Acknowledged, too: of one that is not, a broker cannot say that it refuses it, and Mosquitto 2.0.11 hangs up.
    if case .sent(let message) = broker.send(content.json, to: topic("heartbeat"), quality: 1, retained: false) {
      heartbeat.sent(as: message)
    }
  }
}
