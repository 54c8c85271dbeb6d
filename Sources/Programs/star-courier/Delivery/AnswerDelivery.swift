import Basics
import Courier
import Journal
import Settings
import System

/// The answers on their way from the journal to the broker.
final class AnswerDelivery {
  private let outbox: OutboxReader
  private let link: BrokerLink
  private(set) var courier: Courier
  /// When to check the journal even without a notification.
  private var nextRefresh: Int64?

  init(_ outbox: OutboxReader, _ link: BrokerLink) {
    (self.outbox, self.link) = (outbox, link)
    courier = Courier(
      window: link.options.broker.window,
      seed: (try? randomNumber()) ?? UInt64(truncatingIfNeeded: MonotonicClock.now()))
  }

  /// When to perform `nextAction` or to `refresh`, in nanoseconds of the monotonic clock.
  var deadline: Int64 { min(courier.deadline ?? .max, nextRefresh ?? .max) }

  func isRefreshDue(at now: Int64) -> Bool { now >= nextRefresh ?? .max }

  /// Opens the journal again if it was replaced, and fetches new answers. Returns whether it was replaced.
  func refresh() -> Bool {
    nextRefresh = outbox.retry
    let isReplaced = outbox.reopen()
    if isReplaced {
      courier.journalChanged(now: MonotonicClock.now())
      link.forgetAnswers()
    }
    courier.answersAdded()
    return isReplaced
  }

  func connectionBegan(timeout: Int64) { courier.connectionBegan(now: MonotonicClock.now(), timeout: timeout) }

  func connected(_ now: Int64) {
    courier.connected(now: now)
    outbox.repairTimes()
  }

  func connectionLost(_ now: Int64) {
    if let answer = courier.disconnected(now: now, hasAlternative: link.hasAlternative) {
      link.warn("the connection ended instead of an acknowledgment of an answer" + Self.named(answer))
    }
  }

  func reconfigured() { courier.reconfigured(window: link.options.broker.window, now: MonotonicClock.now()) }

  /// Begins nothing new; answers in flight may still be acknowledged and marked.
  func end() { courier.end() }

  func nextAction(_ now: Int64) -> Courier.Action { courier.nextAction(now: now) }

  func fetch(after sequence: Int64, limit: Int32, _ now: Int64) throws(ConnectionLost) {
    guard let answers = outbox.answers(after: sequence, limit: limit) else {
      courier.fetchFailed(now: now)
      // If the journal is created later, the watcher reports it.
      nextRefresh = outbox.isOpen ? now + 10_000_000_000 : outbox.retry ?? nextRefresh
      return
    }
    courier.fetched(upTo: answers.last?.sequence, isAll: answers.count < Int(limit))
    for pending in answers where courier.shouldSend(pending.sequence) {
      let message = outbox.message(of: pending, kiosk: link.options.kiosk)
      if let reason = try link.send(message, for: .answer(pending.sequence)) {
        link.refused("cannot send an answer: " + reason + Self.named(pending.sequence))
        courier.refused(pending.sequence, now: now)
      } else {
        courier.sent(pending.sequence, now: now)
      }
    }
  }

  func mark(_ sequences: [Int64], _ now: Int64) {
    if outbox.mark(sequences) { courier.marked() } else { courier.markingFailed(now: now) }
  }

  func acknowledged(_ sequence: Int64, refusal: String?, _ now: Int64) {
    courier.acknowledged(sequence, isAccepted: refusal == nil, now: now)
    guard let refusal else { return link.site.connected() }
    link.site.refused("an answer: " + refusal)
    link.refused("the broker refused an answer: " + refusal + Self.named(sequence))
  }

  /// Names an answer that could not be sent. The broker may accept it later.
  private static func named(_ answer: Int64) -> String { "; it stays in the journal as number \(answer)" }
}
