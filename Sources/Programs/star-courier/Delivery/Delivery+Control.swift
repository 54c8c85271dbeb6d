import Basics
import Broker
import Courier
import Fleet
import Settings
import System

/// The courier's state for remote control.
struct ControlState {
  var subscription = StatusPublication()
  /// Messages that are not acknowledged.
  var messages: [Int32] = []
  /// The last report of the kiosk that was published on this connection.
  var publishedReport: [UInt8]?
  var hasPublishedReport = false
  /// The refusals that have not been reported yet.
  var refusals: [[UInt8]] = []
  /// Whether the kiosk may have written something, or the courier has refused something.
  var hasNews = true
  /// Passing on is limited because any client of the broker can resend old signed messages, and each one is written to flash.
  var commands = Allowance(burst: 16, pause: 1_000_000_000)
  var writes = Allowance(burst: 8, pause: 10_000_000_000)
  /// The configurations to pass on, at most one for each target.
  var configurations: [(payload: [UInt8], message: SignedMessage)] = []
  /// When the next report may be published.
  var nextReport: Int64 = 0

  /// Records a message that the broker should acknowledge. Some brokers never do, so only the last 64 are kept.
  mutating func sent(_ message: Int32) {
    if messages.count == 64 { messages.removeFirst() }
    messages.append(message)
  }
}

// Remote control: incoming configurations and commands, outgoing reports and replies.
extension Delivery {
  /// Subscribes to configurations once the kiosk has created the folder for them.
  func subscribeToControl(_ now: Int64) {
    guard let relay, let folder = relay.existingFolder, courier.isConnected else { return }
    watch(folder)
    if control.subscription.isAccepted || control.subscription.isInFlight || !control.subscription.isAllowed(at: now) {
      return
    }
    let topics = relay.topics.map { options.broker.prefix + "/" + $0 }
    if case .sent(let message)? = broker?.subscribeToRetained(topics) { control.subscription.sent(as: message) }
    control.hasNews = true
  }

  /// Handles a message of a control topic. Returns whether it was one.
  func controlReceived(_ payload: [UInt8], _ size: Int, at topic: String, isRetained: Bool) -> Bool {
    guard let relay else { return false }
    let start = options.broker.prefix + "/"
    if !topic.utf8.starts(with: start.utf8) { return false }
    let rest = topic.utf8.dropFirst(start.utf8.count)
    for target in relay.targets where rest.elementsEqual((target.topic + "/config/desired").utf8) {
      // An empty message deletes a retained one.
      if size > 0 { configurationReceived(payload, size, for: target, relay) }
      return true
    }
    // A command that the broker retained may be outdated.
    for target in relay.targets where rest.elementsEqual((target.topic + "/command").utf8) {
      if !isRetained { commandReceived(payload, for: target, relay) }
      return true
    }
    return false
  }

  private func commandReceived(_ payload: [UInt8], for target: Target, _ relay: ControlRelay) {
    do throws(ControlRefusal) {
      let message = try relay.verified(payload, for: target, .command)
      if !control.commands.take(now: MonotonicClock.now()) {
        throw ControlRefusal(reason: "more than one in a second", version: nil)
      }
      pass(payload, message.counter, relay)
    } catch { warnings.report("refused a remote command: " + error.reason) }
  }

  private func pass(_ payload: [UInt8], _ counter: Int64, _ relay: ControlRelay) {
    do throws(SystemError) {
      if try !relay.pass(command: payload, counter) {
        warnings.report("refused a remote command: \(ControlFolder.mostCommands) others are waiting")
      }
    } catch { warnings.report("cannot pass a command on to the kiosk: " + error.message) }
  }

  private func configurationReceived(_ payload: [UInt8], _ size: Int, for target: Target, _ relay: ControlRelay) {
    do throws(ControlRefusal) {
      if size > SignedMessage.longest {
        throw ControlRefusal(reason: "it has \(size) bytes; at most \(SignedMessage.longest) are allowed", version: nil)
      }
      let message = try relay.verified(payload, for: target, .configuration)
      keep(payload, message)
      passConfigurations()
    } catch {
      warnings.report("refused a remote configuration: " + error.reason)
      var report = relay.reportFile.map { ConfigurationReport($0) } ?? ConfigurationReport()
      (report.state, report.version, report.diagnostics) = (.refused, error.version, [error.reason])
      control.refusals.append(report.json(terminal: options.terminal))
      // Only the last refusal is reported.
      if control.refusals.count > 1 { control.refusals.removeFirst() }
      control.hasNews = true
    }
  }

  /// Keeps a configuration until it may be written. An older one never replaces it.
  private func keep(_ payload: [UInt8], _ message: SignedMessage) {
    if let index = control.configurations.firstIndex(where: { $0.message.target == message.target }) {
      if message.counter >= control.configurations[index].message.counter {
        control.configurations[index] = (payload, message)
      }
    } else {
      control.configurations.append((payload, message))
    }
  }

  /// Passes configurations on to the kiosk, as far as the limit on writes allows.
  func passConfigurations() {
    guard let relay else { return }
    while let next = control.configurations.first, MonotonicClock.now() >= control.writes.next {
      control.configurations.removeFirst()
      do throws(SystemError) {
        if try relay.pass(next.payload, next.message) { _ = control.writes.take(now: MonotonicClock.now()) }
      } catch { warnings.report("cannot pass a configuration on to the kiosk: " + error.message) }
    }
  }

  /// Publishes replies, the kiosk's report if it has changed, and the courier's own refusals, at most once per second.
  func publishReport() {
    guard control.hasNews, let relay, courier.isConnected, control.subscription.isAccepted else { return }
    let now = MonotonicClock.now()
    if now < control.nextReport { return }
    (control.nextReport, control.hasNews) = (now + 1_000_000_000, false)
    let file = relay.reportFile
    let report = file.map { ConfigurationReport($0) } ?? ConfigurationReport()
    for (reply, picture) in relay.takeReplies() {
      if let picture { sendControl(picture, to: "command/snapshot", retained: false) }
      let message = reply.json(
        terminal: options.terminal, pictureBytes: picture?.count, current: report.current)
      sendControl(message, to: reply.topic, retained: false)
    }
    var messages = control.refusals
    control.refusals.removeAll()
    if file != control.publishedReport || !control.hasPublishedReport {
      messages.append(report.json(terminal: options.terminal))
      (control.publishedReport, control.hasPublishedReport) = (file, true)
    }
    if let last = messages.last { sendControl(last, to: "config/reported", retained: true) }
  }

  private func sendControl(_ payload: [UInt8], to name: String, retained: Bool) {
    switch publish(payload, to: topic(name), retained: retained) {
    case .sent(let message): control.sent(message)
    case .refused(let reason): warnings.report("cannot send to " + name + ": " + reason)
    case .lost, nil: break
    }
  }

  /// Handles an acknowledgment. Returns whether it belongs to a message of remote control.
  func controlAcknowledged(_ message: Int32, refusal: String?, _ now: Int64) -> Bool {
    if control.subscription.acknowledged(message, isAccepted: refusal == nil, at: now) {
      report(refusal: refusal, of: "subscription to remote control")
      return true
    }
    guard let index = control.messages.firstIndex(of: message) else { return false }
    control.messages.remove(at: index)
    report(refusal: refusal, of: "report or reply")
    return true
  }

  /// Forgets the messages in flight on a lost connection.
  func controlEnded() {
    control.messages.removeAll()
    (control.publishedReport, control.hasPublishedReport) = (nil, false)
  }

  /// When to call `publishReport` and `passConfigurations`; `nil` if there is nothing to do.
  var controlDeadline: Int64? {
    let mayReport = control.hasNews && relay != nil && courier.isConnected && control.subscription.isAccepted
    let report = mayReport ? control.nextReport : nil
    return control.configurations.isEmpty ? report : min(control.writes.next, report ?? .max)
  }
}
