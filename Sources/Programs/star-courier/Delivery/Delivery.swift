import Basics
import Broker
import CMosquitto
import Courier
import Journal
import KioskStatus
import Settings
import System

/// The courier's event loop. One thread sleeps until the journal changes, the broker sends data, or a deadline passes.
final class Delivery {
  /// The options from which `reload` reads the settings again.
  let source: Options
  var options: CourierOptions

  private let signals: SignalSource
  /// The watcher; `nil` if inotify is not available. The journal is then checked every second.
  private let watcher: JournalWatcher?
  let outbox: OutboxReader
  var courier: Courier
  var broker: BrokerConnection?
  var dialer = BrokerDialer()
  private let poller = Poller()
  var nextHeartbeat: Int64 = 0
  /// When to check the journal even without a notification.
  var nextRefresh: Int64?
  /// When the program ends, even with answers in flight; set by a signal.
  private(set) var endsAt: Int64?
  var status = StatusPublication()
  var heartbeat = StatusPublication()
  var subscription = StatusPublication()
  var resending = Resending()
  /// `nil` without remote control.
  var relay: ControlRelay?
  var control = ControlState()
  /// When answers are sent even if the broker has not acknowledged the status.
  var sendBy: Int64?
  /// Whether the broker has refused a message on this connection.
  var wasRefused = false
  var warnings = WarningLog()
  let site: SiteReport
  private var watchdog: WatchdogFeed
  /// When an earlier process was killed, in nanoseconds of the monotonic clock.
  let crashedAt: Int64?

  /// The longest time for which answers may delay a heartbeat, in nanoseconds.
  static let heartbeatDelay: Int64 = 5_000_000_000

  static var noBrokerNotice: String { "no broker is configured; answers stay in the journal" }

  /// Opens the files that must exist: the journal's folder and, with TLS, the certificates. SIGHUP reads the settings of `source` again.
  init(
    _ options: CourierOptions, from source: Options, _ watchdog: WatchdogFeed, crashedAt: Int64?
  ) throws(ProgramError) {
    (self.watchdog, self.crashedAt, site) = (watchdog, crashedAt, SiteReport(terminal: options.terminal))
    self.source = source
    self.options = options
    outbox = OutboxReader(path: options.journal)
    courier = Courier(
      window: options.broker.window,
      seed: (try? randomNumber()) ?? UInt64(truncatingIfNeeded: MonotonicClock.now()))
    mosquitto_lib_init()
    do throws(SystemError) {
      signals = try SignalSource([Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.brokenPipe])
    } catch { throw .failure(error.message) }
    _ = outbox.reopen()
    watcher = try Self.watch(outbox.folder)
    relay = ControlRelay.start(options.fleet, kiosk: options.terminal, journalFolder: outbox.folder)
    // Unusable certificates are reported now rather than at the first connection.
    _ = try makeConnection(options)
  }

  private static func watch(_ folder: String) throws(ProgramError) -> JournalWatcher? {
    do throws(SystemError) {
      return try JournalWatcher(folder)
    } catch {
      if error.kind == .missing { throw .failure(error.message) }
      Standard.error(error.message + "; checking the journal every second instead", .warning)
      return nil
    }
  }

  /// Watches another folder, too.
  func watch(_ folder: String) { watcher?.add(folder) }

  /// Returns the topic PREFIX/TERMINAL/name.
  func topic(_ name: String) -> String { options.broker.prefix + "/" + options.terminal + "/" + name }

  /// Prepares a connection with the given settings. The kiosk's ID never changes while the program runs. A prefix other than the default
  /// one is part of the client ID, so that a test kiosk with another prefix does not end the connection of the real kiosk with the same ID.
  func makeConnection(_ new: CourierOptions) throws(ProgramError) -> BrokerConnection {
    try BrokerConnection(
      BrokerSettings(new.broker),
      client: clientID("star-courier-" + new.terminal, [("star-slider", new.broker.prefix)]),
      will: (topic: new.broker.prefix + "/" + new.terminal + "/status", payload: statusJSON("offline")),
      traits: dialer.traits)
  }

  /// Runs until a signal ends the program.
  func run() throws(ProgramError) {
    while !isDone {
      try performActions()
      if isDone { break }
      watchdog.feed()
      try wait()
      handleSignals()
      handleJournalChanges()
      handleBroker()
      sendHeartbeat()
      passConfigurations()
      publishReport()
    }
    broker?.disconnect()
    CourierState.remove()
  }

  /// Whether the program should end. After a signal, answers in flight have two seconds to be acknowledged.
  private var isDone: Bool {
    guard let endsAt else { return false }
    return courier.isAtRest || MonotonicClock.now() >= endsAt
  }

  /// Makes the program end soon.
  func end() {
    courier.end()
    resending.stop()
    if endsAt == nil { endsAt = MonotonicClock.now() + 2_000_000_000 }
  }

  // MARK: Events

  private func wait() throws(ProgramError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(watcher?.descriptor ?? -1)
    if let broker { poller.add(broker.descriptor, for: broker.interest) }
    let heartbeat = courier.isAtRest ? nextHeartbeat : nextHeartbeat + Self.heartbeatDelay
    let deadlines = [
      endsAt, courier.deadline, resending.deadline, broker?.deadline, nextRefresh, watchdog.deadline, controlDeadline,
      sendBy,
    ]
    let deadline = deadlines.reduce(heartbeat) { min($0, $1 ?? $0) }
    do throws(SystemError) { try poller.wait(until: deadline) } catch { throw .failure(error.message) }
  }

  private func handleSignals() {
    while let signal = signals.next() {
      switch signal {
      case Signal.brokenPipe: break
      case Signal.hangUp where source.config != nil: reload()
      default: end()
      }
    }
  }

  private func handleJournalChanges() {
    let hasChanged = watcher?.hasChanged() ?? false
    if hasChanged { control.hasNews = true }
    if hasChanged || MonotonicClock.now() >= nextRefresh ?? .max { refreshOutbox() }
  }

  /// Opens the journal again if it was replaced, and fetches new answers.
  func refreshOutbox() {
    nextRefresh = watcher == nil ? MonotonicClock.now() + 1_000_000_000 : outbox.retry
    if outbox.reopen() {
      courier.journalChanged(now: MonotonicClock.now())
      resending.stop()
    }
    courier.answersAdded()
  }

  private func handleBroker() {
    guard let broker else { return }
    let now = MonotonicClock.now()
    if let sendBy, now >= sendBy { startSending(now) }
    let readiness = poller.readiness(of: broker.descriptor)
    if readiness.isEmpty && now < broker.deadline ?? .max { return }
    handle(broker.process(readiness, now: now), now)
  }

  func handle(_ events: [BrokerConnection.Event], _ now: Int64) {
    for event in events {
      switch event {
      case .connected:
        if let broker { dialer.accepted(broker) }
        connectionAccepted(now)
      // Codes below 0x80 accept the message. 0x10 means that it has no subscriber, which is not an error here.
      case .acknowledged(let message, let code):
        handleAcknowledgment(
          of: message, refusal: code < 0x80 ? nil : String(cString: mosquitto_reason_string(code)), now)
      case .received(let topic, let payload, let size, let isRetained):
        if !controlReceived(payload, size, at: topic, isRetained: isRetained) && !isRetained {
          messageReceived(payload, at: topic)
        }
      case .closed(let reason): connectionLost(reason, now)
      }
    }
  }

  private func handleAcknowledgment(of message: Int32, refusal: String?, _ now: Int64) {
    if status.acknowledged(message, isAccepted: refusal == nil, at: now) {
      report(refusal: refusal, of: "status")
      // The first status of a connection precedes all answers.
      if !courier.isConnected { startSending(now) }
    } else if heartbeat.acknowledged(message, isAccepted: refusal == nil, at: now) {
      report(refusal: refusal, of: "heartbeat")
    } else if subscription.acknowledged(message, isAccepted: refusal == nil, at: now) {
      report(refusal: refusal, of: "subscription")
    } else if controlAcknowledged(message, refusal: refusal, now) {
    } else if resending.acknowledged(message) {
      report(refusal: refusal, of: "repetition")
    } else {
      let answer = courier.acknowledged(message, isAccepted: refusal == nil, now: now)
      guard let refusal else { return site.connected() }
      guard let answer else { return }
      site.refused("an answer: " + refusal)
      wasRefused = true
      warnings.report("the broker refused an answer: " + refusal + named(answer))
    }
  }

  func startSending(_ now: Int64) {
    sendBy = nil
    courier.connected(now: now)
    outbox.repairTimes()
    nextHeartbeat = now
    subscribe(now)
    subscribeToControl(now)
    publishDiscovery()
  }

  func connectionLost(_ reason: String, _ now: Int64) {
    if let broker { dialer.ended(broker) }
    // If an answer ended the connection, that does not mean that the broker now permits a message that it refused before.
    if courier.isProbing { wasRefused = true }
    site.lost(isTakenOver: broker?.isTakenOver == true, isRefused: broker?.isRefused == true, reason)
    dropBroker()
    warnings.report(
      "no connection to \(options.broker.host), port \(options.broker.port): " + dialer.named(reason) + "; trying again"
    )
    if let answer = courier.disconnected(now: now, hasAlternative: dialer.hasAlternative) {
      warnings.report("the connection ended instead of an acknowledgment of an answer" + named(answer))
    }
  }

  func dropBroker() {
    if courier.isConnected {
      status.connectionEnded(wasRefused: wasRefused)
      heartbeat.connectionEnded(wasRefused: wasRefused)
      subscription.connectionEndedAsRefusal(at: MonotonicClock.now())
      control.subscription.connectionEndedAsRefusal(at: MonotonicClock.now())
    }
    controlEnded()
    resending.stop()
    (broker, sendBy) = (nil, nil)
  }

  // MARK: Actions

  private func performActions() throws(ProgramError) {
    while true {
      let now = MonotonicClock.now()
      switch courier.nextAction(now: now) {
      case .nothing: return sendAgain(now)
      case .connect: try connect(now)
      case .disconnect:
        // A status or heartbeat that is never acknowledged may use up the number of messages that the broker accepts at once. If it is
        // withheld, answers may get through.
        status.connectionEndedAsRefusal(at: now)
        heartbeat.connectionEndedAsRefusal(at: now)
        wasRefused = true
        connectionLost("the broker does not respond", now)
      case .fetch(let sequence, let limit): fetch(after: sequence, limit: limit, now)
      case .mark(let sequences):
        if outbox.mark(sequences) { courier.marked() } else { courier.markingFailed(now: now) }
      }
    }
  }

  private func connect(_ now: Int64) throws(ProgramError) {
    let broker = try makeConnection(options)
    self.broker = broker
    status.connectionBegan()
    heartbeat.connectionBegan()
    subscription.connectionBegan()
    control.subscription.connectionBegan()
    let reason = dialer.begin(broker, host: options.broker.host, port: options.broker.port)
    // Resolving the broker's name may have taken seconds.
    courier.connectionBegan(now: MonotonicClock.now(), timeout: dialer.timeout)
    if let reason { connectionLost(reason, MonotonicClock.now()) }
  }
}
