import Basics
import CMosquitto
import Courier
import Journal
import Settings
import System

/// The courier at work: one thread, one `poll`, asleep until the kiosk rings, the broker speaks, or a deadline comes.
final class Delivery {
  let source: Options
  var options: CourierOptions
  let board = Heartbeat.boardName()

  private let signals: SignalSource
  /// `nil` where the system has no more of them: then the journal is looked at every second.
  private let watcher: JournalWatcher?
  let outbox: OutboxReader
  var courier: Courier
  var broker: BrokerConnection?
  private let poller = Poller()
  var nextHeartbeat: Int64 = 0
  /// When the journal is looked at again after it could not be read.
  private var lookAgain: Int64?
  /// Until when what is on its way may arrive; set once a signal came.
  private var endsAt: Int64?
  /// That the terminal is there, and the last heartbeat.
  var greeting = StatusPublication()
  var heartbeat = StatusPublication()
  /// Whether the broker has refused anything on this connection.
  var wasRefused = false
  /// What was last said of the connection, so that it is said once.
  var complaint: String?

  /// What it says where there is nobody to send to.
  static var withoutBroker: String { "no broker is configured, so no answers are sent; they wait in the journal" }

  /// Opens what must be there: the journal's folder and, with TLS, the certificates. `source` is asked for the settings again
  /// on SIGHUP.
  init(_ options: CourierOptions, from source: Options) throws(CourierError) {
    self.source = source
    self.options = options
    outbox = OutboxReader(path: options.journal)
    courier = Courier(
      window: options.broker.window, seed: UInt64(truncatingIfNeeded: MonotonicClock.now()) ^ Self.seed())
    mosquitto_lib_init()
    do throws(SystemError) {
      signals = try SignalSource([
        Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.brokenPipe,
      ])
    } catch {
      throw .failure(error.message)
    }
    _ = outbox.look()
    watcher = try Self.watch(outbox.folder)
    // Once in vain, so that certificates that cannot be used are told at the start.
    _ = try connection(options)
  }

  func topic(_ name: String, _ options: CourierOptions) -> String {
    options.broker.prefix + "/" + options.terminal + "/" + name
  }

  func topic(_ name: String) -> String { topic(name, options) }

  private static func watch(_ folder: String) throws(CourierError) -> JournalWatcher? {
    do throws(SystemError) {
      return try JournalWatcher(folder)
    } catch {
      if error.kind == .missing { throw .failure(error.message) }
      Standard.error(error.message + "; the journal is looked at every second instead", .warning)
      return nil
    }
  }

  private static func seed() -> UInt64 { ((try? AnswerID.random())?.low) ?? 0 }

  var terminalJSON: String { "\"terminal\":" + jsonString(options.terminal) }

  func connection(_ options: CourierOptions) throws(CourierError) -> BrokerConnection {
    try BrokerConnection(
      options.broker, client: "star-courier-" + options.terminal, willTopic: topic("status", options),
      will: Array(("{" + terminalJSON + ",\"status\":\"offline\"}").utf8))
  }

  /// Runs until a signal.
  func run() throws(CourierError) {
    while !isDone {
      try work()
      if isDone { break }
      try wait()
      takeSignals()
      takeBell()
      takeBroker()
      beat()
    }
    broker?.disconnect()
  }

  /// After a signal what is on its way has a moment to arrive, so that it need not go again.
  private var isDone: Bool {
    guard let endsAt else { return false }
    return courier.isAtRest || MonotonicClock.now() >= endsAt
  }

  // MARK: Waiting

  private func wait() throws(CourierError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    poller.add(watcher?.descriptor ?? -1)
    if let broker { poller.add(broker.descriptor, for: broker.interest) }
    let heartbeat = courier.isAtRest ? nextHeartbeat : max(nextHeartbeat, MonotonicClock.now() + 100_000_000)
    var deadline = min(endsAt ?? heartbeat, heartbeat)
    for moment in [courier.deadline, broker?.deadline, lookAgain] {
      if let moment { deadline = min(deadline, moment) }
    }
    do throws(SystemError) { try poller.wait(until: deadline) } catch { throw .failure(error.message) }
  }

  private func takeSignals() {
    while let signal = signals.next() {
      switch signal {
      case Signal.brokenPipe: break
      case Signal.hangUp where source.config != nil: reload()
      default: end()
      }
    }
  }

  func end() {
    if endsAt == nil { endsAt = MonotonicClock.now() + 2_000_000_000 }
  }

  private func takeBell() {
    let now = MonotonicClock.now()
    let isDue = lookAgain.map { now >= $0 } ?? false
    let hasRung = watcher?.hasRung() ?? false
    if hasRung || isDue { look() }
  }

  func look() {
    lookAgain = watcher == nil ? MonotonicClock.now() + 1_000_000_000 : nil
    if outbox.look() { courier.journalChanged(now: MonotonicClock.now()) }
    courier.answersCame()
  }

  private func takeBroker() {
    guard let broker else { return }
    let now = MonotonicClock.now()
    let readiness = poller.readiness(of: broker.descriptor)
    let isDue = broker.deadline.map { now >= $0 } ?? false
    if readiness.isEmpty && !isDue { return }
    take(broker.process(readiness, now: now), now)
  }

  private func take(_ events: [BrokerConnection.Event], _ now: Int64) {
    for event in events {
      switch event {
      case .connected: greet(now)
      case .acknowledged(let message, let code):
        let refusal = code < 0x80 ? nil : String(cString: mosquitto_reason_string(code))
        if greeting.answered(message, isAccepted: refusal == nil, at: now) {
          note(refusal, of: "the terminal's status")
          // Later ones are sent while answers are on their way.
          if !courier.isConnected { goOnline(now) }
        } else if heartbeat.answered(message, isAccepted: refusal == nil, at: now) {
          note(refusal, of: "the terminal's heartbeat")
        } else {
          // 0x10 says that nobody listens, which is not ours to judge.
          courier.acknowledged(message, isAccepted: refusal == nil, now: now)
          if let refusal {
            wasRefused = true
            tell("the broker refuses an answer: " + refusal)
          }
        }
      case .closed(let reason): lose(reason, now)
      }
    }
  }

  func goOnline(_ now: Int64) {
    courier.connected(now: now)
    outbox.repairTimes()
    nextHeartbeat = now
  }

  private func lose(_ reason: String, _ now: Int64) {
    forgetBroker()
    courier.disconnected(now: now)
    tell(
      "no connection to \(options.broker.host), port \(options.broker.port): " + reason
        + "; it is tried again and again")
  }

  func forgetBroker() {
    if courier.isConnected {
      greeting.connectionEnded(wasRefused: wasRefused)
      heartbeat.connectionEnded(wasRefused: wasRefused)
    }
    broker = nil
  }

  // MARK: What to do

  private func work() throws(CourierError) {
    while true {
      let now = MonotonicClock.now()
      switch courier.nextAction(now: now) {
      case .nothing: return
      case .connect:
        if endsAt != nil { return }
        try connect(now)
      case .disconnect: lose("it does not answer", now)
      case .fetch(let sequence, let limit):
        if endsAt != nil { return }
        fetch(after: sequence, limit: limit, now)
      case .mark(let sequences):
        if outbox.mark(sequences) { courier.marked() } else { courier.markingFailed(now: now) }
      }
    }
  }

  private func connect(_ now: Int64) throws(CourierError) {
    let broker = try connection(options)
    self.broker = broker
    greeting.connectionBegan()
    heartbeat.connectionBegan()
    courier.connectionBegan(now: now)
    // The name's look-up takes its time.
    if let reason = broker.begin(host: options.broker.host, port: options.broker.port) {
      lose(reason, MonotonicClock.now())
    }
  }

  private func fetch(after sequence: Int64, limit: Int32, _ now: Int64) {
    guard let letters = outbox.letters(after: sequence, limit: limit) else {
      courier.fetched(upTo: nil, isAll: true)
      // One that is not there rings when it comes.
      if outbox.isOpen { lookAgain = now + 10_000_000_000 }
      return
    }
    courier.fetched(upTo: letters.last?.sequence, isAll: letters.count < Int(limit))
    for letter in letters where courier.wants(letter.sequence) {
      guard let broker else { return }
      var answer = letter.answer
      if answer.terminal.utf8.isEmpty { answer.terminal = options.terminal }
      switch broker.send(answer.jsonBytes, to: topic("answer"), quality: 1, retained: false) {
      case .sent(let message): courier.sent(letter.sequence, as: message, now: now)
      case .refused(let reason):
        tell("an answer cannot be sent: " + reason)
        courier.refused(now: now)
        return
      case .lost(let reason):
        // The broker's last words may lie on the socket still.
        take(broker.process(.readable, now: now), now)
        if self.broker != nil { lose(reason, now) }
        return
      }
    }
  }

  func tell(_ message: String) {
    if complaint.map({ !$0.utf8.elementsEqual(message.utf8) }) ?? true { Standard.error(message, .warning) }
    complaint = message
  }
}
