import Basics
import Broker
import Courier
import Fleet
import Settings
import System

/// Remote control: incoming configurations and commands, outgoing reports and replies.
final class RemoteControl {
  private let link: BrokerLink
  private let outbox: OutboxReader
  private let watch: FolderWatch
  /// `nil` without remote control.
  private var relay: ControlRelay?
  /// The last report of the kiosk that was published on this connection.
  private var publishedReport: [UInt8]?
  private var hasPublishedReport = false
  /// The number of diagnostics in the report that the broker has not acknowledged, and the maximum for the next one.
  private var reportInFlight: Int?
  private var mostDiagnostics = Int.max
  /// The last refusal, if it has not been reported yet.
  private var refusal: ConfigurationReport?
  private let replies: ReplySender
  /// Whether the kiosk may have written something, or the courier has refused something.
  private var hasNews = true
  /// Passing on is limited because any client of the broker can resend old signed messages, and each one is written to flash.
  private var commands = Allowance(burst: 16, pause: 1_000_000_000)
  private var writes = Allowance(burst: 8, pause: 10_000_000_000)
  /// The configurations to pass on, at most one for each target.
  private var configurations: [(payload: [UInt8], message: SignedMessage)] = []
  /// When the next report may be published.
  private var nextReport: Int64 = 0

  init(_ outbox: OutboxReader, _ link: BrokerLink, _ watch: FolderWatch) {
    (self.outbox, self.link, self.watch) = (outbox, link, watch)
    replies = ReplySender(link)
    relay = makeRelay()
  }

  private func makeRelay() -> ControlRelay? {
    ControlRelay.start(link.options.fleet, kiosk: link.options.kiosk, journalFolder: outbox.folder)
  }

  /// Subscribes to configurations and commands once the kiosk has created the folder for them.
  func subscribe(_ now: Int64) {
    guard let relay, let folder = relay.existingFolder else { return }
    watch.watch(folder, permissions: false)
    let topics = relay.topics.map { link.options.broker.prefix + "/" + $0 }
    if link.subscribe(to: topics, retained: true, for: .control, now) { hasNews = true }
  }

  /// Uses the public key that the file contains now. Returns whether it is another one; the caller then subscribes again.
  func exchangeKey() -> Bool {
    guard let key = relay?.key, let new = makeRelay(),
      !new.key.text.utf8.elementsEqual(key.text.utf8)
    else { return false }
    (relay, configurations) = (new, [])
    link.forgetSubscription(.control)
    return true
  }

  /// Handles a change in the kiosk's folder.
  func folderChanged() { hasNews = true }

  /// Handles the end of a connection: the next one gets the report again.
  func connectionEnded() {
    reportRefused()
    replies.connectionEnded()
  }

  /// Handles a message of a control topic. Returns whether it was one.
  func received(_ payload: [UInt8], _ size: Int, at topic: String, isRetained: Bool) -> Bool {
    guard let relay else { return false }
    let start = link.options.broker.prefix + "/"
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
      if !commands.take(now: MonotonicClock.now()) {
        throw ControlRefusal(reason: "more than one in a second", version: nil)
      }
      pass(payload, message.counter, relay)
    } catch { link.warn("refused a remote command: " + error.reason) }
  }

  private func pass(_ payload: [UInt8], _ counter: Int64, _ relay: ControlRelay) {
    do throws(SystemError) {
      if try !relay.pass(command: payload, counter) {
        link.warn("refused a remote command: \(ControlFolder.mostCommands) others are waiting")
      }
    } catch { link.warn("cannot pass a command on to the kiosk: " + error.message) }
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
      link.warn("refused a remote configuration: " + error.reason)
      var report = relay.reportFile.map { ConfigurationReport($0) } ?? ConfigurationReport()
      (report.state, report.version, report.diagnostics) = (.refused, error.version, [error.reason])
      refusal = report
      hasNews = true
    }
  }

  /// Keeps a configuration until it may be written. An older one never replaces it.
  private func keep(_ payload: [UInt8], _ message: SignedMessage) {
    if let index = configurations.firstIndex(where: { $0.message.target == message.target }) {
      if message.counter >= configurations[index].message.counter { configurations[index] = (payload, message) }
    } else {
      configurations.append((payload, message))
    }
  }

  /// Passes configurations on to the kiosk, as far as the limit on writes allows.
  func passConfigurations() {
    guard let relay else { return }
    while let next = configurations.first, MonotonicClock.now() >= writes.next {
      configurations.removeFirst()
      do throws(SystemError) {
        if try relay.pass(next.payload, next.message) { _ = writes.take(now: MonotonicClock.now()) }
      } catch { link.warn("cannot pass a configuration on to the kiosk: " + error.message) }
    }
  }

  private var mayReport: Bool { hasNews && relay != nil && link.isAccepted(.control) }

  /// When to call `publishReport`, if that is permitted, and `passConfigurations`; `nil` if there is nothing to do.
  func deadline(mayReport isPermitted: Bool) -> Int64? {
    let report = isPermitted && mayReport ? nextReport : nil
    return configurations.isEmpty ? report : min(writes.next, report ?? .max)
  }

  /// Publishes replies, the kiosk's report if it has changed, and the courier's own refusals, at most once per second.
  func publishReport() {
    guard mayReport, let relay else { return }
    let now = MonotonicClock.now()
    if now < nextReport { return }
    (nextReport, hasNews) = (now + 1_000_000_000, false)
    let file = relay.reportFile
    let report = file.map { ConfigurationReport($0) } ?? ConfigurationReport()
    replies.send(from: relay, current: report.current)
    if file == publishedReport && hasPublishedReport {
      if let refusal, send(refusal) { self.refusal = nil }
    } else if send(report) {
      (publishedReport, hasPublishedReport, refusal) = (file, true, nil)
    }
  }

  /// Sends a report, with fewer diagnostics if it is too long for the broker. Returns false if it is to be sent later.
  private func send(_ report: ConfigurationReport) -> Bool {
    var report = report
    report.diagnostics = Array(report.diagnostics.prefix(mostDiagnostics))
    while true {
      let message = report.json(kiosk: link.options.kiosk)
      switch link.publish(message, to: link.topic("config/reported"), retained: true, for: .report) {
      case .sent?:
        reportInFlight = report.diagnostics.count
        return true
      case .refused(let reason)?:
        link.warn("cannot send to config/reported: " + reason)
        if report.diagnostics.isEmpty { return true }
        report.diagnostics.removeLast((report.diagnostics.count + 1) / 2)
      case .lost?, nil: return false
      }
    }
  }

  /// Handles the acknowledgment of a report, reply or picture.
  func acknowledged(_ purpose: BrokerLink.Purpose, refusal: String?) {
    hasNews = true
    if purpose != .report {
      if let relay { replies.acknowledged(purpose, refusal: refusal, by: relay) }
    } else if refusal == nil {
      reportInFlight = nil
    } else {
      reportRefused()
    }
  }

  /// Makes the next report shorter: the broker may have refused this one because of its length.
  private func reportRefused() {
    if let reportInFlight { mostDiagnostics = reportInFlight / 2 }
    (reportInFlight, publishedReport, hasPublishedReport) = (nil, nil, false)
  }
}
