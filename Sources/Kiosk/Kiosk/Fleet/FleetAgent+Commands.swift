import Basics
import Fleet
import Settings
import System

// Decides which commands are carried out, and writes the files of their replies.
extension FleetAgent {
  /// A command to carry out.
  struct Order {
    let command: Command
    let counter: Int64
  }

  /// The shortest time between two unsigned commands, in nanoseconds.
  private static var buttonPause: Int64 { 10_000_000_000 }

  /// Removes the waiting commands and returns those to carry out. Answers those that are refused.
  func takeOrders(now: Int64) -> [Order] {
    var orders: [Order] = []
    let names = (try? listDirectory(folder)) ?? []
    for name in names.compactMap({ ControlFolder.counter(in: $0, after: "command") }).sorted().prefix(
      ControlFolder.mostCommands)
    {
      let path = folder + "/" + ControlFolder.command(name)
      let file = Self.read(path)
      removeFile(path)
      if let file, let order = order(file, now: now) { orders.append(order) }
    }
    return orders
  }

  private func order(_ file: [UInt8], now: Int64) -> Order? {
    guard let message = SignedMessage(file) else { return button(file, now: now) }
    guard let key, message.kind == .command, isMeant(message), message.isSigned(by: key) else {
      Standard.error("remote command refused: its target or its signature does not match this kiosk")
      return nil
    }
    let time = WallClock.isSynchronised ? WallClock.now() / 1000 : nil
    let verdict = CommandGate.judge(message, &ledger, time: time)
    switch verdict {
    case .older:
      Standard.error("remote command refused: its counter is not above that of an earlier one")
      return nil
    default: break
    }
    // The ledger is written before the command is carried out: after a restart, the command must not run again.
    do throws(SystemError) { try store.write(ledger) } catch {
      Standard.error("remote command refused: " + error.message)
      return nil
    }
    switch verdict {
    case .older: return nil
    case .malformed:
      Standard.error("remote command refused: this version does not know it")
      return nil
    case .clock(let command):
      refuse(Order(command: command, counter: message.counter), "no time server has set the kiosk's clock")
      return nil
    case .expired(let command):
      refuse(Order(command: command, counter: message.counter), "it has expired, or would be valid for more than a day")
      return nil
    case .valid(let command): return Order(command: command, counter: message.counter)
    }
  }

  /// Returns the command of an unsigned button if the kiosk's own file permits it.
  private func button(_ file: [UInt8], now: Int64) -> Order? {
    guard let action = Command.Action(file), action != .snapshot,
      local.settings.fleet.buttons.contains(where: { $0.utf8.elementsEqual("\(action.name)".utf8) })
    else {
      Standard.error("remote command refused: it is not signed")
      return nil
    }
    if let last = lastButton, now - last < Self.buttonPause { return nil }
    lastButton = now
    return Order(command: Command(action, id: "button", expires: 0), counter: WallClock.now())
  }

  func refuse(_ order: Order, _ reason: String) {
    var reply = CommandReply()
    (reply.state, reply.reason) = (.refused, reason)
    answer(order, reply)
  }

  /// Writes a reply for the courier, and a line to the log.
  func answer(_ order: Order, _ reply: CommandReply, picture: [UInt8]? = nil) {
    var reply = reply
    (reply.id, reply.action, reply.topic) = (order.command.id, "\(order.command.action.name)", order.command.reply)
    reply.hasPicture = picture != nil
    let outcome = reply.state == .done ? "" : " was refused: " + reply.reason
    Standard.error("remote command: " + reply.action + " (" + reply.id + ")" + outcome, .notice)
    do throws(SystemError) {
      if let picture { try writeFile(folder + "/" + ControlFolder.snapshot(order.counter), picture) }
      try writeFile(folder + "/" + ControlFolder.reply(order.counter), reply.text)
    } catch { Standard.error(error.message, .warning) }
  }
}
