import Basics
import Courier
import Journal
import Settings

/// The answers that a receiver requests again. Delivering the pending answers does not depend on it.
final class AnswerResending {
  private let outbox: OutboxReader
  private let link: BrokerLink
  private var resending = Resending()

  init(_ outbox: OutboxReader, _ link: BrokerLink) { (self.outbox, self.link) = (outbox, link) }

  /// When to `send`; `nil` means never.
  var deadline: Int64? { resending.deadline }

  /// Subscribes to this kiosk's requests.
  func subscribe(_ now: Int64) { link.subscribe(to: [link.topic("resend")], retained: false, for: .requests, now) }

  /// Handles a message of a subscription.
  func received(_ payload: [UInt8], at topic: String) {
    if !topic.utf8.elementsEqual(link.topic("resend").utf8) { return }
    guard let request = ResendRequest(payload) else {
      return link.warn(
        "rejected a request to send answers again: it is not JOURNAL FIRST LAST with at most \(ResendRequest.longest) numbers"
      )
    }
    if !resending.add(request) {
      link.warn("rejected a request to send answers again: \(Resending.capacity) others are waiting")
    }
  }

  /// Sends some of the requested answers. Neither the window nor the delivery marks change.
  func send(_ now: Int64) throws(ConnectionLost) {
    switch resending.nextAction(now: now) {
    case .nothing: return
    case .read(let journal, let range, let limit):
      let isOurs = outbox.journal.map { $0.text.utf8.elementsEqual(journal.utf8) } ?? false
      let answers = isOurs ? outbox.answers(in: range, limit: limit) : []
      guard let answers else { return stop() }
      for answer in answers {
        let message = outbox.message(of: answer, kiosk: link.options.kiosk)
        if let reason = try link.send(message, for: .repetition(answer.sequence)) {
          link.warn("cannot send an answer again: " + reason)
          resending.refused(answer.sequence)
        } else {
          resending.sent(answer.sequence)
        }
      }
      resending.read(isAll: answers.count < Int(limit), now: now)
    case .report(let request, let absent):
      link.publish(report(on: request, absent), to: link.topic("resent"), retained: false, for: .absence)
      resending.reported()
    }
  }

  func acknowledged(_ sequence: Int64) { resending.acknowledged(sequence) }

  /// Drops all requests: the connection or the program ends, or the journal was replaced.
  func stop() { resending.stop() }

  /// Returns the report on the answers that were not sent because the journal does not have them: a message that docs/courier.schema.json
  /// describes.
  private func report(on request: ResendRequest, _ absent: [ClosedRange<Int64>]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", link.options.kiosk)
      json.add("journal", request.journal)
      json.add("first", request.range.lowerBound)
      json.add("last", request.range.upperBound)
      json.array("absent") { json in
        for range in absent {
          json.array { json in
            json.add(number: "\(range.lowerBound)")
            json.add(number: "\(range.upperBound)")
          }
        }
      }
    }
    return json.bytes
  }
}
