import Basics
import Fleet
import System

/// Decides which commands to carry out, and writes the files with their replies.
final class RemoteCommands {
  /// A command to carry out.
  struct Order {
    let command: Command
    let counter: Int64
  }

  private let inbox: ControlInbox
  /// The counters of the last commands that were answered, carried out or not.
  private var answered: [Int64] = []
  /// The times of the last refusals.
  private var refusals: [Int64] = []
  /// When to read the commands in the folder; `nil` if nothing has changed in it.
  private(set) var nextReading: Int64? = 0
  /// The time of the last snapshot, in nanoseconds of the monotonic clock.
  var lastSnapshot: Int64?

  /// The number of commands that are remembered as answered.
  private static var mostAnswered: Int { 32 }
  /// The maximum number of refusals per minute that are answered. Without it, old messages that are sent repeatedly would wear out the
  /// disk.
  private static var mostRefusals: Int { 8 }
  private static var refusalPeriod: Int64 { 60_000_000_000 }

  init(_ inbox: ControlInbox) { self.inbox = inbox }

  /// Reads the folder at a time, unless it is to be read earlier.
  func read(at time: Int64) { nextReading = nextReading ?? time }

  /// Begins with another public key, whose counters are other ones.
  func restart() { (answered, nextReading) = ([], 0) }

  /// Removes the waiting commands, if it is time to read them, and returns those to carry out. Answers those that are refused.
  func takeOrders(now: Int64) -> [Order] {
    guard let due = nextReading, now >= due else { return [] }
    nextReading = nil
    return inbox.takeCommands().compactMap { order($0) }
  }

  private func order(_ file: [UInt8]) -> Order? {
    guard let message = inbox.trusted(SignedMessage(file), .command) else {
      inbox.warn("remote command refused: its target or its signature does not match this kiosk")
      return nil
    }
    // A message is answered once.
    if answered.contains(message.counter) { return nil }
    switch CommandGate.judge(message, inbox.ledger, time: inbox.time()) {
    case .older: inbox.warn("remote command refused: its counter is not above that of an earlier one")
    case .malformed: inbox.warn("remote command refused: this version does not know it")
    case .clock(let command):
      refuse(Order(command: command, counter: message.counter), "no time server has set the kiosk's clock")
    case .ahead(let command):
      refuse(Order(command: command, counter: message.counter), "its counter is more than a day ahead of the clock")
    case .expired(let command):
      refuse(Order(command: command, counter: message.counter), "it has expired, or would be valid for more than a day")
    case .valid(let command): return Order(command: command, counter: message.counter)
    }
    return nil
  }

  /// Records a command before it is carried out, so that it does not run again after a restart. If recording fails, refuses the command and
  /// returns false.
  func admit(_ order: Order) -> Bool {
    if order.counter <= inbox.ledger.command { return false }
    do throws(SystemError) { try inbox.note(command: order.counter) } catch {
      refuse(order, "the kiosk cannot record it: " + error.reason)
      return false
    }
    return true
  }

  /// Hands the URL of an update over to root's programs. Returns why that failed; `nil` if it did not.
  func requestUpdate(_ url: [UInt8]) -> String? {
    do throws(SystemError) { try inbox.note(update: url) } catch {
      return "the kiosk cannot store its URL: " + error.reason
    }
    return nil
  }

  func refuse(_ order: Order, _ reason: String) {
    let now = MonotonicClock.now()
    refusals.removeAll { now - $0 >= Self.refusalPeriod }
    if refusals.count == Self.mostRefusals { return }
    refusals.append(now)
    var reply = CommandReply()
    (reply.state, reply.reason) = (.refused, reason)
    answer(order, reply)
  }

  /// Writes a reply for the courier, and a line to the log.
  func answer(_ order: Order, _ reply: CommandReply, picture: [UInt8]? = nil) {
    if answered.count == Self.mostAnswered { answered.removeFirst() }
    answered.append(order.counter)
    var reply = reply
    (reply.id, reply.action, reply.topic) = (order.command.id, "\(order.command.action.name)", order.command.reply)
    reply.hasPicture = picture != nil
    let outcome = reply.state == .done ? "" : " was refused: " + reply.reason
    Standard.error("remote command: " + reply.action + " (" + reply.id + ")" + outcome, .notice)
    do throws(SystemError) {
      if let picture { try inbox.write(ControlFolder.snapshot(order.counter), picture) }
      try inbox.write(ControlFolder.reply(order.counter), reply.text)
    } catch { Standard.error(error.message, .warning) }
  }
}
