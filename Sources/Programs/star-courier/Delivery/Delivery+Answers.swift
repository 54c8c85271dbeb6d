import Broker
import Courier
import Journal
import System

// Reading answers from the journal and sending them.
extension Delivery {
  func fetch(after sequence: Int64, limit: Int32, _ now: Int64) {
    guard let answers = outbox.answers(after: sequence, limit: limit) else {
      courier.fetchFailed(now: now)
      // If the journal is created later, the watcher reports it.
      nextRefresh = outbox.isOpen ? now + 10_000_000_000 : outbox.retry ?? nextRefresh
      return
    }
    courier.fetched(upTo: answers.last?.sequence, isAll: answers.count < Int(limit))
    for pending in answers where courier.shouldSend(pending.sequence) {
      guard let broker else { return }
      switch broker.send(message(of: pending), to: topic("answer"), quality: 1, retained: false) {
      case .sent(let message): courier.sent(pending.sequence, as: message, now: now)
      case .refused(let reason):
        wasRefused = true
        warnings.report("cannot send an answer: " + reason + named(pending.sequence))
        courier.refused(pending.sequence, now: now)
      case .lost(let reason):
        return sendingFailed(reason, now)
      }
    }
  }

  /// Returns the message of an answer, which docs/courier.schema.json describes.
  func message(of recorded: Outbox.PendingAnswer) -> [UInt8] {
    var answer = recorded.answer
    if answer.terminal.utf8.isEmpty { answer.terminal = options.terminal }
    return answer.jsonBytes(in: (journal: outbox.journal, sequence: recorded.sequence))
  }

  /// Closes the connection after a failure to send.
  func sendingFailed(_ reason: String, _ now: Int64) {
    // The socket may still hold the broker's reason for closing.
    if let broker { handle(broker.process(.readable, now: now), now) }
    if broker != nil { connectionLost(reason, now) }
  }

  /// Names an answer that could not be sent. The broker may accept it later.
  func named(_ answer: Int64) -> String { "; it stays in the journal as number \(answer)" }
}
