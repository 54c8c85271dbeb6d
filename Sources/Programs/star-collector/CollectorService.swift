import Basics
import Broker
import CMosquitto
import Collector
import Courier
import System

/// The collector's event loop: one thread that reads messages and stores them in batches.
///
/// | state \ event | the database accepts | the database fails | the broker accepts | the broker fails |
/// | --- | --- | --- | --- | --- |
/// | no database | no broker | no database, later | | |
/// | no broker | | no database, later | connected | no broker, later |
/// | connected | | no database, later | | no broker, later |
///
/// There is a connection to the broker only while the database works; at other times the broker keeps messages for this collector, as far
/// as its queue allows. "Later" is the next delay of `BackOff`. After success, delays start again with the shortest one.
///
/// libmosquitto acknowledges a message before the collector receives it. If the collector is killed, the messages that it holds are lost.
/// Their numbers are then missing, so it requests them again.
final class CollectorService {
  private let options: Options
  private let signals: SignalSource
  private let poller = Poller()
  private var watchdog = WatchdogFeed()
  private var database: Database?
  private var broker: BrokerConnection?
  /// The subscriptions that the broker has not acknowledged.
  private var subscriptions: Set<Int32> = []
  private var dialer = BrokerDialer()
  private var batch: MessageBatch
  private var nextRequests: Int64 = 0
  private var databaseRetry: Retry
  private var brokerRetry: Retry
  private var figures = Figures()
  private var alerts: AlertPublisher
  private var isEnding = false

  /// How long the broker keeps messages for a collector that is not connected, in seconds: a day.
  private static let absence: UInt32 = 86_400
  /// The maximum number of journals whose missing answers are requested at once.
  private static let mostRequests: Int32 = 500
  /// How long the broker may take to acknowledge a message or a subscription, in nanoseconds.
  private static let replyTimeout: Int64 = 30_000_000_000

  /// The reason code of a broker without shared subscriptions.
  private static let sharingNotSupported: Int32 = 0x9e

  init(_ options: Options) throws(ProgramError) {
    self.options = options
    batch = MessageBatch(most: Int(options.batch))
    alerts = AlertPublisher(prefix: options.prefix, rules: options.alerts, command: options.alertCommand)
    let seed = (try? randomNumber()) ?? UInt64(truncatingIfNeeded: MonotonicClock.now())
    databaseRetry = Retry(seed: seed)
    brokerRetry = Retry(seed: ~seed)
    mosquitto_lib_init()
    do throws(SystemError) {
      signals = try SignalSource([Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.brokenPipe])
    } catch { throw .failure(error.message) }
  }

  private func makeConnection() throws(ProgramError) -> BrokerConnection {
    try BrokerConnection(
      options.broker,
      client: clientID(
        "star-collector-" + options.name, [("star-collector", options.group), ("star-slider", options.prefix)]),
      longest: Message.longest, sessionExpiry: Self.absence, isClean: dialer.malformedInRow >= 2,
      patience: Self.replyTimeout)
  }

  /// Runs until a signal ends the program.
  func run() throws(ProgramError) {
    Standard.neverWait()
    try? ServiceManager().ready()
    while !isEnding {
      let now = MonotonicClock.now()
      watchdog.feed()
      figures.report(now)
      if database == nil && now >= databaseRetry.time { openDatabase() }
      if database != nil && broker == nil && now >= brokerRetry.time { openBroker() }
      if now >= batch.deadline || batch.isFull { store() }
      if now >= nextRequests { sendRequests() }
      if now >= alerts.deadline { lookForAlerts() }
      try wait()
      while let signal = signals.next() { if signal != Signal.brokenPipe { isEnding = true } }
      handleBroker()
    }
    broker?.disconnect()
    store()
    figures.report(.max)
  }

  private func wait() throws(ProgramError) {
    poller.removeAll()
    poller.add(signals.descriptor)
    if let broker { poller.add(broker.descriptor, for: broker.interest) }
    var deadline = min(batch.deadline, figures.deadline, watchdog.deadline ?? .max)
    if database == nil {
      deadline = min(deadline, databaseRetry.time)
    } else {
      deadline = min(
        deadline, nextRequests, alerts.deadline, broker == nil ? brokerRetry.time : broker?.deadline ?? .max)
    }
    do throws(SystemError) { try poller.wait(until: deadline) } catch { throw .failure(error.message) }
  }

  // MARK: The database

  private func openDatabase() {
    do throws(DatabaseError) {
      database = try Database(options.database, patience: options.patience)
      figures.log("connected to the database", .notice)
      batch.storeNow()
    } catch { databaseFailed(error) }
  }

  private func databaseFailed(_ error: DatabaseError) {
    database = nil
    broker?.disconnect()
    leaveBroker()
    databaseRetry.wait()
    batch.hold()
    figures.warn(error.message + "; trying again")
  }

  /// Handles the failure of a task beside storing. Closes the connection only if the database cannot work at all. A statement that takes
  /// too long (for example with very many kiosks), or that an operator's trigger refuses, is logged and tried again.
  private func sideTaskFailed(_ task: String, _ error: DatabaseError) {
    if error.kind != .conflict && error.kind != .data { return databaseFailed(error) }
    figures.warn("cannot " + task + ": " + error.message)
  }

  /// Stores the messages that have arrived. If that fails, they are kept.
  private func store() {
    batch.hold()
    guard let database, !batch.messages.isEmpty else { return }
    do throws(DatabaseError) {
      // A message that the database refuses is not counted, but one that it sets aside is.
      var accepted = batch.messages.count
      var answers = batch.messages.count { $0.topic.kind == .answer }
      let stored = try database.store(batch.messages[...]) { message, reply in
        let kiosk = message.topic.kiosk
        let kind = message.topic.kind
        switch reply {
        case .refused(let reason):
          accepted -= 1
          if kind == .answer { answers -= 1 }
          figures.refused("the message at " + options.prefix + "/" + kiosk + "/" + kind.name + ": " + reason)
        case .setAside(let reason): figures.setAside("a row (" + kind.name + ") of " + kiosk + ": " + reason)
        case .clockAhead:
          figures.warn(
            "the clock of " + kiosk + " is in the future; its answers are dated by their arrival; set its clock")
        }
      }
      figures.stored(Int64(accepted), answers: Int64(answers), new: stored)
      batch.removeAll()
      databaseRetry.reset()
    } catch { databaseFailed(error) }
  }

  // MARK: The broker

  private func openBroker() {
    let broker: BrokerConnection
    // A file that is missing while it is renewed only delays the connection.
    do throws(ProgramError) { broker = try makeConnection() } catch {
      dialer.endRound()
      return brokerFailed(error.lines.first ?? "")
    }
    self.broker = broker
    if dialer.malformedInRow >= 2 {
      figures.warn("dropping the broker's queue, which has a malformed packet; missing answers are requested again")
    }
    if let reason = dialer.begin(broker, host: options.broker.host, port: options.broker.port) { brokerFailed(reason) }
  }

  private func leaveBroker() {
    (subscriptions, broker) = ([], nil)
    alerts.stop()
  }

  private func brokerFailed(_ reason: String) {
    if let broker { dialer.ended(broker) }
    leaveBroker()
    if !dialer.hasAlternative { brokerRetry.wait() }
    figures.warn(
      "no connection to \(options.broker.host), port \(options.broker.port): " + dialer.named(reason) + "; trying again"
    )
  }

  private func handleBroker() {
    // Each call of `process` reads one packet. The loop reads a burst without returning to the main loop after each packet.
    for _ in 0..<256 {
      guard let broker else { return }
      let now = MonotonicClock.now()
      let readiness = poller.readiness(of: broker.descriptor)
      if readiness.isEmpty && now < broker.deadline ?? .max { return }
      for event in broker.process(readiness, now: now) { handle(event) }
      if batch.isFull { return }
      poller.removeAll()
      if let broker = self.broker { poller.add(broker.descriptor, for: broker.interest) }
      if (try? poller.wait(until: 0)) != true { return }
    }
  }

  private func handle(_ event: BrokerConnection.Event) {
    switch event {
    case .connected:
      if let broker { dialer.accepted(broker) }
      subscribe()
    case .acknowledged(let message, let code):
      guard subscriptions.remove(message) != nil else { return acknowledged(message, code) }
      if code == Self.sharingNotSupported, let broker, broker.traits.shares {
        broker.withoutSharing()
        subscribe()
      } else if code >= 0x80 {
        broker?.disconnect()
        brokerFailed("the broker refused a subscription: " + String(cString: mosquitto_reason_string(code)))
      } else if subscriptions.isEmpty {
        brokerRetry.reset()
        alerts.start()
        figures.log("connected to \(options.broker.host), port \(options.broker.port)", .notice)
      }
    case .received(let topic, let payload, let size, let isRetained):
      receive(payload, size: size, at: topic, isRetained: isRetained)
    case .closed(let reason): brokerFailed(reason)
    }
  }

  private func subscribe() {
    subscriptions = []
    let isSharing = broker?.traits.shares ?? true
    if !isSharing { figures.warn("the broker has no shared subscriptions; every collector gets every message") }
    let filters = Topic.filters(prefix: options.prefix, group: isSharing ? options.group : nil)
    for result in [broker?.subscribe(to: filters.shared), broker?.subscribeToRetained(filters.retained)] {
      switch result {
      case .sent(let message): subscriptions.insert(message)
      case .refused(let reason), .lost(let reason): return brokerFailed(reason)
      case nil: return
      }
    }
  }

  /// Keeps a message until it is stored, or logs why it is rejected.
  private func receive(_ payload: [UInt8], size: Int, at name: String, isRetained: Bool) {
    do throws(Topic.Fault) {
      let topic = try Topic(name, prefix: options.prefix)
      do throws(Message.Refusal) {
        let message = try Message(payload, size: size, at: topic, isRetained: isRetained, clock: Database.clock)
        batch.add(message, bytes: payload.count)
      } catch { figures.refused("the message at " + name + ": " + error.reason) }
    } catch {
      let reason =
        switch error {
        case .slash: "a kiosk's ID has no slash"
        case .long: "a kiosk's ID has at most \(Topic.longestID) bytes"
        case .unknown: "not a topic of a kiosk"
        }
      figures.refused("the message at " + shortened(name) + ": " + reason)
    }
  }

  /// Requests missing answers from the kiosks.
  private func sendRequests() {
    nextRequests = MonotonicClock.now() + min(Int64(options.patience), 5) * 500_000_000
    guard let database, let broker, subscriptions.isEmpty else { return }
    do throws(DatabaseError) {
      for request in try database.requests(most: Self.mostRequests) {
        let topic = options.prefix + "/" + request.kiosk + "/resend"
        if case .sent = broker.send(Array(request.message.utf8), to: topic, quality: 1, retained: false) {
          figures.asked()
        }
      }
    } catch { sideTaskFailed("request missing answers", error) }
  }

  // MARK: Alerts

  private func lookForAlerts() {
    guard let database else { return }
    do throws(DatabaseError) { try alerts.look(database, broker, &figures) } catch {
      sideTaskFailed("check for alerts", error)
    }
  }

  private func acknowledged(_ packet: Int32, _ code: Int32) {
    guard let database else { return }
    do throws(DatabaseError) {
      try alerts.acknowledged(packet, code: code, database, &figures)
    } catch { sideTaskFailed("record an alert's message", error) }
  }
}

/// Returns the beginning of a topic for the log, because a client may publish to a topic of 65,535 bytes.
private func shortened(_ topic: String) -> String {
  topic.utf8.count <= 200 ? topic : String(decoding: topic.utf8.prefix(200), as: UTF8.self) + "..."
}
