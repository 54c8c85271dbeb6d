import CMosquitto
import Configuration
import Courier
import Journal
import Linux

/// The courier at work: one thread, one `poll`, asleep until the kiosk rings, the broker speaks, or a deadline comes.
final class Delivery {
  private let options: CourierOptions
  private let answerTopic: String
  private let statusTopic: String
  private let heartbeatTopic: String
  private let board = Heartbeat.boardName()

  private let signals: SignalSource
  /// `nil` where the system has no more of them: then the journal is looked at every second.
  private let bell: Bell?
  private let mailbox: Mailbox
  private var courier: Courier
  private var broker: BrokerConnection?
  private var poller = Poller()
  private var nextHeartbeat: Int64 = 0
  /// When the journal is looked at again after it could not be read.
  private var lookAgain: Int64?
  /// Until when what is on its way may arrive; set once a signal came.
  private var endsAt: Int64?
  /// The messages with the status and the last heartbeat, until they are acknowledged; and whether the broker takes such.
  private var greeting: Int32?
  private var beaten: Int32?
  private var mayGreet = true
  private var mayBeat = true
  /// What was last said of the connection, so that it is said once.
  private var complaint: String?

  /// Opens what must be there: the journal's folder and, with TLS, the certificates.
  init(_ options: CourierOptions) throws(CourierError) {
    self.options = options
    let base = options.broker.prefix + "/" + options.terminal
    (answerTopic, statusTopic, heartbeatTopic) = (base + "/answer", base + "/status", base + "/heartbeat")
    mailbox = Mailbox(path: options.journal)
    courier = Courier(
      window: options.broker.window, seed: UInt64(truncatingIfNeeded: MonotonicClock.now()) ^ Self.seed())
    mosquitto_lib_init()
    do throws(SystemError) {
      signals = try SignalSource([Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.brokenPipe])
    } catch {
      throw .failure(error.message)
    }
    _ = mailbox.look()
    bell = try Self.watch(mailbox.folder)
    // Once in vain, so that certificates that cannot be used are told at the start.
    _ = try connection()
  }

  private static func watch(_ folder: String) throws(CourierError) -> Bell? {
    do throws(SystemError) {
      return try Bell(folder)
    } catch {
      if error.isMissing { throw .failure(error.message) }
      Standard.error(error.message + "; the journal is looked at every second instead", .warning)
      return nil
    }
  }

  private static func seed() -> UInt64 { ((try? AnswerID.random())?.low) ?? 0 }

  private var terminalJSON: String { "\"terminal\":" + jsonString(options.terminal) }

  private func connection() throws(CourierError) -> BrokerConnection {
    try BrokerConnection(
      options.broker, client: "star-courier-" + options.terminal, willTopic: statusTopic,
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
    poller.add(bell?.descriptor ?? -1)
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
      if signal != Signal.brokenPipe && endsAt == nil { endsAt = MonotonicClock.now() + 2_000_000_000 }
    }
  }

  private func takeBell() {
    let now = MonotonicClock.now()
    let isDue = lookAgain.map { now >= $0 } ?? false
    let hasRung = bell?.hasRung() ?? false
    if hasRung || isDue { look() }
  }

  private func look() {
    lookAgain = bell == nil ? MonotonicClock.now() + 1_000_000_000 : nil
    if mailbox.look() { courier.journalChanged(now: MonotonicClock.now()) }
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
        if message == greeting {
          greeting = nil
          if let refusal { mayGreet = refused("the terminal's status", refusal) }
          goOnline(now)
        } else if message == beaten {
          // Numbers of messages come round again.
          beaten = nil
          if let refusal { mayBeat = refused("the terminal's heartbeat", refusal) }
        } else {
          // 0x10 says that nobody listens, which is not ours to judge.
          courier.acknowledged(message, isAccepted: refusal == nil, now: now)
          if let refusal { tell("the broker refuses an answer: " + refusal) }
        }
      case .closed(let reason): lose(reason, now)
      }
    }
  }

  /// False: what the broker does not want is not sent again in this life, since some hang up on those who do.
  private func refused(_ what: String, _ reason: String) -> Bool {
    Standard.error("the broker refuses " + what + ": " + reason + "; it goes without", .warning)
    return false
  }

  /// Says that the terminal is there, alone and before all else, so that what comes of it can be told apart.
  private func greet(_ now: Int64) {
    complaint = nil
    Standard.error("connected to \(options.broker.host), port \(options.broker.port)", .notice)
    let online = Array(("{" + terminalJSON + ",\"status\":\"online\"}").utf8)
    if mayGreet, case .sent(let message)? = broker?.send(online, to: statusTopic, quality: 1, retained: true) {
      greeting = message
    } else {
      goOnline(now)
    }
  }

  private func goOnline(_ now: Int64) {
    courier.connected(now: now)
    mailbox.repairTimes()
    nextHeartbeat = now
  }

  private func lose(_ reason: String, _ now: Int64) {
    broker = nil
    (greeting, beaten) = (nil, nil)
    courier.disconnected(now: now)
    tell(
      "no connection to \(options.broker.host), port \(options.broker.port): " + reason
        + "; it is tried again and again")
  }

  private func beat() {
    let now = MonotonicClock.now()
    // Answers go first; but not for ever.
    if now < nextHeartbeat || (!courier.isAtRest && now < nextHeartbeat + 5_000_000_000) { return }
    nextHeartbeat = now + Int64(options.broker.heartbeat) * 1_000_000_000
    // Whatever was missed is found now.
    look()
    mailbox.repairTimes()
    guard mayBeat, let broker, courier.isConnected else { return }
    let counts = mailbox.counts()
    var faults: [String] = []
    if let fault = mailbox.fault { faults.append(fault) }
    if mailbox.damaged() > 0 { faults.append("journal_damaged") }
    if let backlog = counts.backlog, backlog > options.limit { faults.append("journal_over_limit") }
    if !WallClock.isSynchronised { faults.append("clock_not_synchronised") }
    let heartbeat = Heartbeat(
      terminal: options.terminal, board: board, backlog: counts.backlog, lastAnswer: counts.newest, faults: faults)
    // Acknowledged, too: of one that is not, a broker cannot say that it refuses it, and Mosquitto 2.0.11 hangs up.
    if case .sent(let message) = broker.send(heartbeat.json, to: heartbeatTopic, quality: 1, retained: false) {
      beaten = message
    }
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
        if mailbox.mark(sequences) { courier.marked() } else { courier.markingFailed(now: now) }
      }
    }
  }

  private func connect(_ now: Int64) throws(CourierError) {
    let broker = try connection()
    self.broker = broker
    courier.connectionBegan(now: now)
    // The name's look-up takes its time.
    if let reason = broker.begin(host: options.broker.host, port: options.broker.port) {
      lose(reason, MonotonicClock.now())
    }
  }

  private func fetch(after sequence: Int64, limit: Int32, _ now: Int64) {
    guard let letters = mailbox.letters(after: sequence, limit: limit) else {
      courier.fetched(upTo: nil, isAll: true)
      // One that is not there rings when it comes.
      if mailbox.isOpen { lookAgain = now + 10_000_000_000 }
      return
    }
    courier.fetched(upTo: letters.last?.sequence, isAll: letters.count < Int(limit))
    for letter in letters where courier.wants(letter.sequence) {
      guard let broker else { return }
      var answer = letter.answer
      if answer.terminal.utf8.isEmpty { answer.terminal = options.terminal }
      switch broker.send(answer.jsonBytes, to: answerTopic, quality: 1, retained: false) {
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

  private func tell(_ message: String) {
    if complaint.map({ !$0.utf8.elementsEqual(message.utf8) }) ?? true { Standard.error(message, .warning) }
    complaint = message
  }
}
