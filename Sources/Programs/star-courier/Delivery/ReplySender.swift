import Courier
import Fleet

/// Sends the kiosk's replies to commands, one message at a time: the picture of a reply, then the reply. Its files are removed once the broker
/// has acknowledged the reply. If the picture cannot be sent, the reply says so.
final class ReplySender {
  private let link: BrokerLink
  /// The message that the broker has not acknowledged: `.picture` or `.reply`.
  private var inFlight: BrokerLink.Purpose?
  /// The reply whose picture was sent, or could not be sent.
  private var counter: Int64 = 0
  /// The size of the picture that was sent.
  private var pictureBytes: Int?
  /// Why the picture could not be sent.
  private var failure: String?

  init(_ link: BrokerLink) { self.link = link }

  /// Sends the next message, unless one is in flight.
  func send(from relay: ControlRelay, current: ConfigurationVersion?) {
    while inFlight == nil, link.isOpen, let next = relay.oldestReply() {
      if next.counter != counter { (counter, pictureBytes, failure) = (next.counter, nil, nil) }
      if next.reply.hasPicture && pictureBytes == nil && failure == nil {
        sendPicture(from: relay)
      } else if !send(next.reply, from: relay, current) {
        return
      }
    }
  }

  private func sendPicture(from relay: ControlRelay) {
    guard let picture = relay.picture(counter) else {
      failure = "the picture cannot be read"
      return
    }
    switch link.publish(picture, to: link.topic("command/snapshot"), retained: false, for: .picture) {
    case .sent?: (inFlight, pictureBytes) = (.picture, picture.count)
    case .refused(let reason)?, .lost(let reason)?:
      failure = "the picture of \(picture.count) bytes cannot be sent: " + reason
    case nil: failure = "the broker refused an earlier picture"
    }
  }

  /// Returns whether the next message may be sent.
  private func send(_ reply: CommandReply, from relay: ControlRelay, _ current: ConfigurationVersion?) -> Bool {
    var reply = reply
    if let failure { (reply.state, reply.reason) = (.refused, failure) }
    let message = reply.json(kiosk: link.options.kiosk, pictureBytes: pictureBytes, current: current)
    switch link.publish(message, to: link.topic(reply.topic), retained: false, for: .reply) {
    case .sent?:
      inFlight = .reply
      return true
    case .refused(let reason)?:
      link.warn("cannot send to " + reply.topic + ": " + reason)
      relay.removeReply(counter)
      return true
    case .lost?, nil: return false
    }
  }

  /// Handles the acknowledgment of `.picture` or `.reply`. A reply that the broker refuses is not sent again.
  func acknowledged(_ purpose: BrokerLink.Purpose, refusal: String?, by relay: ControlRelay) {
    if inFlight != purpose { return }
    inFlight = nil
    if purpose == .reply {
      relay.removeReply(counter)
    } else if let refusal {
      pictureFailed("the broker refused it: " + refusal)
    }
  }

  func connectionEnded() {
    if inFlight == .picture { pictureFailed("the connection ended instead of an acknowledgment") }
    inFlight = nil
  }

  private func pictureFailed(_ reason: String) {
    failure = "the picture of \(pictureBytes ?? 0) bytes was not sent: " + reason
    pictureBytes = nil
  }
}
