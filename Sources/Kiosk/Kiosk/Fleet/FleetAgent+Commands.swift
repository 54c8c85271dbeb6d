import Basics
import Fleet
import Settings
import System

// Decides which commands to carry out, and writes the files with their replies.
extension FleetAgent {
  /// A command to carry out.
  struct Order {
    let command: Command
    let counter: Int64
  }

  /// The number of commands that are remembered as answered.
  private static var mostAnswered: Int { 32 }
  /// The maximum number of refusals per minute that are answered. Without it, old messages that are sent repeatedly would wear out the
  /// disk.
  private static var mostRefusals: Int { 8 }
  private static var refusalPeriod: Int64 { 60_000_000_000 }

  /// Removes the waiting commands and returns those to carry out. Answers those that are refused.
  func takeOrders() -> [Order] {
    var orders: [Order] = []
    let names = (try? folder.names()) ?? []
    for counter in names.compactMap({ ControlFolder.counter(in: $0, after: "command") }).sorted().prefix(
      ControlFolder.mostCommands)
    {
      let name = ControlFolder.command(counter)
      let file = read(name)
      folder.remove(name)
      if let file, let order = order(file) { orders.append(order) }
    }
    return orders
  }

  private func order(_ file: [UInt8]) -> Order? {
    guard let message = SignedMessage(file), message.kind == .command, isMeant(message), message.isSigned(by: key)
    else {
      warn("remote command refused: its target or its signature does not match this kiosk")
      return nil
    }
    // A message is answered once.
    if answered.contains(message.counter) { return nil }
    switch CommandGate.judge(message, ledger, time: time()) {
    case .older: warn("remote command refused: its counter is not above that of an earlier one")
    case .malformed: warn("remote command refused: this version does not know it")
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
    if order.counter <= ledger.command { return false }
    var raised = ledger
    raised.note(command: order.counter)
    do throws(SystemError) { try store.write(raised) } catch {
      refuse(order, "the kiosk cannot record it: " + error.reason)
      return false
    }
    ledger = raised
    return true
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
      if let picture { try folder.write(ControlFolder.snapshot(order.counter), picture) }
      try folder.write(ControlFolder.reply(order.counter), reply.text)
    } catch { Standard.error(error.message, .warning) }
  }
}
