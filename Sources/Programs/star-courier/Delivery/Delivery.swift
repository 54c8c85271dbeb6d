import Basics
import Broker
import CMosquitto
import Courier
import KioskStatus
import Settings
import System

/// The courier's event loop. One thread sleeps until the journal changes, the broker sends data, or a deadline passes, and passes each event
/// to the part that it concerns.
final class Delivery {
  /// The options from which `reload` reads the settings again.
  private let source: Options
  private let signals: SignalSource
  /// The kiosk updates the journal's timestamps after each visit, which the watch reports.
  private let watch = FolderWatch()
  private let outbox: OutboxReader
  private let poller = Poller()
  private var watchdog: WatchdogFeed
  private let link: BrokerLink
  private let answers: AnswerDelivery
  private let resending: AnswerResending
  private let reports: StatusReports
  private let surveys: SurveyReports
  private let control: RemoteControl
  /// When the program ends, even with answers in flight; set by a signal.
  private var endsAt: Int64?
  /// When answers are sent even if the broker has not acknowledged the status.
  private var sendBy: Int64?
  /// When messages about the kiosk are sent even if answers are in flight.
  private var addBy: Int64 = .max

  static var noBrokerNotice: String { "no broker is configured; answers stay in the journal" }

  /// Opens the journal's folder, which must exist. SIGHUP reads the settings of `source` again.
  init(
    _ options: CourierOptions, from source: Options, _ watchdog: WatchdogFeed, crashedAt: Int64?
  ) throws(ProgramError) {
    (self.source, self.watchdog) = (source, watchdog)
    link = BrokerLink(options)
    mosquitto_lib_init()
    do throws(SystemError) {
      signals = try SignalSource([Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.brokenPipe])
    } catch { throw .failure(error.message) }
    outbox = OutboxReader(path: options.journal)
    _ = outbox.reopen()
    // A misspelt path is an error at once.
    do throws(SystemError) { _ = try FileStatus(outbox.folder, operation: "watch") } catch {
      throw .failure(error.message)
    }
    watch.watch(outbox.folder, permissions: true)
    if let error = watch.error {
      Standard.error("answers are looked for every 1.6 s: " + error.message, .warning)
    }
    answers = AnswerDelivery(outbox, link)
    resending = AnswerResending(outbox, link)
    reports = StatusReports(outbox, link, crashedAt: crashedAt)
    surveys = SurveyReports(outbox, link)
    control = RemoteControl(outbox, link, watch)
  }

  /// Runs until a signal ends the program.
  func run() throws(ProgramError) {
    while !isDone {
      performActions()
      if isDone { break }
      watchdog.feed()
      try wait()
      handleSignals()
      handleJournalChanges()
      handleBroker()
      sendHeartbeat()
      control.passConfigurations()
      publishExtras()
    }
    link.disconnect()
    CourierState.remove()
  }

  /// Whether the program should end. After a signal, answers in flight have two seconds to be acknowledged.
  private var isDone: Bool {
    guard let endsAt else { return false }
    return answers.courier.isAtRest || MonotonicClock.now() >= endsAt
  }

  /// Makes the program end soon.
  private func end() {
    answers.end()
    resending.stop()
    if endsAt == nil { endsAt = MonotonicClock.now() + 2_000_000_000 }
  }

  private func wait() throws(ProgramError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(watch.descriptor)
    link.watch(with: poller)
    let deadlines = [
      endsAt, answers.deadline, resending.deadline, link.deadline, watchdog.deadline, sendBy, watch.nextLook,
      addBy > MonotonicClock.now() ? addBy : nil, control.deadline(mayReport: mayAdd(MonotonicClock.now())),
    ]
    let deadline = deadlines.reduce(reports.deadline(isAtRest: answers.courier.isAtRest)) { min($0, $1 ?? $0) }
    do throws(SystemError) { try poller.wait(until: deadline) } catch { throw .failure(error.message) }
  }

  // MARK: Signals, journal and clock

  private func handleSignals() {
    while let signal = signals.next() {
      switch signal {
      case Signal.brokenPipe: break
      case Signal.hangUp where source.config != nil: reload()
      default: end()
      }
    }
  }

  /// Applies the current configuration, or reports why it is invalid and keeps the old one.
  ///
  /// A new connection is made only if its settings changed. Answers in flight are then sent again with the same UUIDs; acknowledged answers
  /// stay acknowledged.
  private func reload() {
    do throws(ProgramError) {
      let new = try source.settings(replacing: link.options)
      if new.broker.host.utf8.isEmpty {
        Standard.error(Self.noBrokerNotice, .notice)
        return end()
      }
      let isSame = try link.adopt(new, will: reports.status("offline"))
      if control.exchangeKey() && answers.courier.isConnected { control.subscribe(MonotonicClock.now()) }
      if !isSame {
        link.startOver()
        connectionEnded()
        answers.reconfigured()
      }
      reports.reconfigured()
      Standard.error("configuration reloaded", .notice)
    } catch {
      for line in error.lines { Standard.error(line) }
      Standard.error("the previous configuration stays in effect")
    }
  }

  private func handleJournalChanges() {
    let now = MonotonicClock.now()
    let hasChanged = watch.hasChanged(now: now)
    if hasChanged {
      control.folderChanged()
      surveys.folderChanged()
    }
    if hasChanged || answers.isRefreshDue(at: now) { refresh() }
  }

  private func refresh() { if answers.refresh() { resending.stop() } }

  /// Sends a heartbeat if it is due, and what the broker did not accept before.
  private func sendHeartbeat() {
    let now = MonotonicClock.now()
    if now < reports.deadline(isAtRest: answers.courier.isAtRest) { return }
    reports.postpone(now)
    // Finds answers whose notification was lost.
    refresh()
    outbox.repairTimes()
    if answers.courier.isAtRest { outbox.checkIndexesDaily() }
    if !answers.courier.isConnected { return }
    reports.publishStatus(now)
    resending.subscribe(now)
    control.subscribe(now)
    // Sends what the broker refused for a while.
    control.folderChanged()
    surveys.folderChanged()
    reports.publishHeartbeat(refusedCount: answers.courier.refusedCount)
    reports.days.look()
  }

  // MARK: The broker

  private func handleBroker() {
    let now = MonotonicClock.now()
    if let sendBy, now >= sendBy { startSending(now) }
    handle(link.events(poller, now), now)
  }

  private func handle(_ events: [BrokerConnection.Event], _ now: Int64) {
    for event in events {
      switch event {
      case .connected: connectionAccepted(now)
      case .acknowledged(let message, let code): handleAcknowledgment(of: message, code, now)
      case .received(let topic, let payload, let size, let isRetained):
        if !control.received(payload, size, at: topic, isRetained: isRetained) && !isRetained && endsAt == nil {
          resending.received(payload, at: topic)
        }
      case .closed(let reason): connectionLost(reason, now)
      }
    }
  }

  private func handleAcknowledgment(of message: Int32, _ code: Int32, _ now: Int64) {
    guard let (purpose, refusal) = link.acknowledged(message, code, now) else { return }
    switch purpose {
    case .answer(let sequence): answers.acknowledged(sequence, refusal: refusal, now)
    case .repetition(let sequence): resending.acknowledged(sequence)
    // The first status of a connection precedes all answers.
    case .status: if !answers.courier.isConnected { startSending(now) }
    case .report, .reply, .picture: control.acknowledged(purpose, refusal: refusal)
    case .survey: surveys.acknowledged()
    case .day: reports.days.acknowledged(isAccepted: refusal == nil)
    case .heartbeat, .requests, .control, .discovery, .absence: break
    }
  }

  /// Publishes the status on a new connection, before the first answer, so that a refusal can be attributed to it. Some brokers never
  /// acknowledge a message that they do not permit, so answers wait at most ten seconds for the acknowledgment.
  private func connectionAccepted(_ now: Int64) {
    link.accepted()
    if reports.publishStatus(now) { sendBy = now + 10_000_000_000 } else { startSending(now) }
  }

  private func startSending(_ now: Int64) {
    sendBy = nil
    addBy = now + 5_000_000_000
    answers.connected(now)
    reports.connected(now)
    resending.subscribe(now)
    control.subscribe(now)
  }

  /// Whether messages that answers do not need may be sent: not before the answers, since some brokers end the connection in place of a
  /// refusal. With a large backlog, they wait five seconds.
  private func mayAdd(_ now: Int64) -> Bool {
    answers.courier.isConnected && (answers.courier.isAtRest || now >= addBy)
  }

  private func publishExtras() {
    let now = MonotonicClock.now()
    if !mayAdd(now) { return }
    reports.publishDiscovery(now)
    control.publishReport()
    surveys.send()
    reports.days.publish()
  }

  private func connectionLost(_ reason: String, _ now: Int64) {
    link.lost(reason, wasOnline: answers.courier.isConnected, isProbing: answers.courier.isProbing)
    connectionEnded()
    answers.connectionLost(now)
  }

  private func connectionEnded() {
    control.connectionEnded()
    surveys.connectionEnded()
    reports.days.connectionEnded()
    resending.stop()
    (sendBy, addBy) = (nil, .max)
  }

  private func performActions() {
    while true {
      let now = MonotonicClock.now()
      switch answers.nextAction(now) {
      case .nothing:
        if answers.courier.isConnected { send(now) { () throws(ConnectionLost) in try resending.send(now) } }
        return
      case .connect: connect()
      case .disconnect:
        link.fellSilent(at: now)
        connectionLost("the broker does not respond", now)
      case .fetch(let sequence, let limit):
        send(now) { () throws(ConnectionLost) in try answers.fetch(after: sequence, limit: limit, now) }
      case .mark(let sequences): answers.mark(sequences, now)
      }
    }
  }

  /// Sends answers, and ends the connection if that fails.
  private func send(_ now: Int64, _ body: () throws(ConnectionLost) -> Void) {
    do throws(ConnectionLost) { try body() } catch {
      // The socket may still hold the broker's reason for closing.
      handle(link.lastEvents(now), now)
      if link.isOpen { connectionLost(error.reason, now) }
    }
  }

  private func connect() {
    let reason = link.begin(will: reports.status("offline"))
    // Resolving the broker's name may have taken seconds.
    answers.connectionBegan(timeout: link.timeout)
    if let reason { connectionLost(reason, MonotonicClock.now()) }
  }
}
