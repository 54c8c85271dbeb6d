import Basics
import Broker
import Courier
import Journal
import Settings
import System

// Answers that a receiver requests again.
extension Delivery {
  /// Subscribes to this kiosk's requests, unless the broker has refused that recently. Delivering answers does not depend on it.
  func subscribe(_ now: Int64) {
    if subscription.isAccepted || subscription.isInFlight || !subscription.isAllowed(at: now) { return }
    if case .sent(let message)? = broker?.subscribe(to: [topic("resend")]) { subscription.sent(as: message) }
  }

  /// Handles a message of a subscription.
  func messageReceived(_ payload: [UInt8], at topic: String) {
    if endsAt != nil || !topic.utf8.elementsEqual(self.topic("resend").utf8) { return }
    guard let request = ResendRequest(payload) else {
      return warnings.report(
        "rejected a request to send answers again: it is not JOURNAL FIRST LAST with at most \(ResendRequest.longest) numbers"
      )
    }
    if !resending.add(request) {
      warnings.report("rejected a request to send answers again: \(Resending.capacity) others are waiting")
    }
  }

  /// Sends some of the requested answers. Neither the window nor the delivery marks change.
  func sendAgain(_ now: Int64) {
    if !courier.isConnected { return }
    switch resending.nextAction(now: now) {
    case .nothing: return
    case .read(let journal, let range, let limit):
      let isOurs = outbox.journal.map { $0.text.utf8.elementsEqual(journal.utf8) } ?? false
      let answers = isOurs ? outbox.answers(in: range, limit: limit) : []
      guard let answers else { return resending.stop() }
      for answer in answers {
        guard let broker else { return }
        switch broker.send(message(of: answer), to: topic("answer"), quality: 1, retained: false) {
        case .sent(let message): resending.sent(answer.sequence, as: message)
        case .refused(let reason):
          warnings.report("cannot send an answer again: " + reason)
          resending.refused(answer.sequence)
        case .lost(let reason): return sendingFailed(reason, now)
        }
      }
      resending.read(isAll: answers.count < Int(limit), now: now)
    case .report(let request, let absent):
      if case .sent(let message)? = publish(report(on: request, absent), to: topic("resent"), retained: false) {
        control.sent(message)
      }
      resending.reported()
    }
  }

  /// Returns the report on the answers that were not sent because the journal does not have them: a message that docs/courier.schema.json
  /// describes.
  private func report(on request: ResendRequest, _ absent: [ClosedRange<Int64>]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", options.terminal)
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

extension BrokerSettings {
  /// Creates courier options from settings with the same names.
  init(_ settings: CourierSettings) {
    self.init()
    (host, port, tls) = (settings.host, settings.port, settings.tls)
    (ca, certificate, key) = (settings.ca, settings.certificate, settings.key)
    (username, passwordFile) = (settings.username, settings.passwordFile)
    (keepalive, window) = (settings.keepalive, settings.window)
  }
}
